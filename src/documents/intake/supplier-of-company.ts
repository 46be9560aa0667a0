import type { Contacts } from '../../domain/company.js'
import type { Address, InvoiceRequest } from '../../domain/request/invoice-request.js'

/** What a company says of itself that the supplier of its invoices need not repeat. */
export interface SupplierDetails {
  readonly vat_number: string
  readonly address: Address | null
  readonly contacts: Contacts | null
}

/**
 * An invoice whose supplier has the company's address where it gives none, and each of the
 * company's contacts that it leaves out. An address is taken as a whole: half of one and half of
 * another would be neither. A supplier with another VAT number (self-billing, agents) stays as it
 * is. Pure.
 */
export function withDetailsOf(company: SupplierDetails, invoice: InvoiceRequest): InvoiceRequest {
  const { supplier } = invoice
  if (supplier.vatNumber !== company.vat_number) return invoice
  const { address = company.address, email = company.contacts?.email, phone = company.contacts?.phone } = supplier
  return {
    ...invoice,
    supplier: {
      ...supplier,
      ...(address !== null && { address }),
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
    },
  }
}

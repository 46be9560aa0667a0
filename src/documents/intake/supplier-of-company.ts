import type { Contacts } from '../../domain/company.js'
import type { Address, InvoiceRequest } from '../../domain/request/invoice-request.js'

/** Data of a company that the supplier of its invoices need not repeat. */
export interface SupplierDetails {
  readonly vat_number: string
  readonly address: Address | null
  readonly contacts: Contacts | null
}

/**
 * Completes the supplier of an invoice with the company's address and contacts, where it has none.
 * The address is copied as a whole, never mixed with the supplier's own. A supplier with another
 * VAT number (self-billing, agents) is unchanged. Pure.
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

import type { Contacts } from '../../domain/company.js'
import type { Address, InvoiceRequest, Party } from '../../domain/request/invoice-request.js'

/** Data of a company that the supplier of its invoices need not repeat. */
export interface SupplierDetails {
  /** null: it has none. */
  readonly vat_number: string | null
  readonly registration_number: string | null
  readonly tax_number: string | null
  readonly address: Address | null
  readonly contacts: Contacts | null
}

/**
 * Completes the issuer of an invoice, the supplier or with self-billing the customer, with the
 * company's address and contacts, where it has none. The address is copied as a whole, never mixed
 * with the party's own. Another party (agents) is unchanged. Pure.
 */
export function withDetailsOf(
  company: SupplierDetails,
  invoice: InvoiceRequest,
  issuer: 'supplier' | 'customer',
): InvoiceRequest {
  const party = invoice[issuer]
  if (!isSupplier(company, party)) return invoice
  const { address = company.address, email = company.contacts?.email, phone = company.contacts?.phone } = party
  return {
    ...invoice,
    [issuer]: {
      ...party,
      ...(address !== null && { address }),
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
    },
  }
}

/**
 * Whether a company is a party of an invoice: by the VAT number, or where the party gives none, by
 * an equal register or tax number, which the company's VAT number may contain.
 */
export function isSupplier(company: Omit<SupplierDetails, 'address' | 'contacts'>, supplier: Party): boolean {
  const { vat_number: vat, registration_number: registration, tax_number: tax } = company
  if (supplier.vatNumber !== '') return supplier.vatNumber === vat
  const numbers = numbersOf(supplier)
  return [registration, tax, vat, vat?.slice(2), vat?.slice(-9)].some(
    (number) => typeof number === 'string' && numbers.includes(plainNumber(number)),
  )
}

/** The register and tax numbers of a party, as they are compared. */
export function numbersOf({ legalRegistration, taxRegistration, siret }: Party): readonly string[] {
  return [legalRegistration?.id, taxRegistration, siret, siret?.slice(0, 9)]
    .filter((number) => number !== undefined)
    .map(plainNumber)
    .filter((number) => number !== '')
}

/**
 * A number in upper case, without the separators that people write differently; the search of
 * companies does the same in SQL.
 */
function plainNumber(number: string): string {
  return number.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
}

import type { InvoiceRequest } from '../domain/request/invoice-request.js'
import type { Country } from './country.js'

/** Who issues an invoice, and so whose company submits it: the supplier, or the customer. */
export function issuerOf({ invoicing }: Country, invoice: InvoiceRequest): 'supplier' | 'customer' {
  const isSelfBilled = invoice.selfBilled === true || invoicing?.isIssuedByCustomer?.(invoice) === true
  return isSelfBilled ? 'customer' : 'supplier'
}

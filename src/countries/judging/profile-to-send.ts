import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Country } from '../country.js'

/**
 * The profile by which a document of the caller is judged before it is sent; undefined: the one
 * that it claims.
 */
export function profileToSend({ invoicing }: Country, invoice: InvoiceRequest): string | undefined {
  const { portal } = invoicing ?? {}
  return portal?.isFor(invoice) === true ? portal.documents.name : undefined
}

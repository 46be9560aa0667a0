import { DestinationFields } from './country-fields.js'
import { InvoiceBody } from './schemas/invoice-input.js'

let fields: DestinationFields | undefined

/**
 * An invoice without the fields that its country or format does not have and whose values say no
 * more than their absence: empty lists and standard values, which generated clients send.
 */
export function withoutVoidFields(body: InvoiceBody): InvoiceBody {
  fields ??= new DestinationFields(InvoiceBody, 'country', 'format')
  return fields.withoutVoid(body)
}

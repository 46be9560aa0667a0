import { lazily } from '../../domain/lazily.js'
import { DestinationFields } from './country-fields.js'
import { InvoiceBody } from './schemas/invoice-input.js'

const fields = lazily(() => new DestinationFields(InvoiceBody, 'country', 'format'))

/**
 * An invoice without the fields that its country or format does not have and whose values say no
 * more than their absence: empty lists and standard values, which generated clients send.
 */
export function withoutVoidFields(body: InvoiceBody): InvoiceBody {
  return fields().withoutVoid(body)
}

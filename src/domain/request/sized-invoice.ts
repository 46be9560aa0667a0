import type { InvoiceRequest } from './invoice-request.js'

/** An invoice with its JSON, whose bytes decide where it is judged. */
export interface SizedInvoice {
  readonly invoice: InvoiceRequest
  readonly json: Uint8Array
}

/** An invoice with the JSON that is written of it. */
export function sized(invoice: InvoiceRequest): SizedInvoice {
  return { invoice, json: Buffer.from(JSON.stringify(invoice)) }
}

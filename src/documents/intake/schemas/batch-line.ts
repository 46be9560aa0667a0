import type { Static, TSchema } from '@sinclair/typebox'
import { text } from './fields.js'
import { InvoiceBody } from './invoice-input.js'

const idempotencyKey = text(255, {
  description:
    'The idempotency key of this invoice, like the header `X-Idempotency-Key` of a single invoice; the same key ' +
    'in both is the same invoice. Default: the key in the header of the batch, with `/` and the number of the ' +
    'line appended; without that, every line is a new invoice',
  examples: ['order-4711'],
})

/** A line of a batch: the fields of an invoice and its idempotency key. */
export const BatchLine: TSchema = {
  ...InvoiceBody,
  properties: { idempotencyKey: { ...idempotencyKey }, ...InvoiceBody.properties },
  title: 'BatchLine',
  description: 'The body of POST /v1/invoices and an idempotency key',
}

/** The content of a valid line. */
export type BatchLine = InvoiceBody & { readonly idempotencyKey?: Static<typeof idempotencyKey> }

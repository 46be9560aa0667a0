import type { Readable } from 'node:stream'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { InvoiceBody } from '../../../documents/intake/schemas/invoice-input.js'
import { text } from '../../../documents/intake/schemas/fields.js'
import { Invoice } from './invoice.js'
import { ErrorResponse } from './responses.js'

/** Invoices in one batch. */
export const MAX_BATCH = 1_000

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

/** The result of a line. */
export const BatchResult = Type.Object(
  {
    line: Type.Integer({ description: 'Number of the line, from 1; blank lines are counted', examples: [1] }),
    status: Type.Integer({ description: 'The status that POST /v1/invoices would return', examples: [201] }),
    replayed: Type.Optional(
      Type.Literal(true, { description: 'The invoice existed already under this idempotency key' }),
    ),
    data: Type.Optional(Invoice),
    error: Type.Optional(ErrorResponse.properties.error),
    limit: Type.Optional(Type.Number({ description: 'The same as `error.limit`' })),
    remaining: Type.Optional(Type.Number({ description: 'The same as `error.remaining`' })),
  },
  { title: 'BatchResult' },
)

/** Newline-delimited JSON in the API's document. */
export function ndjson(line: TSchema, description: string) {
  return Type.Unsafe<Readable>({
    type: 'string',
    contentMediaType: 'application/x-ndjson',
    contentSchema: line,
    description,
  })
}

import type { Readable } from 'node:stream'
import { type TSchema, Type } from '@sinclair/typebox'
import { Invoice } from './invoice.js'
import { ErrorResponse } from './responses.js'

/** Invoices in one batch. */
export const MAX_BATCH = 1_000

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

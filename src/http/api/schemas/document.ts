import { Type } from '@sinclair/typebox'
import { nullableString } from '../../../documents/intake/schemas/fields.js'
import { enveloped } from './responses.js'

const fields = {
  filename: nullableString({ description: 'Name of the attached file; null for other kinds', examples: [null] }),
  mediaType: Type.String({ description: 'Media type', examples: ['application/xml'] }),
  size: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Bytes; null for documents that are made on request, `pdf` and `factur-x`',
    examples: [8123],
  }),
  sha256: nullableString({ description: 'SHA-256 of the bytes, hexadecimal; null if `size` is null' }),
}

/** The answer of `GET /v1/invoices/{id}/documents`. */
export const DocumentList = enveloped(
  Type.Array(
    Type.Object(
      {
        kind: Type.String({
          description:
            '`xml` as sent, `receipt` or `rejection` from the government, `findings` (JSON: all findings of an ' +
            'invoice in `error`, whose texts show only the first of them), `response-1` and so on (messages of ' +
            'the buyer), `attachment-1` and so on, `pdf` for people, `factur-x`',
          examples: ['xml'],
        }),
        ...fields,
      },
      { title: 'Document' },
    ),
  ),
  'What was produced and received for the invoice',
)

/** The answer of `GET /v1/received/{id}/documents`. */
export const ReceivedDocumentList = enveloped(
  Type.Array(
    Type.Object(
      {
        kind: Type.String({
          description:
            '`xml` byte for byte, `original` (the file in which it came, where that is another one), `signature`, ' +
            '`metadata`, `attachment-1` and so on, `pdf` of ours for people',
          examples: ['xml'],
        }),
        ...fields,
      },
      { title: 'ReceivedDocument' },
    ),
  ),
  'What came, and a PDF for people',
)

/**
 * The schema of bytes. `format: binary` is of OpenAPI 3.0: generators of clients read a body
 * without it as JSON.
 */
export const BINARY = { type: 'string', format: 'binary' } as const

/** A document in its own media type, unchanged. */
export const DocumentBytes = Type.Unsafe<Uint8Array>({
  description: 'The document',
  content: { '*/*': { schema: BINARY } },
})

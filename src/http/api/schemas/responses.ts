import { Type, type TSchema } from '@sinclair/typebox'
import { ERROR_TYPES } from '../../errors.js'
import { oneOf, strictObject } from '../../../documents/intake/schemas/fields.js'

const broken = 'Of a broken rule, with `validate=true`'

/** What a detail has besides where it is a finding of the rules. */
const ofFinding = {
  rule: Type.Optional(Type.String({ description: `${broken}: its code`, examples: ['BR-RO-030'] })),
  severity: Type.Optional(
    oneOf(['fatal'], { description: `${broken}: it makes the invoice fail`, examples: ['fatal'] }),
  ),
  term: Type.Optional(
    Type.String({ description: `${broken}: business term or group of EN 16931, or empty`, examples: ['BT-152'] }),
  ),
  fix: Type.Optional(Type.String({ description: `${broken}: what to do about it` })),
  line: Type.Optional(
    Type.Integer({
      description: `${broken}, of a document in XML: line on which the element begins`,
      examples: [17],
    }),
  ),
  docs: Type.Optional(
    Type.String({
      description: `${broken}: the page of the rule`,
      examples: ['https://api.example.com/docs/rules/BR-RO-030'],
    }),
  ),
}

/** The one error shape. */
export const ErrorResponse = strictObject(
  {
    error: strictObject({
      type: oneOf(ERROR_TYPES, { description: 'Machine-readable category', examples: ['validation_error'] }),
      message: Type.String({
        description: 'What went wrong, for people',
        examples: ['lines[0].unitPrice is required'],
      }),
      details: Type.Optional(
        Type.Array(
          strictObject(
            {
              path: Type.String({
                description:
                  "The field, in the request's own terms, or the element of a document in XML; empty for the body as a whole",
                examples: ['lines[0].unitPrice'],
              }),
              message: Type.String({ description: 'What to do about it', examples: ['is required; send a number'] }),
              ...ofFinding,
            },
            { title: 'ErrorDetail' },
          ),
          { description: 'Every field that is wrong; only with type `validation_error`' },
        ),
      ),
      requestId: Type.String({ description: 'Tell it to support', examples: ['req_3zT1vYb0mWQk5N8xHc2RfA'] }),
      limit: Type.Optional(Type.Number({ description: "The month's limit; only with type `usage_limit_exceeded`" })),
      remaining: Type.Optional(
        Type.Number({ description: 'What is left of it; only with type `usage_limit_exceeded`' }),
      ),
    }),
    limit: Type.Optional(Type.Number({ description: 'The same as `error.limit`' })),
    remaining: Type.Optional(Type.Number({ description: 'The same as `error.remaining`' })),
  },
  { title: 'Error' },
)

const MEANING = {
  400: 'The request is not valid; `details` names every wrong field',
  401: 'The API key is missing, unknown, revoked or expired',
  403: 'The key may not do this, or a limit of the plan is reached',
  404: 'There is no such resource in this account and environment',
  409: 'The resource is already in that state, or the idempotency key was used with another body',
  413: 'The body is larger than 12 MiB, as it comes or decompressed',
  415: 'The body is not sent as application/json (or as application/xml, where that is taken), or in a Content-Encoding other than gzip',
  429: 'Too many requests; wait as many seconds as `Retry-After` says',
  500: 'Internal error; retrying is safe',
  503: 'Temporarily unavailable; retry with backoff, not before `Retry-After`',
} as const

/** Errors that any authenticated request can meet. */
const ALWAYS = [401, 429, 500, 503] as const

/** The answers of a route: its success, what it names besides, and what every route can answer. */
export function responses<Success extends Record<number, TSchema>>(
  success: Success,
  ...errors: readonly (keyof typeof MEANING)[]
): Success {
  const statuses = [...new Set([...errors, ...ALWAYS])].sort()
  const entries = statuses.map((status) => [status, { ...ErrorResponse, description: MEANING[status] }] as const)
  return { ...success, ...Object.fromEntries(entries) }
}

/** The envelope of a successful answer. */
export function enveloped<Data extends TSchema>(data: Data, description: string) {
  return Type.Object({ data }, { description })
}

/** The answer to a deletion; `what` is deleted, and its ids begin with `prefix`. */
export function DeletedResponse(what: string, prefix: string) {
  return enveloped(
    Type.Object({
      id: Type.String({ examples: [`${prefix}_4kTq0uPz8LrVb2XcYw7NfS`] }),
      deleted: Type.Literal(true),
    }),
    `The ${what} was deleted`,
  )
}

import { Type, type TSchema } from '@sinclair/typebox'
import { ERROR_TYPES } from '../../errors.js'
import { oneOf, strictObject } from '../../../documents/intake/schemas/fields.js'

const broken = 'For a broken rule, with `validate=true`'

/** Further fields of a detail that is a finding of the rules. */
const ofFinding = {
  rule: Type.Optional(Type.String({ description: `${broken}: its code`, examples: ['BR-RO-030'] })),
  severity: Type.Optional(
    oneOf(['fatal'], { description: `${broken}: it makes the invoice fail`, examples: ['fatal'] }),
  ),
  term: Type.Optional(
    Type.String({ description: `${broken}: business term or group of EN 16931, or empty`, examples: ['BT-152'] }),
  ),
  fix: Type.Optional(Type.String({ description: `${broken}: how to fix it` })),
  sameAs: Type.Optional(
    Type.Array(Type.String(), {
      description: `${broken}: further rules that report this fault in the same words`,
      examples: [['BR-CO-23']],
    }),
  ),
  line: Type.Optional(
    Type.Integer({
      description: `${broken}, in a document in XML: line on which the element begins`,
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

/** The shape of every error. */
export const ErrorResponse = strictObject(
  {
    error: strictObject({
      type: oneOf(ERROR_TYPES, { description: 'Machine-readable category', examples: ['validation_error'] }),
      message: Type.String({
        description: 'What went wrong, for people to read',
        examples: ['lines[0].unitPrice is required'],
      }),
      details: Type.Optional(
        Type.Array(
          strictObject(
            {
              path: Type.String({
                description:
                  'The field of the request, or the element of a document in XML; empty: the body as a whole',
                examples: ['lines[0].unitPrice'],
              }),
              message: Type.String({
                description: 'What is wrong, and how to fix it',
                examples: ['is required; send a number'],
              }),
              ...ofFinding,
            },
            { title: 'ErrorDetail' },
          ),
          { description: 'Every invalid field; only with type `validation_error`' },
        ),
      ),
      requestId: Type.String({
        description: 'Include it when you contact support',
        examples: ['req_3zT1vYb0mWQk5N8xHc2RfA'],
      }),
      limit: Type.Optional(Type.Number({ description: "The month's limit; only with type `usage_limit_exceeded`" })),
      remaining: Type.Optional(
        Type.Number({ description: 'What is left of the limit; only with type `usage_limit_exceeded`' }),
      ),
    }),
    limit: Type.Optional(Type.Number({ description: 'The same as `error.limit`' })),
    remaining: Type.Optional(Type.Number({ description: 'The same as `error.remaining`' })),
  },
  { title: 'Error' },
)

const MEANING = {
  400: 'The request is invalid; `details` names every invalid field',
  401: 'The API key is missing, unknown, revoked or expired',
  403: 'The key may not do this, or a limit of the plan is reached',
  404: 'There is no such resource in this account and environment',
  406: 'The document does not exist in this form; the message has the reason',
  409: 'The resource is already in that state, or the idempotency key was used with another body',
  413: 'The body is larger than 12 MiB, as sent or decompressed',
  415:
    'The body is not application/json (or application/xml or application/pdf, where that is accepted), or has a Content-Encoding ' +
    'other than gzip',
  429: 'Too many requests; wait for the number of seconds in `Retry-After`',
  500: 'Internal error; retrying is safe',
  503: 'Temporarily unavailable; retry with backoff, not before `Retry-After`',
} as const

/** Errors that any authenticated request can get. */
const ALWAYS = [401, 429, 500, 503] as const

/** The answers of a route: its success, the errors that it names, and those of every route. */
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

import type { JsonObject } from './components.js'

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
})
const whole = (description: string, example: number): JsonObject => ({
  description,
  schema: { type: 'integer' },
  example,
})

/** Headers of answers, by their names. */
export const HEADERS: Readonly<Record<string, JsonObject>> = {
  'X-Request-Id': text('Identifies the request; include it when you contact support', 'req_3zT1vYb0mWQk5N8xHc2RfA'),
  'X-RateLimit-Limit': whole('Requests that this account and environment may make in a minute', 600),
  'X-RateLimit-Remaining': whole('How many of them are left', 599),
  'X-RateLimit-Reset': whole('When the next minute begins, Unix time in seconds', 1774949460),
  'Retry-After': whole('Seconds to wait before the request is sent again', 17),
  'Idempotent-Replayed': {
    description: '`true`: the same request was sent before with this idempotency key, and this is the answer it got',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Conversion-Losses': whole('Number of losses in the document; the answer in JSON lists them', 0),
  'X-Conversion-Valid': {
    description: '`false`: the source is valid, the document is not; the answer in JSON lists the findings',
    schema: { type: 'string', enum: ['false'] },
    example: 'false',
  },
  'WWW-Authenticate': text('The authentication scheme', 'Bearer'),
}

const RATE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** References to the headers of an answer. */
export function headersOf(
  status: number,
  access: 'public' | 'authenticated',
  more: readonly string[] = [],
): JsonObject {
  const names = [
    'X-Request-Id',
    // A key that is not valid has no account whose requests could be counted.
    ...(access === 'authenticated' && status !== 401 ? RATE : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...more,
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

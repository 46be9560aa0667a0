import { type Detail, MOST_DETAILS } from '../domain/refusal.js'
import { cut } from '../domain/text.js'
import { keysOf } from '../domain/keys.js'

/** The error types of the interface specification and their statuses: the one table. */
const STATUS = {
  validation_error: 400,
  authentication_error: 401,
  forbidden_error: 403,
  usage_limit_exceeded: 403,
  limit_exceeded: 403,
  not_found: 404,
  conflict_error: 409,
  rate_limit_error: 429,
  server_error: 500,
} as const

/** One of `ERROR_TYPES`. */
type ErrorType = keyof typeof STATUS
/** The error types of the interface specification. */
export const ERROR_TYPES = keysOf(STATUS)

interface Extras {
  readonly status?: number
  readonly details?: readonly Detail[]
  /** Of `usage_limit_exceeded`. */
  readonly limit?: number
  readonly remaining?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that the HTTP layer returns; the error handler writes the answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly type: ErrorType
  readonly status: number
  readonly details: readonly Detail[] | undefined
  readonly limit: number | undefined
  readonly remaining: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(type: ErrorType, message: string, extras: Extras = {}) {
    super(message)
    this.type = type
    this.status = extras.status ?? STATUS[type]
    this.details = extras.details
    this.limit = extras.limit
    this.remaining = extras.remaining
    this.headers = extras.headers ?? {}
  }
}

/**
 * A 400 with every error, field by field; the message contains the first of them.
 * @param unlisted errors that are only counted
 */
export function validationError(details: readonly Detail[], unlisted = 0): ApiError {
  const [first] = details
  const rest = details.length - 1 + unlisted
  const subject = first
    ? [first.path, first.message].filter((part) => part !== '').join(' ')
    : 'the request is not valid'
  const message = rest > 0 ? `${subject} (and ${rest} more, see details)` : subject
  const shown = details.slice(0, MOST_DETAILS)
  const hidden = details.length - shown.length + unlisted
  return new ApiError('validation_error', sentence(message), {
    details: hidden > 0 ? [...shown, { path: '', message: `has ${hidden} further errors that are not listed` }] : shown,
  })
}

/** A 400 for one field; `message` completes the sentence that its path begins. */
export function invalidField(path: string, message: string): ApiError {
  return validationError([{ path, message }])
}

/** The body as a whole is not acceptable: too slow, too large, of the wrong type, not JSON. */
export function unacceptableBody(
  status: 400 | 408 | 413 | 415,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError('validation_error', message, { status, details: [{ path: '', message }], headers })
}

/** The 408 for a body that came too slowly. */
export function bodyTooSlow(): ApiError {
  return unacceptableBody(408, 'The request did not arrive in time')
}

/** RFC 9110, 15.5.16: the answer states which codings are accepted. */
export function unsupportedCoding(coding: string): ApiError {
  const message = `The body's Content-Encoding ${JSON.stringify(cut(coding, 50))} is not supported; send gzip, or the body as it is`
  return unacceptableBody(415, message, { 'accept-encoding': 'gzip, identity' })
}

/** Closes the connection. `remedy`: what is wrong with the header, if known. */
export function invalidApiKey(remedy?: string): ApiError {
  const message = remedy === undefined ? 'Invalid API key' : `Invalid API key: ${remedy}`
  return new ApiError('authentication_error', message, {
    headers: { 'www-authenticate': 'Bearer', connection: 'close' },
  })
}

/** The 429 for a client address, which closes the connection as well. */
export function tooManyFailures(retryAfterSeconds: number): ApiError {
  const { message, headers } = rateLimited(retryAfterSeconds, 'Too many failed authentications from this address')
  return new ApiError('rate_limit_error', message, { headers: { ...headers, connection: 'close' } })
}

/** A 403: the key may not do this. */
export function forbidden(message: string): ApiError {
  return new ApiError('forbidden_error', message)
}

/**
 * A 404, also for a resource of another account or environment, so that its existence stays
 * hidden.
 */
export function notFound(what: string): ApiError {
  return new ApiError('not_found', `No such ${what}`)
}

/** A 406: the document does not exist in the requested form; `message` has the reason. */
export function notAcceptable(message: string): ApiError {
  return new ApiError('validation_error', message, { status: 406, details: [{ path: '', message }] })
}

/** A 409: the request contradicts the state of its resource. */
export function conflict(message: string): ApiError {
  return new ApiError('conflict_error', message)
}

/** A 429 with the seconds to wait; `what`: the limit that was exceeded, as a sentence. */
export function rateLimited(retryAfterSeconds: number, what: string): ApiError {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds'
  return new ApiError('rate_limit_error', `${what}. Retry in ${retryAfterSeconds} ${unit}.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

const AT_ONCE_RETRY_SECONDS = 1

/** The 429 for too many concurrent requests of `owner`; those under way continue. */
export function tooManyAtOnce(owner: string): ApiError {
  return rateLimited(AT_ONCE_RETRY_SECONDS, `Too many requests of ${owner} are under way at once`)
}

/** The 500 for an error of the service. It does not reveal the cause. */
export function internalError(): ApiError {
  return new ApiError('server_error', 'Internal error; retrying is safe')
}

const RETRY_AFTER_SECONDS = 2

/** The 503 while something vital is unavailable, with when to ask again. */
export function temporarilyUnavailable(): ApiError {
  return new ApiError('server_error', 'Temporarily unavailable; retry with backoff', {
    status: 503,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}

/** The 503 while an external service does not answer, with when to ask again. */
export function unanswered(reason: string, retryAfterSeconds: number): ApiError {
  return new ApiError('server_error', `No answer: ${reason}. Retry in ${retryAfterSeconds} s.`, {
    status: 503,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** The body of every error. */
export function errorBody(error: ApiError, requestId: string): Record<string, unknown> {
  const { type, message, details, limit, remaining } = error
  const usage = limit === undefined ? {} : { limit, remaining }
  return { error: { type, message, ...(details && { details }), requestId, ...usage }, ...usage }
}

function sentence(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

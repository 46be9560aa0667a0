import type { components } from './api.js'

type ErrorBody = components['schemas']['Error']

/** An error that the service returned. */
export class ClearwayError extends Error {
  override readonly name = 'ClearwayError'
  readonly status: number
  readonly type: ErrorBody['error']['type']
  /** Include it in requests to support. */
  readonly requestId: string
  /** Every invalid field; empty unless `type` is `validation_error`. */
  readonly details: readonly components['schemas']['ErrorDetail'][]

  constructor(status: number, { error }: ErrorBody) {
    super(error.message)
    this.status = status
    this.type = error.type
    this.requestId = error.requestId
    this.details = error.details ?? []
  }
}

/** Facts about a request without an answer. */
export interface Unanswered {
  /** What happened to the last attempt. */
  readonly cause: unknown
  readonly mayHaveArrived: boolean
  readonly idempotencyKey: string | null
}

/** No answer arrived: the connection could not be made, or broke. `cause` contains the reason. */
export class ClearwayNetworkError extends Error {
  override readonly name: string = 'ClearwayNetworkError'
  /**
   * false: no attempt reached the service, so nothing has happened there. true: the service may
   * have processed the request.
   */
  readonly mayHaveArrived: boolean
  /**
   * For the creation of an invoice: the key of the request, also if the client generated it.
   * Repeat the request with it. null for all other requests.
   */
  readonly idempotencyKey: string | null

  constructor(message: string, { cause, mayHaveArrived, idempotencyKey }: Unanswered) {
    super(message, { cause })
    this.mayHaveArrived = mayHaveArrived
    this.idempotencyKey = idempotencyKey
  }
}

/** The answer did not arrive in time. */
export class ClearwayTimeoutError extends ClearwayNetworkError {
  override readonly name = 'ClearwayTimeoutError'
  /** The time limit in milliseconds. */
  readonly timeoutMs: number

  constructor(message: string, timeoutMs: number, unanswered: Unanswered) {
    super(message, unanswered)
    this.timeoutMs = timeoutMs
  }
}

/**
 * An answer from another source: a proxy, a login page, another server. Its status may be that of
 * a success.
 */
export class ClearwayResponseError extends Error {
  override readonly name = 'ClearwayResponseError'
  readonly status: number
  /** From the answer; null if it names none. */
  readonly mediaType: string | null
  /** The beginning of its text, at most 200 characters; empty if there is none. */
  readonly excerpt: string

  constructor(response: Response, text: string, what = 'without JSON of the service') {
    const excerpt = beginning(text)
    super(`${response.url} answered ${response.status} ${what}${excerpt === '' ? '' : `: ${excerpt}`}`)
    this.status = response.status
    this.mediaType = response.headers.get('content-type')
    this.excerpt = excerpt
  }
}

/** The result of a call of the client. */
interface Result<Success> {
  readonly data?: Success
  readonly error?: unknown
  readonly response: Response
}

/**
 * The body of a successful answer. Throws `ClearwayError` for an error of the service, and
 * `ClearwayResponseError` for an answer that is not the service's.
 */
export function expectSuccess<Success>({ data, error, response }: Result<Success>): NonNullable<Success> {
  if (data !== undefined && data !== null) return data
  if (isErrorBody(error)) throw new ClearwayError(response.status, error)
  throw new ClearwayResponseError(response, typeof error === 'string' ? error : (JSON.stringify(error) ?? ''))
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'type' in error && 'message' in error
}

const EXCERPT_CHARACTERS = 200

/** The text in one line, cut at a whole character. */
function beginning(text: string): string {
  // Twice as many code units contain the characters; the rest of a long page is not read.
  const line = text.slice(0, 4 * EXCERPT_CHARACTERS).replace(/[\s\p{Cc}]+/gu, ' ')
  return [...line.trim()].slice(0, EXCERPT_CHARACTERS).join('')
}

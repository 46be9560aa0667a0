import type { components } from './api.js'

type ErrorBody = components['schemas']['Error']

/** An answer of the service that is no success. */
export class ClearwayError extends Error {
  override readonly name = 'ClearwayError'
  readonly status: number
  readonly type: ErrorBody['error']['type']
  /** Tell it to support. */
  readonly requestId: string
  /** Every field that is wrong; empty unless `type` is `validation_error`. */
  readonly details: readonly components['schemas']['ErrorDetail'][]

  constructor(status: number, { error }: ErrorBody) {
    super(error.message)
    this.status = status
    this.type = error.type
    this.requestId = error.requestId
    this.details = error.details ?? []
  }
}

/** What is known of a request that got no answer. */
export interface Unanswered {
  /** What happened to the last attempt. */
  readonly cause: unknown
  readonly mayHaveArrived: boolean
  readonly idempotencyKey: string | null
}

/** No answer came: the connection could not be made, or broke. `cause` says why. */
export class ClearwayNetworkError extends Error {
  override readonly name: string = 'ClearwayNetworkError'
  /**
   * false: no attempt reached the service, so nothing has happened there. true: perhaps the
   * service has done what it was asked.
   */
  readonly mayHaveArrived: boolean
  /**
   * Of the creation of an invoice: the key that it was sent under, also where the client made it.
   * Repeat the request with it. null for everything else.
   */
  readonly idempotencyKey: string | null

  constructor(message: string, { cause, mayHaveArrived, idempotencyKey }: Unanswered) {
    super(message, { cause })
    this.mayHaveArrived = mayHaveArrived
    this.idempotencyKey = idempotencyKey
  }
}

/** The answer did not come in time. */
export class ClearwayTimeoutError extends ClearwayNetworkError {
  override readonly name = 'ClearwayTimeoutError'
  /** The time that was given, in milliseconds. */
  readonly timeoutMs: number

  constructor(message: string, timeoutMs: number, unanswered: Unanswered) {
    super(message, unanswered)
    this.timeoutMs = timeoutMs
  }
}

/**
 * An answer that is not the service's: of a proxy, a login page, another server. Its status may be
 * that of a success.
 */
export class ClearwayResponseError extends Error {
  override readonly name = 'ClearwayResponseError'
  readonly status: number
  /** As the answer names it; null where it names none. */
  readonly mediaType: string | null
  /** How its text begins, 200 characters at most; empty where there is none. */
  readonly excerpt: string

  constructor(response: Response, text: string, what = 'with no JSON of the service') {
    const excerpt = beginning(text)
    super(`${response.url} answered ${response.status} ${what}${excerpt === '' ? '' : `: ${excerpt}`}`)
    this.status = response.status
    this.mediaType = response.headers.get('content-type')
    this.excerpt = excerpt
  }
}

/** What a call of the client gives. */
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

/** In one line, by whole characters. */
function beginning(text: string): string {
  // Twice as many units hold the characters; the rest of a long page is never looked at.
  const line = text.slice(0, 4 * EXCERPT_CHARACTERS).replace(/[\s\p{Cc}]+/gu, ' ')
  return [...line.trim()].slice(0, EXCERPT_CHARACTERS).join('')
}

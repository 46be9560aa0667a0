import { setTimeout as delay } from 'node:timers/promises'
import { ClearwayNetworkError, ClearwayResponseError, ClearwayTimeoutError } from './error.js'

/** Sends a request; the platform's `fetch` or a replacement. */
export type Fetch = (request: Request) => Promise<Response>

/** How requests are sent; all times in milliseconds. */
export interface TransportOptions {
  readonly fetch: Fetch
  /** Maximum number of retries of a request. */
  readonly maxRetries: number
  /** Time limit of each attempt, from its start to the last byte of its answer. */
  readonly timeoutMs: number
  /** Maximum total of all pauses of one request. */
  readonly maxWaitMs: number
}

/** Settings of a request that the platform does not keep. */
export interface RequestSettings {
  /** How the caller reads the answer. */
  readonly parseAs: string
  /** Overrides the client's time limit. */
  readonly timeoutMs?: number
}

/**
 * Temporary statuses: those that the API calls retryable, and those of a proxy while the service
 * restarts.
 */
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504])

/** In milliseconds; 25 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Errors before a connection is made, so that nothing can have arrived. */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|.*VERIFY.*|ERR_TLS_.*)$/

type Outcome =
  { readonly response: Response; readonly fault?: never } | { readonly response?: never; readonly fault: Fault }

/** Why an attempt has no answer. */
interface Fault {
  readonly cause: unknown
  readonly isTimeout: boolean
  readonly mayHaveArrived: boolean
}

/**
 * Sends requests with a time limit, and repeats those that may succeed later: after the seconds of
 * `Retry-After`, or with growing pauses. Only safe requests are repeated: reads, idempotent
 * requests, and requests with an idempotency key.
 *
 * Answers are read whole within the time limit, unless `settingsOf` names a stream. Throws
 * `ClearwayTimeoutError`, `ClearwayNetworkError`, `ClearwayResponseError`, and the reason of the
 * request's own signal once that is aborted.
 */
export function transport(options: TransportOptions, settingsOf: (request: Request) => RequestSettings): Fetch {
  return async (request) => {
    const settings = settingsOf(request)
    const timeoutMs = settings.timeoutMs ?? options.timeoutMs
    const retries = isRepeatable(request) ? options.maxRetries : 0
    let waitedMs = 0
    let mayHaveArrived = false
    for (let retry = 0; ; retry++) {
      const outcome = await attempt(options.fetch, request, { ...settings, timeoutMs })
      const { response } = outcome
      const pauseMs = pauseBefore(retry, response?.headers.get('retry-after') ?? null)
      mayHaveArrived ||= outcome.fault?.mayHaveArrived ?? true
      // A timer with a longer time would end at once.
      const isLast = retry === retries || waitedMs + pauseMs > Math.min(options.maxWaitMs, LONGEST_TIMER_MS)
      if (response !== undefined) {
        if (isLast || !RETRYABLE.has(response.status)) return ofTheService(request, response, settings.parseAs)
        await response.body?.cancel()
      } else if (isLast) {
        throw unanswered(request, { ...outcome.fault, mayHaveArrived }, { attempts: retry + 1, timeoutMs })
      }
      await delay(pauseMs, undefined, { signal: request.signal }).catch(() => {
        throw request.signal.reason
      })
      waitedMs += pauseMs
    }
  }
}

async function attempt(
  fetch: Fetch,
  request: Request,
  { parseAs, timeoutMs }: Required<RequestSettings>,
): Promise<Outcome> {
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort()
  }, timeoutMs)
  try {
    const signal = AbortSignal.any([request.signal, limit.signal])
    // A request's body can be read once. A redirect could lead the key to another host.
    const response = await fetch(new Request(request.clone(), { signal, redirect: 'manual' }))
    return { response: parseAs === 'stream' && response.ok ? response : await readWhole(response) }
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason
    const isTimeout = limit.signal.aborted
    return { fault: { cause, isTimeout, mayHaveArrived: isTimeout || !NEVER_CONNECTED.test(codeOf(cause)) } }
  } finally {
    clearTimeout(timer)
  }
}

/** The same answer, once it has arrived completely. */
async function readWhole(response: Response): Promise<Response> {
  if (response.body === null) return response
  const bytes = await response.arrayBuffer()
  const { status, statusText, headers } = response
  const whole = new Response(bytes, { status, statusText, headers })
  return Object.defineProperty(whole, 'url', { value: response.url })
}

/** The code of the innermost error that has one; else empty. */
function codeOf(error: unknown): string {
  let code = ''
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    if ('code' in each && typeof each.code === 'string') code = each.code
  }
  return code
}

/** Whether the request may be done twice. */
function isRepeatable({ method, url, headers }: Request): boolean {
  if (method !== 'POST') return true
  const { pathname } = new URL(url)
  const changesNothing = pathname.endsWith('/v1/invoices/validate') || pathname.endsWith('/v1/convert')
  return changesNothing || idempotencyKeyOf(headers) !== null
}

/** Whether it is a path that creates invoices, below any base path of the service. */
export function isCreation(path: string): boolean {
  return path.endsWith('/v1/invoices') || path.endsWith('/v1/invoices/batch')
}

/** Under either of its names; null: none. */
export function idempotencyKeyOf(headers: Headers): string | null {
  return headers.get('x-idempotency-key') ?? headers.get('idempotency-key')
}

/** In milliseconds. Clients that were refused at the same time retry at different times. */
function pauseBefore(retry: number, retryAfter: string | null): number {
  const seconds = retryAfter === null ? NaN : secondsOf(retryAfter)
  if (Number.isNaN(seconds)) return 250 * 2 ** retry * (1 + Math.random())
  return seconds * 1000 + Math.random() * Math.min(seconds * 100, 1000)
}

/** `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). NaN: neither. */
function secondsOf(retryAfter: string): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  // A text without the name of a month is not a date; Date.parse reads `1.5` as a past date.
  if (!/[a-z]{3}/i.test(retryAfter)) return NaN
  return Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000)
}

/** The answer; throws if the service never sends such an answer. */
async function ofTheService(request: Request, response: Response, parseAs: string): Promise<Response> {
  // For a redirect that a browser does not follow, it shows only the type.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    const location = response.headers.get('location') ?? 'another address'
    throw new ClearwayResponseError(
      response,
      '',
      `to ${request.method} with a redirect to ${location.slice(0, 300)}, which is not followed; correct baseUrl`,
    )
  }
  if (!response.ok || parseAs !== 'json') return response
  const text = await response.clone().text()
  if (!isJsonObject(text)) throw new ClearwayResponseError(response, text)
  return response
}

function isJsonObject(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body)
  } catch {
    return false
  }
}

function unanswered(
  request: Request,
  { cause, isTimeout, mayHaveArrived }: Fault,
  { attempts, timeoutMs }: { readonly attempts: number; readonly timeoutMs: number },
): ClearwayNetworkError {
  const { origin, pathname } = new URL(request.url)
  const known = { cause, mayHaveArrived, idempotencyKey: idempotencyKeyOf(request.headers) }
  const where = `${request.method} ${origin}${pathname}`
  const how = attempts === 1 ? '' : `, ${attempts} attempts`
  if (isTimeout) return new ClearwayTimeoutError(`${where}: no answer within ${timeoutMs} ms${how}`, timeoutMs, known)
  return new ClearwayNetworkError(`${where}: ${reasonOf(cause)}${how}`, known)
}

/** `fetch failed` means little; its cause is informative. */
function reasonOf(cause: unknown): string {
  const code = codeOf(cause)
  if (code !== '') return `no answer (${code})`
  return cause instanceof Error ? `no answer (${cause.message})` : 'no answer'
}

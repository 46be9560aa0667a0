import type { Unavailable } from './gateway.js'
import type { GatewayTools } from './gateway-tools.js'
import type { HttpAnswer } from './government-http.js'

/** No result for this invoice yet; the others continue. `seconds` are without the pace factor. */
export function unanswered(reason: string, seconds: number, { pace }: Pick<GatewayTools, 'pace'>): Unavailable {
  return { kind: 'unavailable', reason, retryAfterSeconds: seconds * pace, concerns: 'invoice' }
}

/** Seconds until the first and the longest wait after an answer that cannot be interpreted. */
const FIRST_UNKNOWN_SECONDS = 60
const LONGEST_UNKNOWN_SECONDS = 3600

/**
 * No result for this invoice yet, from an answer or a state that the interface does not document:
 * its cause is often temporary, so it is asked for again after a minute, then with growing pauses.
 */
export function notInterpreted(reason: string, { pace }: Pick<GatewayTools, 'pace'>): Unavailable {
  const longestSeconds = LONGEST_UNKNOWN_SECONDS * pace
  return { ...unanswered(reason, FIRST_UNKNOWN_SECONDS, { pace }), longestSeconds }
}

/** The longest accepted `Retry-After`. */
const LONGEST_RETRY_AFTER_SECONDS = 3600

/**
 * The time in `Retry-After`, in real seconds, independent of the pace: seconds or a date (RFC
 * 9110, section 10.2.3), at most an hour, or `longest`. Null: no usable value.
 */
export function retryAfterSeconds(
  { 'retry-after': retryAfter, date = '' }: HttpAnswer['headers'],
  { clock }: Pick<GatewayTools, 'clock'>,
  longest = LONGEST_RETRY_AFTER_SECONDS,
): number | null {
  if (retryAfter === undefined) return null
  // A date is the server's, and so is that of its answer; our clock may differ.
  const answeredAt = Date.parse(date)
  const now = Number.isNaN(answeredAt) ? clock.now().getTime() : answeredAt
  const seconds = /^[0-9]+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000
  return seconds > 0 ? Math.min(seconds, longest) : null
}

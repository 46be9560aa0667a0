import type { Unavailable } from './gateway.js'
import type { GatewayTools } from './gateway-tools.js'

/** No result for this invoice yet; the others continue. `seconds` are without the pace factor. */
export function unanswered(reason: string, seconds: number, { pace }: Pick<GatewayTools, 'pace'>): Unavailable {
  return { kind: 'unavailable', reason, retryAfterSeconds: seconds * pace, concerns: 'invoice' }
}

/** The longest accepted `Retry-After`. */
const LONGEST_RETRY_AFTER_SECONDS = 3600

/**
 * The time in `Retry-After`, in real seconds, independent of the pace: seconds or a date (RFC
 * 9110, section 10.2.3), at most an hour, or `longest`. Null: no usable value.
 */
export function retryAfterSeconds(
  retryAfter: string | undefined,
  { clock }: Pick<GatewayTools, 'clock'>,
  longest = LONGEST_RETRY_AFTER_SECONDS,
): number | null {
  if (retryAfter === undefined) return null
  const seconds = /^[0-9]+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - clock.now().getTime()) / 1000
  return seconds > 0 ? Math.min(seconds, longest) : null
}

import type { Unavailable } from './gateway.js'
import type { GatewayTools } from './gateway-tools.js'

/** This invoice has no answer yet; the others go on. `seconds` are before the pace. */
export function unanswered(reason: string, seconds: number, { pace }: Pick<GatewayTools, 'pace'>): Unavailable {
  return { kind: 'unavailable', reason, retryAfterSeconds: seconds * pace, concerns: 'invoice' }
}

/** So long we let ourselves be sent away, whatever is asked for. */
const LONGEST_RETRY_AFTER_SECONDS = 3600

/**
 * What `Retry-After` asks for, in seconds of real time, whatever the pace: seconds or a date
 * (RFC 9110, section 10.2.3), an hour at most, or `longest`. Null: nothing usable is said.
 */
export function retryAfterSeconds(
  retryAfter: string | undefined,
  { clock }: Pick<GatewayTools, 'clock'>,
  longest = LONGEST_RETRY_AFTER_SECONDS,
): number | null {
  if (retryAfter === undefined) return null
  const told = /^[0-9]+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - clock.now().getTime()) / 1000
  return told > 0 ? Math.min(told, longest) : null
}

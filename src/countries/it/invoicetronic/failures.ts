import { cut } from '../../../domain/text.js'
import type { NoAnswer, Unauthorized, Unavailable } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer, HttpFailure } from '../../gateway/government-http.js'
import { retryAfterSeconds, unanswered } from '../../gateway/no-answer.js'
import { problemIn } from './answers.js'

/** Seconds until Invoicetronic is asked again in an outage. */
const OUTAGE_SECONDS = 60
/**
 * Seconds until a call is repeated whose answer nobody understands: whatever garbled it has often
 * gone by then.
 */
const UNKNOWN_SECONDS = 300
/** Seconds until calls are made again after "too many", where nothing is said. */
const TOO_MANY_SECONDS = 60
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600
/** Characters of Invoicetronic's text in a reason. */
const LONGEST_TEXT = 300

type Tools = Pick<GatewayTools, 'clock' | 'pace'>

// Other companies send through other ways, so no trouble concerns all.
export { unanswered }

/** No answer at all. */
export function noConnection(call: string, { reason }: HttpFailure, tools: Tools): Unavailable {
  return unanswered(`Invoicetronic, ${call}: ${reason}`, OUTAGE_SECONDS, tools)
}

/** An answer that is none of those that Invoicetronic documents: it decides nothing. */
export function notUnderstood(call: string, { status, bytes }: HttpAnswer, tools: Tools): Unavailable {
  return unanswered(
    `Invoicetronic answered ${call} with something unknown: HTTP ${status}, ${bytes.length} bytes`,
    UNKNOWN_SECONDS,
    tools,
  )
}

/** The key is wrong. */
export function refusedKey(why: string): Unauthorized {
  return { kind: 'unauthorized', reason: why, needs: 'user' }
}

/** What a status says whatever was asked; null: the body is to be judged. */
export function judgedStatus(call: string, answer: HttpAnswer, tools: Tools): NoAnswer | null {
  const { status, headers } = answer
  if (status === 401)
    return refusedKey('Invoicetronic refuses the API key (HTTP 401); hand over one that its dashboard shows')
  if (status === 403) {
    const said = problemIn(answer)
    return refusedKey(
      `Invoicetronic answered ${call} with HTTP 403${said === null ? '' : `, "${cut(said, LONGEST_TEXT)}"`}: the account has ` +
        'no operations or no signatures left, or the key may not do this; buy more at its dashboard, then hand over the key again',
    )
  }
  if (status === 429) {
    return {
      kind: 'exhausted',
      reason: `Invoicetronic answered ${call} with HTTP 429: too many calls`,
      until: retryTime(headers['retry-after'], tools),
      concerns: 'invoice',
    }
  }
  if (status >= 500) {
    const seconds =
      headers['retry-after'] === undefined ? OUTAGE_SECONDS * tools.pace : secondsIn(headers['retry-after'], tools)
    return { ...unanswered(`Invoicetronic answered ${call} with HTTP ${status}`, 0, tools), retryAfterSeconds: seconds }
  }
  return null
}

function retryTime(retryAfter: string | undefined, tools: Tools): Date {
  return new Date(tools.clock.now().getTime() + secondsIn(retryAfter, tools) * 1000)
}

function secondsIn(retryAfter: string | undefined, tools: Tools): number {
  return retryAfterSeconds(retryAfter, tools, LONGEST_RETRY_AFTER_SECONDS) ?? TOO_MANY_SECONDS * tools.pace
}

import { cut } from '../../../domain/text.js'
import type { NoAnswer, Unauthorized, Unavailable } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer, HttpFailure } from '../../gateway/government-http.js'
import { notInterpreted, retryAfterSeconds, unanswered } from '../../gateway/no-answer.js'
import { problemIn } from './answers.js'

/** Seconds until the next call during an outage of Invoicetronic. */
const OUTAGE_SECONDS = 60
/** Seconds until the next call after "too many calls" without a stated time. */
const TOO_MANY_SECONDS = 60
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600
/** Maximum length of Invoicetronic's text in a reason. */
const LONGEST_TEXT = 300

type Tools = Pick<GatewayTools, 'clock' | 'pace'>

// Other companies use other channels, so no failure concerns all.
export { unanswered }

/** The outcome of a call without a response. */
export function noConnection(call: string, { reason }: HttpFailure, tools: Tools): Unavailable {
  return unanswered(`Invoicetronic, ${call}: ${reason}`, OUTAGE_SECONDS, tools)
}

/** The outcome of an undocumented response, which decides nothing. */
export function notUnderstood(call: string, { status, bytes }: HttpAnswer, tools: Tools): Unavailable {
  return notInterpreted(`unexpected response of Invoicetronic to ${call}: HTTP ${status}, ${bytes.length} bytes`, tools)
}

/** The key is wrong. */
export function refusedKey(why: string): Unauthorized {
  return { kind: 'unauthorized', reason: why, needs: 'user' }
}

/** The outcome of statuses that mean the same for every call; null: the body decides. */
export function judgedStatus(call: string, answer: HttpAnswer, tools: Tools): NoAnswer | null {
  const { status, headers } = answer
  if (status === 401)
    return refusedKey('Invoicetronic refused the API key (HTTP 401); submit one that its dashboard shows')
  if (status === 403) {
    const said = problemIn(answer)
    return refusedKey(
      `Invoicetronic responded to ${call} with HTTP 403${said === null ? '' : `, "${cut(said, LONGEST_TEXT)}"`}: the account has ` +
        'no operations or signatures left, or the key lacks the permission; buy more at its dashboard, then submit the key again',
    )
  }
  if (status === 429) {
    return {
      kind: 'exhausted',
      reason: `Invoicetronic responded to ${call} with HTTP 429: too many calls`,
      until: retryTime(headers, tools),
      concerns: 'invoice',
    }
  }
  if (status >= 500) {
    const seconds = headers['retry-after'] === undefined ? OUTAGE_SECONDS * tools.pace : secondsIn(headers, tools)
    return {
      ...unanswered(`Invoicetronic responded to ${call} with HTTP ${status}`, 0, tools),
      retryAfterSeconds: seconds,
    }
  }
  return null
}

function retryTime(headers: HttpAnswer['headers'], tools: Tools): Date {
  return new Date(tools.clock.now().getTime() + secondsIn(headers, tools) * 1000)
}

function secondsIn(headers: HttpAnswer['headers'], tools: Tools): number {
  return retryAfterSeconds(headers, tools, LONGEST_RETRY_AFTER_SECONDS) ?? TOO_MANY_SECONDS * tools.pace
}

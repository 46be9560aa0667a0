import { cut } from '../../../domain/text.js'
import type { Exhausted, Unauthorized, Unavailable } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer } from '../../gateway/government-http.js'
import { notInterpreted, retryAfterSeconds, unanswered as unansweredFor } from '../../gateway/no-answer.js'

/** Seconds until KSeF is asked again in an outage. */
const OUTAGE_SECONDS = 30
/** Seconds until calls are made again after "too many" without a time. */
const TOO_MANY_SECONDS = 60
/** Characters of KSeF's text in a reason. */
const LONGEST_TEXT = 400

type Tools = Pick<GatewayTools, 'clock' | 'pace'>

/** KSeF can't be reached: all wait. `seconds`: the shortest wait. */
export function outage(reason: string, { pace }: Tools, seconds = OUTAGE_SECONDS): Unavailable {
  return { kind: 'unavailable', reason: quoted(reason), retryAfterSeconds: seconds * pace, concerns: 'government' }
}

/** This invoice has no answer yet; the others continue. */
export function unanswered(reason: string, seconds: number, { pace }: Tools): Unavailable {
  return unansweredFor(quoted(reason), seconds, { pace })
}

/** Seconds until the permission to read, which the user grants, is looked for again. */
const HIDDEN_SECONDS = 3600

/** KSeF refuses to show the company's invoices to these credentials. */
export function hidden(tools: Tools): Unavailable {
  const reason = 'KSeF does not show the invoices of the company; grant the credentials InvoiceRead'
  return unanswered(reason, HIDDEN_SECONDS, tools)
}

/** An answer that KSeF does not document: it decides nothing. */
export function notUnderstood(call: string, what: string, tools: Tools): Unavailable {
  return notInterpreted(quoted(`unknown answer of KSeF to ${call}: ${what}`), tools)
}

/** Only the user of the connection can help. `advice`: what to do, a sentence. */
export function forUser(advice: string, words: string): Unauthorized {
  return { kind: 'unauthorized', reason: quoted(words === '' ? advice : `${advice} KSeF: ${words}`), needs: 'user' }
}

/** KSeF reports too many calls; see `Retry-After` (RFC 9110, section 10.2.3). */
export function tooMany(
  call: string,
  { headers }: Pick<HttpAnswer, 'headers'>,
  words: string,
  tools: Tools,
): Exhausted {
  const wait = headers['retry-after'] ?? /(?:po|after) ([0-9]+) s/i.exec(words)?.[1]
  const seconds = retryAfterSeconds({ ...headers, 'retry-after': wait }, tools) ?? TOO_MANY_SECONDS * tools.pace
  return {
    kind: 'exhausted',
    reason: quoted(`KSeF answered ${call} with HTTP 429: too many calls${words === '' ? '' : ` (${words})`}`),
    until: new Date(tools.clock.now().getTime() + seconds * 1000),
    concerns: 'invoice',
  }
}

/** Words short enough for an event. */
function quoted(text: string): string {
  return cut(text, LONGEST_TEXT)
}

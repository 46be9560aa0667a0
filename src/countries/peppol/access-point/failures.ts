import { cut } from '../../../domain/text.js'
import type { Exhausted, NoAnswer, Unavailable } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer, HttpFailure } from '../../gateway/government-http.js'
import { notInterpreted, retryAfterSeconds, unanswered } from '../../gateway/no-answer.js'
import type { AccessPoint } from './access.js'

/** Seconds until an unavailable access point is asked again. */
const OUTAGE_SECONDS = 30
/** Seconds until the operator's misconfigured access point is tried again. */
const SET_UP_SECONDS = 300
/** Seconds until calls are made again after "too many" without a time. */
const TOO_MANY_SECONDS = 60
/** Characters of an answer in a reason. */
const LONGEST_TEXT = 300

/** The tools that failures need. */
type FailureTools = Pick<GatewayTools, 'clock' | 'pace' | 'warn'>

/** It can't be reached: all wait for the operator's, and one connection for a customer's. */
function outage(
  { isOperators }: AccessPoint,
  reason: string,
  { pace }: FailureTools,
  seconds = OUTAGE_SECONDS,
): Unavailable {
  const concerns = isOperators ? 'government' : 'connection'
  return { kind: 'unavailable', reason, retryAfterSeconds: seconds * pace, concerns }
}

export { unanswered }

/** An undocumented answer: it decides nothing. */
export function notUnderstood(call: string, what: string, tools: FailureTools): Unavailable {
  return notInterpreted(`unknown answer of the access point to ${call}: ${quoted(what)}`, tools)
}

/** No answer at all. */
export function noConnection(
  point: AccessPoint,
  call: string,
  { reason }: HttpFailure,
  tools: FailureTools,
): Unavailable {
  return outage(point, `the access point, ${call}: ${reason}`, tools)
}

/**
 * A fault in the configuration: a customer has to repair its connection. For the operator's own
 * access point all invoices wait until it is repaired, and the log warns the operator.
 */
function badSetUp(point: AccessPoint, reason: string, tools: FailureTools): NoAnswer {
  if (!point.isOperators) return { kind: 'unauthorized', reason, needs: 'user' }
  tools.warn({ setting: 'PEPPOL_AP_URL' }, reason)
  return outage(point, reason, tools, SET_UP_SECONDS)
}

/**
 * Sending is switched off at the access point, often for a while only: the credentials are right,
 * so the connection stays active. The log warns the operator about its own access point.
 */
export function sendsNothing(point: AccessPoint, reason: string, tools: FailureTools): Unavailable {
  if (!point.isOperators) return notInterpreted(reason, tools)
  tools.warn({ setting: 'PEPPOL_AP_URL' }, reason)
  return { ...notInterpreted(reason, tools), concerns: 'government' }
}

/**
 * Interprets status and form of an answer as far as they mean the same for all calls; null: the
 * caller has to interpret the body.
 * @param call the name of the call, for messages
 */
export function judgedAnswer(
  point: AccessPoint,
  call: string,
  answer: HttpAnswer,
  tools: FailureTools,
): NoAnswer | null {
  const { status } = answer
  if (status === 401 || status === 403) {
    const whose = point.isOperators ? 'PEPPOL_AP_TOKEN' : 'apiKey'
    return badSetUp(point, `the access point answered ${call} with HTTP ${status}: it does not accept ${whose}`, tools)
  }
  if (status === 429) return tooMany(point, call, answer, tools)
  if (status >= 500) {
    const away = outage(point, `the access point answered ${call} with HTTP ${status}`, tools)
    const seconds = retryAfterSeconds(answer.headers, tools)
    return seconds === null ? away : { ...away, retryAfterSeconds: seconds }
  }
  if (isPage(answer))
    return outage(point, `a page (HTTP ${status}) came from the access point in answer to ${call}`, tools)
  return null
}

function tooMany({ isOperators }: AccessPoint, call: string, { headers }: HttpAnswer, tools: FailureTools): Exhausted {
  return {
    kind: 'exhausted',
    reason: `the access point answered ${call} with HTTP 429: too many calls`,
    until: retryTime(headers, tools),
    concerns: isOperators ? 'government' : 'connection',
  }
}

function retryTime(headers: HttpAnswer['headers'], tools: FailureTools): Date {
  const seconds = retryAfterSeconds(headers, tools) ?? TOO_MANY_SECONDS * tools.pace
  return new Date(tools.clock.now().getTime() + seconds * 1000)
}

/** A proxy before an access point answers with HTML pages. */
function isPage({ headers, bytes }: HttpAnswer): boolean {
  if (/^text\/html\b/i.test(headers['content-type'] ?? '')) return true
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('utf8')
  return /^\uFEFF?\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start)
}

/** Words of an access point, short enough for an event. */
export function quoted(text: string): string {
  return cut(text, LONGEST_TEXT)
}

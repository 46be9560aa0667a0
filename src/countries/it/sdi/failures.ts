import { cut } from '../../../domain/text.js'
import type { Exhausted, NoAnswer, Unauthorized, Unavailable } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer, HttpFailure } from '../../gateway/government-http.js'
import { notInterpreted, retryAfterSeconds, unanswered } from '../../gateway/no-answer.js'
import { WAITS } from './waits.js'

type Tools = Pick<GatewayTools, 'clock' | 'pace'>

/** Maximum length of SdI's text in a reason. */
const LONGEST_TEXT = 300

/** SdI is not reachable: all invoices wait. */
export function outage(reason: string, { pace }: Tools, seconds: number = WAITS.outage): Unavailable {
  return { kind: 'unavailable', reason, retryAfterSeconds: seconds * pace, concerns: 'government' }
}

export { unanswered }

/** The outcome of an undocumented response, which decides nothing. */
export function notUnderstood(what: string, tools: Tools): Unavailable {
  return notInterpreted(`unexpected response of SdI: ${quoted(what)}`, tools)
}

/** We may not use the channel; the invoice waits for its connection. */
export function refusedChannel(reason: string): Unauthorized {
  return { kind: 'unauthorized', reason: quoted(reason), needs: 'user' }
}

/** TLS alerts about a client certificate (RFC 8446, 6.2). */
const OF_CERTIFICATE =
  /ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_REQUIRED|NO_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)/
const CERTIFICATE_ENDED = /ALERT_CERTIFICATE_(EXPIRED|REVOKED)/

/** Why a client certificate was refused, from the error of a request; null: it was not. */
export function certificateFault({ reason }: HttpFailure): {
  readonly reason: string
  readonly isCertain: boolean
} | null {
  const [, ended] = CERTIFICATE_ENDED.exec(reason) ?? []
  if (ended !== undefined)
    return { reason: `SdI refused the client certificate: it is ${ended.toLowerCase()}`, isCertain: true }
  return OF_CERTIFICATE.test(reason)
    ? { reason: 'SdI refused the client certificate in the TLS handshake', isCertain: false }
    : null
}

/**
 * The outcome of a call without a response. A refused certificate only concerns its own
 * connection.
 */
export function noConnection(failure: HttpFailure, tools: Tools): NoAnswer {
  const fault = certificateFault(failure)
  if (fault === null) return outage(`SdI: ${failure.reason}`, tools)
  // Servers send the same alerts for errors of their own.
  return fault.isCertain ? refusedChannel(fault.reason) : unanswered(fault.reason, WAITS.outage, tools)
}

/** The outcome of statuses that don't depend on the body; null: the body decides. */
export function judgedStatus({ status, headers }: HttpAnswer, tools: Tools): NoAnswer | null {
  const reason = `SdI responded with HTTP ${status}`
  if (status === 429) return tooMany(reason, headers, tools)
  if (status === 503 && headers['retry-after'] !== undefined)
    return { ...outage(reason, tools), retryAfterSeconds: secondsUntilRetry(headers, tools) }
  return null
}

function tooMany(reason: string, headers: HttpAnswer['headers'], tools: Tools): Exhausted {
  const until = new Date(tools.clock.now().getTime() + secondsUntilRetry(headers, tools) * 1000)
  return { kind: 'exhausted', reason: `${reason}: too many calls`, until, concerns: 'government' }
}

function secondsUntilRetry(headers: HttpAnswer['headers'], tools: Tools): number {
  return retryAfterSeconds(headers, tools, WAITS.longestRetryAfter) ?? WAITS.tooMany * tools.pace
}

/** SdI's text, short enough for an event. */
export function quoted(text: string): string {
  return cut(text, LONGEST_TEXT)
}

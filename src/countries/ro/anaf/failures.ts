import { cut } from '../../../domain/text.js'
import type { NoAnswer, Unavailable } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer, HttpFailure } from '../../gateway/government-http.js'
import { notInterpreted, retryAfterSeconds, unanswered } from '../../gateway/no-answer.js'
import { readBody, type Said } from './answers.js'
import { romanianDay } from './romanian-day.js'
import { TEXTS } from './texts.js'

/** Seconds until ANAF is asked again in an outage. */
const OUTAGE_SECONDS = 30
/** Seconds until calls are made again after "too many" without a time. */
const TOO_MANY_SECONDS = 60
/** Characters of ANAF's text in a reason. */
const LONGEST_TEXT = 300

type Tools = Pick<GatewayTools, 'clock' | 'pace'> & {
  /** Milliseconds by which ANAF's clock is ahead of ours; absent: 0. */
  readonly aheadMs?: number
}

/** ANAF can't be reached: all wait. */
function outage(reason: string, { pace }: Tools): Unavailable {
  return { kind: 'unavailable', reason, retryAfterSeconds: OUTAGE_SECONDS * pace, concerns: 'government' }
}

export { unanswered }

/** An answer that ANAF does not document: it decides nothing. */
export function notUnderstood(call: string, what: string, tools: Tools): Unavailable {
  return notInterpreted(`unknown answer of ANAF to ${call}: ${quoted(what)}`, tools)
}

/** No answer at all. */
export function noConnection(call: string, { reason }: HttpFailure, tools: Tools): Unavailable {
  return outage(`ANAF, ${call}: ${reason}`, tools)
}

/**
 * Interprets status and body as far as they mean the same for all calls; otherwise returns the
 * body for the caller to interpret.
 * @param call the name of the call, for messages
 */
export function judged(call: string, answer: HttpAnswer, tools: Tools): NoAnswer | Said {
  const { status } = answer
  const byStatus = judgedStatus(call, answer, tools)
  if (byStatus !== null) return byStatus
  const said = readBody(answer.bytes)
  switch (said.kind) {
    case 'empty':
      return outage(`ANAF answered ${call} with HTTP ${status} and an empty body`, tools)
    case 'page': {
      const reason = `a page${said.isFirewall ? ' of its firewall' : ''} came from ANAF in answer to ${call}`
      // A firewall judges the content: one invoice's words must not stop all others.
      return said.isFirewall ? unanswered(reason, OUTAGE_SECONDS, tools) : outage(reason, tools)
    }
    case 'unreadable':
      return notUnderstood(call, `HTTP ${status}, ${said.why}`, tools)
    case 'header':
      return judgedText(call, said.errors.join('\n'), tools) ?? said
    case 'json':
      return (said.error === null ? null : judgedText(call, said.error, tools)) ?? said
  }
}

function judgedStatus(call: string, { status, headers, bytes }: HttpAnswer, tools: Tools): NoAnswer | null {
  if (status === 401)
    return { kind: 'unauthorized', reason: `ANAF answered ${call} with HTTP 401 Unauthorized`, needs: 'renewal' }
  if (status === 403)
    return { kind: 'unauthorized', reason: `ANAF answered ${call} with HTTP 403 Forbidden`, needs: 'user' }
  if (status === 429 || status === 204) {
    return {
      kind: 'exhausted',
      reason: `ANAF answered ${call} with HTTP ${status}: too many calls`,
      until: retryTime(headers, tools),
      concerns: 'government',
    }
  }
  if (status >= 500) return outage(`ANAF answered ${call} with HTTP ${status}`, tools)
  if (status !== 200 && status !== 400) return notUnderstood(call, `HTTP ${status}, ${bytes.length} bytes`, tools)
  return null
}

function retryTime(headers: HttpAnswer['headers'], tools: Tools): Date {
  const seconds = retryAfterSeconds(headers, tools) ?? TOO_MANY_SECONDS * tools.pace
  return new Date(tools.clock.now().getTime() + seconds * 1000)
}

function judgedText(call: string, text: string, tools: Tools): NoAnswer | null {
  if (TEXTS.dailyLimit.test(text)) {
    // The day ends by ANAF's clock: by ours it may have ended already.
    const { aheadMs = 0 } = tools
    const day = romanianDay(new Date(tools.clock.now().getTime() + aheadMs))
    const until = new Date(day.until.getTime() - aheadMs)
    return { kind: 'exhausted', reason: `ANAF, ${call}: ${quoted(text)}`, until, concerns: 'invoice' }
  }
  if (TEXTS.noRight.test(text)) return { kind: 'unauthorized', reason: quoted(text), needs: 'user' }
  // The document can be the cause, so only its own invoice waits.
  if (TEXTS.technical.test(text)) return unanswered(`ANAF, ${call}: ${quoted(text)}`, OUTAGE_SECONDS, tools)
  return null
}

/** ANAF's words, short enough for an event. */
export function quoted(text: string): string {
  return cut(text, LONGEST_TEXT)
}

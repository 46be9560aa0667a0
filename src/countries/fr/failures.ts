import { cut } from '../../domain/text.js'
import type { Concerns, Exhausted, NoAnswer, Unavailable } from '../gateway/gateway.js'
import type { GatewayTools } from '../gateway/gateway-tools.js'
import type { HttpAnswer, HttpFailure } from '../gateway/government-http.js'
import { notInterpreted, retryAfterSeconds, unanswered } from '../gateway/no-answer.js'

/** Seconds until the next call to an unavailable system. */
const OUTAGE_SECONDS = 30
/** Seconds until the next call after "too many calls" without a stated time. */
const TOO_MANY_SECONDS = 60
/** Maximum number of characters of a response in a reason. */
const LONGEST_TEXT = 300

/** Builders for the outcomes of failed calls. */
export type PaceTools = Pick<GatewayTools, 'clock' | 'pace'>

export { unanswered }

/**
 * What an outage concerns. Each customer has its own platform, and an unavailable one must not
 * stop the others: its outage is that of the connection. Chorus Pro is the same for all, and a
 * connection may have a platform as well.
 */
export type OutageConcerns = Extract<Concerns, 'connection' | 'invoice'>

/** The outcome of a call without a response. */
export function noConnection(
  call: string,
  { reason }: HttpFailure,
  tools: PaceTools,
  concerns: OutageConcerns,
): Unavailable {
  return { ...unanswered(`${call}: ${reason}`, OUTAGE_SECONDS, tools), concerns }
}

/** The outcome of an undocumented response, which decides nothing. */
export function notUnderstood(call: string, what: string, tools: PaceTools): Unavailable {
  return notInterpreted(`${call}: unexpected response: ${quoted(what)}`, tools)
}

/**
 * The outcome of statuses that mean the same for every call; null: the body decides.
 * @param call the name of the call, for messages
 */
export function judgedStatus(
  call: string,
  answer: HttpAnswer,
  tools: PaceTools,
  concerns: OutageConcerns,
): NoAnswer | null {
  const { status, headers } = answer
  const said = `${call}: HTTP ${status}`
  if (status === 401)
    return { kind: 'unauthorized', reason: `${said} Unauthorized: submit valid credentials`, needs: 'user' }
  if (status === 403) {
    // A firewall in front rejects content, not credentials.
    if (isPage(answer)) return unanswered(`${said} with an HTML page`, OUTAGE_SECONDS, tools)
    return { kind: 'unauthorized', reason: `${said} Forbidden: ${quoted(textOf(answer))}`, needs: 'user' }
  }
  if (status === 429) return tooMany(call, answer, tools, concerns)
  if (status === 408 || status >= 500) {
    const seconds = retryAfterSeconds(headers, tools)
    const away = { ...unanswered(said, OUTAGE_SECONDS, tools), concerns }
    return seconds === null ? away : { ...away, retryAfterSeconds: seconds }
  }
  return null
}

/** "Too many calls", until the time in the response. */
function tooMany(call: string, { headers }: HttpAnswer, tools: PaceTools, concerns: OutageConcerns): Exhausted {
  const seconds = retryAfterSeconds(headers, tools) ?? TOO_MANY_SECONDS * tools.pace
  return {
    kind: 'exhausted',
    reason: `${call}: HTTP 429, too many calls`,
    until: new Date(tools.clock.now().getTime() + seconds * 1000),
    concerns,
  }
}

/** The JSON object in a body; null: there is none. */
export function jsonIn({ bytes }: Pick<HttpAnswer, 'bytes'>): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isFields(json) ? json : null
  } catch {
    return null
  }
}

/** Whether a value of JSON is an object. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the body is an HTML page, from a proxy in front of the system. */
export function isPage({ bytes }: Pick<HttpAnswer, 'bytes'>): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('utf8')
  return /^\uFEFF?\s*<(?:!doctype html|html|head|body)\b/i.test(start)
}

/** A body as text; an HTML page is not quoted. */
export function textOf(answer: Pick<HttpAnswer, 'bytes'>): string {
  return isPage(answer) ? 'an HTML page' : Buffer.from(answer.bytes).toString('utf8').trim()
}

/** Whether there is no response. */
export function isNoAnswer(outcome: { readonly kind: string }): outcome is NoAnswer {
  return outcome.kind === 'unavailable' || outcome.kind === 'exhausted' || outcome.kind === 'unauthorized'
}

/** The text of a system, on one line and short enough for an event. */
export function quoted(text: string): string {
  // Cut twice, because a response may have megabytes.
  return cut(
    cut(text, 10 * LONGEST_TEXT)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    LONGEST_TEXT,
  )
}

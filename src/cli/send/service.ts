import { request } from 'undici'
import { troubleInWords } from '../../domain/connection-trouble.js'
import { StartupError } from '../../storage/startup-error.js'
import { notThere, retryAfterMs } from '../listen/feed.js'
import type { Outgoing } from './outgoing.js'

/** The service's answer for one invoice. */
export interface Answered {
  readonly status: number
  readonly replayed: boolean
  /** null: it was refused. */
  readonly invoice: { readonly id: string; readonly createdAt: string } | null
  /** Why it was refused, with its invalid fields. */
  readonly error: AnsweredError | null
}

/** The error of an answer. */
interface AnsweredError {
  readonly type: string
  readonly message: string
  readonly details?: readonly { readonly path: string; readonly message: string; readonly rule?: string }[]
  readonly requestId: string
}

/** The result of an attempt. */
interface Attempt {
  /** In the order of sending; undefined: no answer. */
  readonly answers: readonly (Answered | undefined)[]
  /** Why some have no final answer; null: all have one. */
  readonly problem: string | null
  /** How long the service asks to wait; null: it does not say. */
  readonly retryAfterMs: number | null
}

/** Where the service is, and how to call it. */
export interface ServiceSettings {
  readonly api: string
  readonly key: string
  readonly validate: boolean
  readonly signal: AbortSignal
}

/** Statuses that may change on a retry. */
const RETRYABLE: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])
const ANSWER_MS = 300_000

/** Whether a retry would get the same answer. */
export function isFinal(answer: Answered | undefined): boolean {
  return answer !== undefined && !RETRYABLE.has(answer.status)
}

/**
 * Sends JSON only, or XML only, once. Throws `StartupError` for an error that concerns everything:
 * a refused key, an address where no such service runs.
 */
export async function attempt(settings: ServiceSettings, group: readonly Outgoing[]): Promise<Attempt> {
  const lines = group.flatMap(({ body }) => (body.kind === 'json' ? [body.line] : []))
  if (lines.length === group.length) return sendBatch(settings, lines)
  const all = await Promise.all(group.map((each) => sendDocument(settings, each)))
  return {
    answers: all.flatMap(({ answers }) => answers),
    problem: all.find(({ problem }) => problem !== null)?.problem ?? null,
    retryAfterMs: all.reduce<number | null>(
      (most, { retryAfterMs: ms }) => (ms === null ? most : Math.max(ms, most ?? 0)),
      null,
    ),
  }
}

interface Posted {
  readonly statusCode: number
  readonly replayed: boolean
  readonly retryAfterMs: number | null
  /** The text received. */
  readonly text: string
  /** Why the answer was cut off; null: it is complete. */
  readonly broken: string | null
}

async function sendBatch(settings: ServiceSettings, lines: readonly string[]): Promise<Attempt> {
  const posted = await post(settings, '/v1/invoices/batch', 'application/x-ndjson', lines.join('\n'))
  if (typeof posted === 'string') return failed(lines.length, posted, null)
  if (posted.statusCode !== 200) return ofWhole(settings, lines.length, posted)
  const answers = batchAnswers(settings.api, posted.text, lines.length)
  const open = answers.filter((answer) => !isFinal(answer))
  const [first] = open
  const problem = open.length === 0 ? null : (first?.error?.message ?? posted.broken ?? 'the answer was cut off')
  return { answers, problem, retryAfterMs: null }
}

/**
 * The received answers to the lines of a batch, in their order. Throws `StartupError` if the text
 * does not fit that many lines.
 */
export function batchAnswers(api: string, text: string, count: number): (Answered | undefined)[] {
  const answers = Array.from<Answered | undefined>({ length: count })
  // The text after the last line break is incomplete.
  for (const each of text.split('\n').slice(0, -1)) {
    const { line, status, replayed = false, data = null, error = null } = parsed<Result>(api, each)
    if (!Number.isInteger(line) || line < 1 || line > count || !Number.isInteger(status)) throw notThere(api)
    answers[line - 1] = { status, replayed, invoice: data, error }
  }
  return answers
}

async function sendDocument(settings: ServiceSettings, { key, body }: Outgoing): Promise<Attempt> {
  const content = body.kind === 'xml' ? body.bytes : body.line
  const type = body.kind === 'xml' ? 'application/xml' : 'application/json'
  const posted = await post(settings, '/v1/invoices', type, content, { 'x-idempotency-key': key })
  if (typeof posted === 'string' || posted.broken !== null)
    return failed(1, typeof posted === 'string' ? posted : (posted.broken ?? ''), null)
  if (posted.statusCode !== 201) return ofWhole(settings, 1, posted)
  const { data = null } = parsed<Result>(settings.api, posted.text)
  const answer = { status: posted.statusCode, replayed: posted.replayed, invoice: data, error: null }
  return { answers: [answer], problem: null, retryAfterMs: null }
}

interface Result {
  readonly line: number
  readonly status: number
  readonly replayed?: boolean
  readonly data?: { readonly id: string; readonly createdAt: string }
  readonly error?: AnsweredError
}

/** The same answer for all of them. */
function ofWhole({ api }: ServiceSettings, count: number, posted: Posted): Attempt {
  const { statusCode, text, retryAfterMs: ms } = posted
  if (RETRYABLE.has(statusCode)) return failed(count, `it answered ${statusCode}`, ms)
  const { error } = parsed<Result>(api, text)
  if (error === undefined) throw notThere(api)
  if (statusCode === 401) throw new StartupError(`${api} refuses the API key: it is unknown, revoked or expired.`)
  if (error.type === 'forbidden_error') throw new StartupError(`${api} refuses this: ${error.message}.`)
  const answer = { status: statusCode, replayed: false, invoice: null, error }
  return { answers: Array.from({ length: count }, () => answer), problem: null, retryAfterMs: null }
}

function failed(count: number, problem: string, ms: number | null): Attempt {
  return { answers: Array.from<undefined>({ length: count }), problem, retryAfterMs: ms }
}

/** The answer, or why there is none, in words. */
async function post(
  { api, key, validate, signal }: ServiceSettings,
  path: string,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Posted | string> {
  try {
    const answer = await request(`${api}${path}${validate ? '?validate=true' : ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
      body,
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
      signal,
    })
    const { statusCode, headers: answered } = answer
    const read = await asMuchAsComes(answer.body)
    const replayed = answered['idempotent-replayed'] === 'true'
    return { statusCode, replayed, retryAfterMs: retryAfterMs(answered['retry-after']), ...read }
  } catch (error) {
    signal.throwIfAborted()
    return troubleInWords(error)
  }
}

async function asMuchAsComes(body: AsyncIterable<Uint8Array>): Promise<{ text: string; broken: string | null }> {
  const chunks: Uint8Array[] = []
  let broken: string | null = null
  try {
    for await (const chunk of body) chunks.push(chunk)
  } catch (error) {
    broken = troubleInWords(error)
  }
  return { text: Buffer.concat(chunks).toString('utf8'), broken }
}

function parsed<T>(api: string, text: string): Partial<T> & T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Invalid JSON is as wrong as JSON of another shape.
  }
  throw notThere(api)
}

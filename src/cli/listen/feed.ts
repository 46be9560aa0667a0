import { withTimeLimit } from '../../domain/time-limit.js'
import { request } from 'undici'
import { troubleInWords } from '../../domain/connection-trouble.js'
import { pause } from '../../domain/pause.js'
import { StartupError } from '../../storage/startup-error.js'
import { fieldsOf, itemsOf } from '../../domain/json.js'

/** An event of the feed: the same fields as the body of a delivery. */
export interface FeedEvent {
  readonly id: string
  readonly type: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Which feed to follow, and where to report trouble. */
export interface FeedSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly api: string
  readonly key: string
  /** Kinds, separated by commas; null: all. */
  readonly events: string | null
  /** ISO 8601; null: from the time of the call by the service's clock. */
  readonly from: string | null
  readonly signal: AbortSignal
  /**
   * Called once with the problem when the service stops answering, and with null when it is back.
   */
  readonly onTrouble: (problem: string | null) => void
}

interface FeedPage {
  readonly data: readonly FeedEvent[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

interface Answer {
  readonly page: FeedPage
  /** The service's clock in milliseconds since 1970, in whole seconds. */
  readonly time: number
}

const PAGE = 100
const LOOK_EVERY_MS = 1_000
const ANSWER_MS = 30_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** Longest accepted `Retry-After`. */
const LONGEST_WAIT_MS = 300_000
/** Number of ids remembered to recognise events already seen when the cursor is lost. */
const REMEMBERED = 10_000

/** The service rejected the cursor: the service was restored, or has another key. */
class CursorGone extends Error {
  override readonly name = 'CursorGone'
}

/**
 * The events of an account and environment in commit order, until the signal aborts. No event is
 * missed or repeated, even when the service is unreachable, restarted or restored meanwhile.
 * Throws `StartupError` where waiting does not help: a refused key, an unknown kind, an address
 * where no such service runs.
 */
export async function* followFeed(settings: FeedSettings): AsyncGenerator<FeedEvent, void, undefined> {
  const { signal } = settings
  const feed = new Feed(settings)
  const seen = new Set<string>()
  let from = settings.from ?? (await feed.now())
  let cursor: string | null = null
  while (!signal.aborted) {
    try {
      const answer: Answer | null = await feed.page(cursor === null ? { from } : { cursor })
      if (answer === null) return
      const { data, hasMore, nextCursor } = answer.page
      for (const event of data) {
        if (seen.has(event.id)) continue
        remember(seen, event.id)
        yield event
        from = event.createdAt
      }
      cursor = nextCursor
      if (!hasMore) await pause(LOOK_EVERY_MS, signal)
    } catch (error) {
      if (!(error instanceof CursorGone) || cursor === null) throw error
      // Start again at the last event and skip the events already seen.
      cursor = null
    }
  }
}

function remember(seen: Set<string>, id: string): void {
  const [oldest] = seen
  if (seen.size >= REMEMBERED && oldest !== undefined) seen.delete(oldest)
  seen.add(id)
}

class Feed {
  readonly #settings: FeedSettings
  #inTrouble = false

  constructor(settings: FeedSettings) {
    this.#settings = settings
  }

  /**
   * The service's time of the call, however long the service was unreachable afterwards. Events of
   * that same second count as new.
   */
  async now(): Promise<string> {
    const begun = performance.now()
    const answer = await this.page({}, 1)
    const time = answer?.time ?? Date.now()
    return new Date(time - (performance.now() - begun)).toISOString()
  }

  /** Requests the page until there is an answer; null: the signal aborted first. */
  async page(place: { from?: string; cursor?: string }, limit = PAGE): Promise<Answer | null> {
    const { signal, events } = this.#settings
    const query = new URLSearchParams({ limit: String(limit), ...place, ...(events !== null && { types: events }) })
    for (let wait = FIRST_PAUSE_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const outcome = await this.#ask(`/v1/events?${query.toString()}`)
      if ('answer' in outcome) {
        this.#say(null)
        return outcome.answer
      }
      if (signal.aborted) return null
      this.#say(outcome.problem)
      await pause(outcome.retryAfterMs ?? wait, signal)
    }
    return null
  }

  /** Throws errors that a retry does not cure. */
  async #ask(path: string): Promise<{ answer: Answer } | { problem: string; retryAfterMs: number | null }> {
    const { api, key, signal } = this.#settings
    try {
      const { statusCode, headers, text } = await withTimeLimit(ANSWER_MS, signal, async (signal) => {
        const response = await request(api + path, {
          headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
          signal,
        })
        return { ...response, text: await response.body.text() }
      })
      if (statusCode === 200) return { answer: { page: pageIn(api, text), time: timeIn(headers.date) } }
      if (statusCode === 429 || statusCode >= 500) {
        return { problem: `it answered ${statusCode}`, retryAfterMs: retryAfterMs(headers['retry-after']) }
      }
      throw refusal(api, statusCode, text)
    } catch (error) {
      if (error instanceof StartupError || error instanceof CursorGone) throw error
      return { problem: troubleInWords(error), retryAfterMs: null }
    }
  }

  #say(problem: string | null): void {
    const isNews = (problem !== null) !== this.#inTrouble
    this.#inTrouble = problem !== null
    if (isNews) this.#settings.onTrouble(problem)
  }
}

function pageIn(api: string, text: string): FeedPage {
  const page = json(text)
  if (!Array.isArray(fieldsOf(page)['data'])) throw notThere(api)
  return page as FeedPage
}

/** For an answer without a date, as some proxies send it: this machine's time. */
function timeIn(date: string | string[] | undefined): number {
  const time = Date.parse(String(date))
  return Number.isNaN(time) ? Math.floor(Date.now() / 1_000) * 1_000 : time
}

function refusal(api: string, statusCode: number, text: string): Error {
  const { message, details } = fieldsOf(fieldsOf(json(text))['error'])
  const { path, message: fault } = fieldsOf(itemsOf(details)[0])
  if (statusCode === 400 && path === 'cursor') return new CursorGone(String(fault))
  if (statusCode === 401) return new StartupError(`${api} refuses the API key: it is unknown, revoked or expired.`)
  if (typeof message !== 'string') return notThere(api)
  if (path === 'types') return new StartupError(`--events ${String(fault)}.`)
  return new StartupError(`${api} answered ${statusCode}: ${typeof fault === 'string' ? fault : message}.`)
}

/** The error for an address where something else answers. */
export function notThere(api: string): StartupError {
  return new StartupError(`${api} is not a Clearway service; correct --api or CLEARWAY_API.`)
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** How long to wait according to `Retry-After`; null: the header does not contain seconds. */
export function retryAfterMs(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string' || !/^\d{1,6}$/.test(header)) return null
  return Math.min(Number(header) * 1_000, LONGEST_WAIT_MS)
}

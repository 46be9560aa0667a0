import { request } from 'undici'
import { troubleInWords } from '../../domain/connection-trouble.js'
import { fieldsOf, itemsOf } from '../../domain/json.js'
import { pause } from '../../domain/pause.js'
import { withTimeLimit } from '../../domain/time-limit.js'
import { StartupError } from '../../storage/startup-error.js'
import { notThere, retryAfterMs } from '../listen/feed.js'

/** Where the service is, and how to call it. */
interface ReaderSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly api: string
  readonly key: string
  readonly signal: AbortSignal
  /** Called with a sentence before each pause. */
  readonly onPause: (problem: string) => void
}

/** An object of the API, of which a newer service may send more. */
export type Listed = Readonly<Record<string, unknown>>

const TRIES = 8
const ANSWER_MS = 120_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Reads from the API, and tries again while the service is busy or does not answer. */
export class ApiReader {
  readonly #settings: ReaderSettings

  constructor(settings: ReaderSettings) {
    this.#settings = settings
  }

  /**
   * The JSON at a path. Throws `StartupError` where there is none: a refused key, an invalid
   * filter, an unknown id, an address where no such service runs.
   */
  async json(path: string): Promise<Readonly<Record<string, unknown>>> {
    const value = parsed(await this.bytes(path))
    if (fieldsOf(value)['data'] === undefined) throw notThere(this.#settings.api)
    return value as Readonly<Record<string, unknown>>
  }

  /** The bytes at a path. Throws as `json` does. */
  async bytes(path: string): Promise<Buffer> {
    const { api, signal, onPause } = this.#settings
    for (let tries = 1; ; tries++) {
      const outcome = await this.#ask(path)
      if ('bytes' in outcome) return outcome.bytes
      if (signal.aborted) throw new StartupError('It was interrupted.')
      if (tries >= TRIES) throw new StartupError(`${api} does not answer: ${outcome.problem}.`)
      const ms = outcome.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
      onPause(`${outcome.problem}; retrying in ${Math.ceil(ms / 1_000)} s.`)
      await pause(ms, signal)
    }
  }

  async #ask(
    path: string,
  ): Promise<{ readonly bytes: Buffer } | { readonly problem: string; readonly retryAfterMs: number | null }> {
    const { api, key, signal } = this.#settings
    try {
      const { statusCode, headers, bytes } = await withTimeLimit(ANSWER_MS, signal, async (within) => {
        const answer = await request(api + path, { headers: { authorization: `Bearer ${key}` }, signal: within })
        return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) }
      })
      if (statusCode === 200) return { bytes }
      if (statusCode === 429 || statusCode >= 500)
        return { problem: `The service answered ${statusCode}`, retryAfterMs: retryAfterMs(headers['retry-after']) }
      throw refusal(api, statusCode, parsed(bytes))
    } catch (error) {
      if (error instanceof StartupError) throw error
      return { problem: troubleInWords(error), retryAfterMs: null }
    }
  }
}

function refusal(api: string, statusCode: number, body: unknown): StartupError {
  const { message, details } = fieldsOf(fieldsOf(body)['error'])
  if (statusCode === 401) return new StartupError(`${api} refuses the API key: it is unknown, revoked or expired.`)
  if (typeof message !== 'string') return notThere(api)
  const { path, message: fault } = fieldsOf(itemsOf(details)[0])
  const why = typeof fault === 'string' ? `${String(path)} ${fault}`.trim() : message
  return new StartupError(`${api} answered ${statusCode}: ${why}.`)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

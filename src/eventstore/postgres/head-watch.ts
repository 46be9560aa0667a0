import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { StepsUntilAborted } from '../../domain/or-aborted.js'
import { streamsUntil } from '../../storage/postgres/pool.js'
import { APPLICATION_NAME } from './database.js'

/**
 * Notifies all live subscriptions of a process that there may be new events: at once for appends
 * of this process, through LISTEN/NOTIFY for those of others, and by polling the store, because a
 * notification can get lost. One poll and one listening connection serve all of them.
 */
export class HeadWatch {
  readonly #connectionString: string
  readonly #readHead: () => Promise<bigint>
  readonly #pollInterval: number
  readonly #stream: Pick<pg.ClientConfig, 'stream'>
  /** All that wait share it; null: none has waited since the last change. */
  #change: Change | null = null
  #waiting = 0
  readonly #closing = new AbortController()
  #head = -1n
  #generation = 0
  #polling = false
  #listening: Promise<void> | null = null

  /** `pollInterval` in milliseconds. `cut`: ends the listening connection. */
  constructor(connectionString: string, readHead: () => Promise<bigint>, pollInterval: number, cut?: AbortSignal) {
    this.#connectionString = connectionString
    this.#readHead = readHead
    this.#pollInterval = pollInterval
    this.#stream = cut === undefined ? {} : { stream: streamsUntil(cut) }
  }

  /** Take it before reading; pass it to `changedSince` afterwards. */
  mark(): number {
    return this.#generation
  }

  /** The store's head is at `position` or further. */
  hint(position: bigint): void {
    if (position > this.#head) this.#moveTo(position)
  }

  /**
   * Resolves as soon as the head has moved since the mark was taken, or the signal of the steps
   * aborts. Throws `EventStoreUnavailable` when the store doesn't answer any more.
   */
  async changedSince(mark: number, steps: StepsUntilAborted): Promise<void> {
    if (mark !== this.#generation) return
    this.#change ??= new Change()
    this.#waiting += 1
    this.#listening ??= this.#listen()
    if (!this.#polling) void this.#poll()
    try {
      await steps.of(this.#change.come)
    } finally {
      this.#waiting -= 1
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#listening
  }

  #moveTo(position: bigint): void {
    this.#head = position
    this.#generation += 1
    this.#change?.happened()
    this.#change = null
  }

  /** Runs as long as a subscription waits. */
  async #poll(): Promise<void> {
    this.#polling = true
    for (;;) {
      await sleep(this.#pollInterval, this.#closing.signal)
      if (this.#closing.signal.aborted || this.#waiting === 0) break
      try {
        const position = await this.#readHead()
        // Also if it moved back: the store was restored.
        if (position !== this.#head) this.#moveTo(position)
      } catch (error) {
        this.#change?.failed(error)
        this.#change = null
      }
    }
    this.#polling = false
  }

  /** Holds the listening connection until `close`, a new one after each loss. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing
    let failures = 0
    while (!signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#connectionString,
        application_name: `${APPLICATION_NAME} (listens)`,
        connectionTimeoutMillis: LISTENER_TIMEOUT,
        query_timeout: LISTENER_TIMEOUT,
        keepAlive: true,
        ...this.#stream,
      })
      const over = new AbortController()
      const ended = once(client, 'end', { signal: AbortSignal.any([signal, over.signal]) }).catch(() => undefined)
      // The `end` event reports the loss; without a listener this event would end the process.
      client.on('error', () => undefined)
      client.on('notification', ({ payload = '' }) => {
        if (/^\d+$/.test(payload)) this.hint(BigInt(payload))
      })
      try {
        await client.connect()
        await client.query('LISTEN eventstore_head')
        failures = 0
        await ended
      } catch {
        failures += 1
      }
      over.abort()
      client.end().catch(() => undefined)
      // Jitter: the processes of a deployment should not all reconnect at the same instant.
      await sleep(Math.min(100 * 2 ** failures, 10_000) * (0.5 + Math.random() / 2), signal)
    }
  }
}

/** The next move of the head. */
class Change {
  happened!: () => void
  failed!: (error: unknown) => void
  readonly come = new Promise<void>((resolve, reject) => {
    this.happened = resolve
    this.failed = reject
  })

  constructor() {
    // All that waited may have ended before it fails.
    this.come.catch(() => undefined)
  }
}

/** Milliseconds; nothing waits for the listener but `close`. */
const LISTENER_TIMEOUT = 5_000

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
}

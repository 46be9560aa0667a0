import { EventEmitter, once } from 'node:events'
import { orAborted } from '../../domain/or-aborted.js'
import { EventStoreUnavailable, PositionBeyondEnd } from '../port.js'
import type { LoggedRecord } from './all-stream.js'
import type { Erasures } from './erasures.js'
import { translated } from './errors.js'
import type { End, LogEnd } from './log-end.js'
import { type Naming, positionOf, recorded } from './naming.js'
import { pauseBeforeRetry } from './pause-before-retry.js'
import { type RecentPage, RecentEvents } from './recent-events.js'
import { subscribeAfter } from './resuming.js'
import type { Server } from './server.js'

/** The dependencies of the live feed. */
export interface FeedSources {
  readonly server: Server
  readonly naming: Naming
  readonly logEnd: LogEnd
  readonly erasures: Erasures
  /** Milliseconds for which a lost subscription is resumed. */
  readonly retryFor: number
}

/**
 * Our new events, from its start on: one subscription to `$all` for all live subscribers of a
 * process. It reads the server's messages at once, independently of the subscribers, and keeps the
 * newest stretch; a subscriber that falls behind that reads history again. So the server never
 * sees a slow consumer, a filtered subscription knows every position at once, and each event is
 * parsed once.
 *
 * A lost subscription is resumed after the last event. If that does not succeed in time, the feed
 * ends, and so do all subscriptions that follow it.
 */
export class LiveFeed {
  readonly #sources: FeedSources
  readonly #recent: RecentEvents
  readonly #changes = new EventEmitter().setMaxListeners(0)
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** Of the last record received; the log's end before the first. */
  #resumeAfter: bigint
  #generation = 0
  #failure: Error | null = null
  #notifying = false

  /** `end`: where it begins. */
  constructor(sources: FeedSources, end: End) {
    this.#sources = sources
    this.#recent = new RecentEvents(end.ours)
    this.#resumeAfter = end.log
    this.#running = this.#run()
  }

  /** Whether it has ended; a subscriber then needs a new feed. */
  get over(): boolean {
    return this.#failure !== null || this.#stopping.signal.aborted
  }

  /** The event after which the feed is complete; null: it holds everything from the beginning. */
  get start() {
    return this.#recent.start
  }

  /** The feed has all of our events up to here. */
  get reached(): bigint {
    return this.#resumeAfter
  }

  /** Take it before asking for a page: a later change then ends the next wait at once. */
  mark(): number {
    return this.#generation
  }

  /** The events after a position that is not before `start`. */
  page(after: bigint, prefixes: readonly string[] | null, maxEvents: number): RecentPage {
    return this.#recent.page(after, prefixes, maxEvents)
  }

  /**
   * Waits for a change after the mark, or for the signal. Throws the error that ended the feed.
   */
  async changedSince(mark: number, signal: AbortSignal): Promise<void> {
    if (this.#failure === null && this.#generation === mark && !signal.aborted) {
      await once(this.#changes, 'changed', { signal }).catch(() => undefined)
    }
    if (this.#failure !== null) throw this.#failure
  }

  /** An erased stream is no longer delivered. */
  forget(stream: string): void {
    this.#recent.forget(stream)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#changes.emit('changed')
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    let deadline: number | null = null
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#receive(() => {
          deadline = null
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) return
        const reason = translated(error)
        deadline ??= performance.now() + this.#sources.retryFor
        if (!(reason instanceof EventStoreUnavailable) || performance.now() >= deadline) {
          this.#failure = reason instanceof Error ? reason : new Error(String(reason))
          this.#changes.emit('changed')
          return
        }
        await pauseBeforeRetry(failures, signal)
        failures += 1
      }
    }
  }

  /** Receives records until the subscription is lost. */
  async #receive(onSuccess: () => void): Promise<void> {
    const { signal } = this.#stopping
    const { server, naming } = this.#sources
    await this.#checkEnd()
    if (signal.aborted) return
    const inbox = await subscribeAfter(server, this.#resumeAfter, naming.filter(null, null, PACE), signal)
    if (inbox === null) return
    try {
      onSuccess()
      for (let behind = 0n; !signal.aborted;) {
        const message = inbox.take()
        if (message !== null) {
          if (message.kind === 'record') this.#take(message.record)
          continue
        }
        const outcome = await inbox.more(server.answerWithin / 2)
        if (outcome === 'ended') throw new EventStoreUnavailable('The event store ended the subscription')
        if (outcome !== 'late') continue
        // Silence may mean that nothing happens, that the server hangs, or that it has lost the
        // subscription.
        const end = await this.#checkEnd()
        const missing = end?.ours?.position ?? 0n
        if (behind > this.#resumeAfter) throw new EventStoreUnavailable('The event store’s subscription has stalled')
        behind = missing
      }
    } finally {
      inbox.close()
    }
  }

  #take(record: LoggedRecord): void {
    const { naming, erasures } = this.#sources
    const position = positionOf(record)
    if (position <= this.#resumeAfter) return
    this.#resumeAfter = position
    const erased = erasures.readNote(record)
    if (erased !== null) this.#recent.forget(erased)
    const stream = naming.ours(record)
    if (stream !== null) {
      const shown = erasures.has(stream) ? null : recorded(record, stream)
      this.#recent.add(shown, position, record.streamId, shown === null ? 0 : record.size)
    }
    this.#notify()
  }

  /** Notifies once for all records that come at the same time. */
  #notify(): void {
    if (this.#notifying) return
    this.#notifying = true
    setImmediate(() => {
      this.#notifying = false
      this.#generation += 1
      this.#changes.emit('changed')
    })
  }

  /**
   * Throws `PositionBeyondEnd` if the log ends before what was already received: it was restored.
   */
  async #checkEnd(): Promise<End | null> {
    const end = await orAborted(this.#sources.logEnd.look(), this.#stopping.signal)
    if (end !== null && end.log < this.#resumeAfter) throw beyond(this.#resumeAfter, end)
    return end
  }
}

/** The error for a position after the end of the log. */
export function beyond(position: bigint, { log }: End): PositionBeyondEnd {
  return new PositionBeyondEnd(`The newest event has position ${log}, not ${position}`)
}

const PACE = { window: 32, checkpointEvery: 1_000 }

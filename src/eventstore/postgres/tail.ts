import type { RecordedEvent } from '../../domain/event.js'
import type { Database } from './database.js'
import type { EventPage, PageRequest } from './reading.js'
import { readPage } from './reading.js'

/**
 * The newest stretch of the store, read once for all live subscriptions of a process: eight of
 * them that follow the same events cost one query per commit and one parse per event, not eight. A
 * subscription that is further behind reads its own pages.
 *
 * Holds all streams' events after `#start` up to `#end`, bounded in number and in age. Subscribers
 * share the event objects.
 */
export class Tail {
  readonly #database: Database
  /** In their order, each beginning where the one before it ended. */
  #chunks: Chunk[] = []
  /** Of all chunks. */
  #size = { events: 0, bytes: 0 }
  /** Exclusive; null until a subscriber has reached the head for the first time. */
  #start: bigint | null = null
  #end = 0n
  /** The store's head when the tail was last read. */
  #head = 0n
  /** The mark of the last read that was finished. */
  #lookedAt = -1
  #look: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The page after a position that the subscription has reached live. `mark`: a `HeadWatch` mark;
   * an answer at the head comes from a read of the store that began after the mark was taken.
   * Throws `EventStoreUnavailable`.
   */
  async read(request: PageRequest, mark: number): Promise<EventPage> {
    const { after } = request
    this.#dropOldChunks()
    for (;;) {
      if (this.#start !== null && after > this.#end + MAX_GAP) this.#restart(after)
      if (this.#start === null || after < this.#start) return await this.#readAlone(request)
      if (after < this.#end) return this.#page(request, mark)
      this.#look ??= this.#advance(mark)
      await this.#look
      // A read that began before the mark was taken may have missed the change behind the mark.
      if (this.#lookedAt >= mark && after >= this.#end && this.#end >= this.#head) return this.#page(request, mark)
    }
  }

  /** An erased stream is no longer delivered. */
  forget(stream: string): void {
    this.#chunks = this.#chunks.map((chunk) => ({
      ...chunk,
      events: chunk.events.filter((event) => event.stream !== stream),
    }))
    this.#size.events = this.#chunks.reduce((sum, { events }) => sum + events.length, 0)
  }

  #page({ after, streamPrefixes, maxEvents }: PageRequest, mark: number): EventPage {
    const seen = this.#chunks.findLastIndex((chunk) => chunk.end <= after)
    const matching = this.#chunks
      .slice(seen + 1)
      .flatMap((chunk) => chunk.events)
      .filter(({ position, stream }) => position > after && hasPrefix(stream, streamPrefixes))
    const events = matching.slice(0, maxEvents)
    const last = events.at(-1)
    const cut = last !== undefined && matching.length > events.length
    const atHead = !cut && this.#end >= this.#head && this.#lookedAt >= mark
    return { events, position: cut ? last.position : this.#end, atHead }
  }

  async #readAlone(request: PageRequest): Promise<EventPage> {
    const page = await readPage(this.#database, request)
    if (this.#start === null && page.atHead) this.#restart(page.position)
    return page
  }

  #restart(position: bigint): void {
    this.#chunks = []
    this.#size = { events: 0, bytes: 0 }
    this.#start = position
    this.#end = position
    this.#head = position
  }

  async #advance(mark: number): Promise<void> {
    try {
      const end = this.#end
      const page = await readPage(this.#database, { after: end, streamPrefixes: null, maxEvents: MAX_EVENTS / 4 })
      // Meanwhile a subscription far ahead may have restarted the tail.
      if (end !== this.#end) return
      this.#head = page.head
      this.#lookedAt = mark
      if (page.position > end) this.#add({ ...page, end: page.position, readAt: performance.now() })
      // Far behind: each subscription reads alone until one has reached the head.
      if (page.head > this.#end + MAX_GAP) this.#start = null
    } catch (error) {
      // Also if the store has moved back behind the tail.
      this.#start = null
      throw error
    } finally {
      this.#look = null
    }
  }

  #add(chunk: Chunk): void {
    this.#chunks.push(chunk)
    this.#size.events += chunk.events.length
    this.#size.bytes += chunk.bytes
    this.#end = chunk.end
    this.#dropOldChunks()
  }

  #dropOldChunks(): void {
    const oldest = performance.now() - MAX_AGE
    let dropped = 0
    for (const { events, bytes, readAt, end } of this.#chunks) {
      if (this.#size.events <= MAX_EVENTS && this.#size.bytes <= MAX_BYTES && readAt >= oldest) break
      this.#size.events -= events.length
      this.#size.bytes -= bytes
      this.#start = end
      dropped += 1
    }
    if (dropped > 0) this.#chunks.splice(0, dropped)
  }
}

/** The events of one read of the store; it begins where the previous chunk ended. */
interface Chunk {
  readonly events: readonly RecordedEvent[]
  readonly bytes: number
  readonly end: bigint
  /** ms, by the monotonic clock */
  readonly readAt: number
}

function hasPrefix(stream: string, prefixes: readonly string[] | null): boolean {
  return prefixes === null || prefixes.some((prefix) => stream.startsWith(prefix))
}

/**
 * Enough for subscribers of one speed. A page is smaller than MAX_BYTES, so that the newest always
 * stays.
 */
const MAX_EVENTS = 2_000
const MAX_BYTES = 8_000_000
/**
 * Milliseconds. All subscriptions that keep up have seen older events; keeping them longer would
 * keep events that another process has erased.
 */
const MAX_AGE = 2_000
/**
 * A subscription that is ahead of the tail by more than this restarts it instead of reading up to
 * there.
 */
const MAX_GAP = 2_000n

import type { RecordedEvent } from '../../domain/event.js'

/** The events after a position, as far as they are kept. */
export interface RecentPage {
  readonly events: readonly RecordedEvent[]
  /** Everything up to here is in the page, or belongs to other streams. */
  readonly position: bigint
  /** Nothing is kept after `position`. */
  readonly atEnd: boolean
}

/**
 * The newest stretch of our events, bounded in number and size, shared by all live subscriptions
 * of a process.
 */
export class RecentEvents {
  /** In the order of positions. An erased one is null; its position stays. */
  #entries: {
    readonly position: bigint
    event: RecordedEvent | null
    readonly bytes: number
    readonly stream: string
  }[] = []
  #bytes = 0
  #start: { readonly position: bigint; readonly stream: string } | null
  #end: bigint

  /** `start`: our newest event before the kept ones; null: there was none. */
  constructor(start: { readonly position: bigint; readonly stream: string } | null) {
    this.#start = start
    this.#end = start?.position ?? 0n
  }

  /** All events after this one are kept; null: all from the beginning. */
  get start(): { readonly position: bigint; readonly stream: string } | null {
    return this.#start
  }

  /** Position of the newest event, 0 for none. */
  get end(): bigint {
    return this.#end
  }

  /** `stream`: its name on the server. */
  add(event: RecordedEvent | null, position: bigint, stream: string, bytes: number): void {
    this.#entries.push({ position, event, bytes, stream })
    this.#bytes += bytes
    this.#end = position
    if (this.#entries.length > 2 * MAX_EVENTS || this.#bytes > 2 * MAX_BYTES) this.#forgetOldest()
  }

  /** The events after `after`, which must not be before `start`. */
  page(after: bigint, prefixes: readonly string[] | null, maxEvents: number): RecentPage {
    const events: RecordedEvent[] = []
    for (let index = this.#firstAfter(after); index < this.#entries.length; index += 1) {
      const entry = this.#entries[index]
      if (!entry?.event || !hasPrefix(entry.event.stream, prefixes)) continue
      events.push(entry.event)
      if (events.length < maxEvents) continue
      return { events, position: entry.position, atEnd: entry.position === this.#end }
    }
    return { events, position: this.#end > after ? this.#end : after, atEnd: true }
  }

  forget(stream: string): void {
    for (const entry of this.#entries) if (entry.event?.stream === stream) entry.event = null
  }

  #forgetOldest(): void {
    let dropped = 0
    while (this.#entries.length - dropped > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      const entry = this.#entries[dropped]
      if (entry === undefined) break
      this.#bytes -= entry.bytes
      this.#start = { position: entry.position, stream: entry.stream }
      dropped += 1
    }
    this.#entries = this.#entries.slice(dropped)
  }

  #firstAfter(position: bigint): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#entries[middle]?.position ?? 0n) > position) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Whether the stream's name begins with one of the prefixes; null matches every name. */
export function hasPrefix(stream: string, prefixes: readonly string[] | null): boolean {
  return prefixes === null || prefixes.some((prefix) => stream.startsWith(prefix))
}

/** Up to twice as many are held for a moment, so that they are dropped in batches. */
const MAX_EVENTS = 2_000
const MAX_BYTES = 8_000_000

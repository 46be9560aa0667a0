import type { EventStore } from '../port.js'
import type { EventOutline } from '../postgres/outline.js'
import { isErased } from './is-erased.js'

/** How many events of this store the other one holds. */
export interface Comparison {
  /** How many of the first events are in the other store. */
  readonly held: number
  /** The last of them, by its position here; null: none. */
  readonly last: bigint | null
  /** How many of these events the other store has erased since. */
  readonly gone: number
  /** For each wanted position here, the position there. null: there is no event up to it. */
  readonly positions: ReadonlyMap<bigint, bigint | null>
}

/** What is compared, and with which store. */
interface CompareOptions {
  /** All events from here, in their order, without those of erased streams. */
  readonly outline: AsyncIterable<readonly EventOutline[]>
  readonly to: EventStore
  /** Streams of the other store whose events don't count. */
  readonly passOver: (stream: string) => boolean
  /**
   * Whether the other store has been written to since: it may hold more, and may have erased
   * copied events.
   */
  readonly grown: boolean
  /**
   * The positions of this store to translate, ascending. One between two events stands for the
   * earlier.
   */
  readonly wanted: readonly bigint[]
  /** Called at intervals with the number of equal events so far. */
  readonly onProgress: (events: number) => void
}

/** The other store holds an event that is not the next one from here. */
export class ForeignEvent extends Error {
  override readonly name = 'ForeignEvent'

  constructor(
    readonly stream: string,
    readonly revision: number,
  ) {
    super(`${stream}@${revision} is not the next event`)
  }
}

/**
 * Compares how far another store holds the same events in the same order: reads all of it. Throws
 * `ForeignEvent` if it holds a different event, and `EventStoreUnavailable`.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const { outline, to, passOver, grown, wanted, onProgress } = options
  const expected = new Expected(outline, grown ? to : null)
  const positions = new PositionMap(wanted)
  let held = 0
  let last: bigint | null = null
  const stop = new AbortController()
  for await (const message of to.subscribe({ after: null, signal: stop.signal })) {
    if (message.kind === 'caughtUp') {
      stop.abort()
      continue
    }
    for (const { stream, revision, id, position } of message.events) {
      if (passOver(stream)) continue
      const event = await expected.next(id)
      if (event === null && grown) continue
      if (event?.id !== id || event.stream !== stream || event.revision !== revision) {
        throw new ForeignEvent(stream, revision)
      }
      positions.same(event.position, position)
      last = event.position
      held += 1
    }
    onProgress(held)
  }
  // Those after the last one may be gone as well.
  if (grown) await expected.next(null)
  return { held, last, gone: expected.gone, positions: positions.finish() }
}

/** The events from here, one by one. */
class Expected {
  readonly #pages: AsyncIterator<readonly EventOutline[]>
  readonly #erasing: EventStore | null
  readonly #gone = new Map<string, boolean>()
  #page: Iterator<EventOutline> = [].values()
  #skipped = 0

  /** `erasing`: the store that may have erased some of them; null: none was erased. */
  constructor(outline: AsyncIterable<readonly EventOutline[]>, erasing: EventStore | null) {
    this.#pages = outline[Symbol.asyncIterator]()
    this.#erasing = erasing
  }

  /** How many events were left out. */
  get gone(): number {
    return this.#skipped
  }

  /**
   * The next one, which should have this id (null: any), leaving out earlier ones that were erased
   * in the other store. null: no more.
   */
  async next(id: string | null): Promise<EventOutline | null> {
    for (;;) {
      const next = this.#page.next()
      if (next.done === true) {
        const page = await this.#pages.next()
        if (page.done === true) return null
        this.#page = page.value.values()
      } else if (next.value.id === id || !(await this.#isGone(next.value.stream))) return next.value
      else this.#skipped += 1
    }
  }

  async #isGone(stream: string): Promise<boolean> {
    if (this.#erasing === null) return false
    const gone = this.#gone.get(stream) ?? (await isErased(this.#erasing, stream))
    this.#gone.set(stream, gone)
    return gone
  }
}

/**
 * Translates positions of one store to those of the same events in another, while both are read
 * side by side.
 */
class PositionMap {
  readonly #wanted: readonly bigint[]
  readonly #found = new Map<bigint, bigint | null>()
  #last: bigint | null = null

  /** `wanted`: ascending. One between two events stands for the earlier. */
  constructor(wanted: readonly bigint[]) {
    this.#wanted = wanted
  }

  /** The next event's position in both. */
  same(here: bigint, there: bigint): void {
    this.#settleBefore(here)
    this.#last = there
  }

  /** Call it after all events. null: there is no event up to this position. */
  finish(): ReadonlyMap<bigint, bigint | null> {
    this.#settleBefore(null)
    return this.#found
  }

  #settleBefore(here: bigint | null): void {
    for (;;) {
      const wanted = this.#wanted[this.#found.size]
      if (wanted === undefined || (here !== null && wanted >= here)) return
      this.#found.set(wanted, this.#last)
    }
  }
}

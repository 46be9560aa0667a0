import type { Timers } from '../domain/timers.js'
import { type Anchor, mustHold } from './anchor.js'
import { type EventStore, PositionBeyondEnd } from './port.js'

/** A reader of all events, as its progress is stored. */
export interface StoredReader {
  /** In the words of an operator: "the read model invoices". */
  readonly name: string
  readonly position: bigint | null
  readonly anchor: Anchor | null
}

/**
 * The record of restores of the event store, beside the positions of its readers. Restores are
 * numbered from 1. The first reader that finds one notes it; every other one follows from the
 * record, since its own newest event may have survived the restore while events before its
 * position have not. Shared by all processes.
 */
export interface Restores {
  /** The number of restores that were found. */
  count(): Promise<number>
  /**
   * Notes another restore, unless one was noted since the count was `known`. `lack`: what the
   * store does not have any more. Returns whether this call noted it.
   */
  note(known: number, foundBy: string, lack: string): Promise<boolean>
  /** The readers that have followed every restore found so far. */
  readers(): Promise<readonly StoredReader[]>
}

/**
 * Does what reads events from a stored position on. If the store proves to have been restored,
 * that is noted before the error reaches the caller.
 *
 * @param known the count of restores when the position was read
 */
export async function notingRestore<T>(
  restores: Restores,
  known: number,
  reader: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PositionBeyondEnd && !(error instanceof RestoreKnown)) {
      await restores.note(known, reader, error.message)
    }
    throw error
  }
}

/** A position that the restores noted since have made void. */
export class RestoreKnown extends PositionBeyondEnd {
  constructor() {
    super('the event store was restored to an older point since the position was stored')
  }
}

/**
 * Looks whether the store lacks an event that one of its readers has processed, and notes the
 * restore then. Returns the number of restores: what is read from the store from now on is
 * computed after that many. Throws `EventStoreUnavailable`.
 */
export async function lookForRestore(store: EventStore, restores: Restores, foundBy: string): Promise<number> {
  const known = await restores.count()
  const readers = await restores.readers()
  try {
    await notingRestore(restores, known, foundBy, async () => {
      for (const { anchor } of distinct(readers)) await mustHold(store, anchor)
      await mustReach(store, readers)
    })
  } catch (error) {
    if (!(error instanceof PositionBeyondEnd)) throw error
  }
  return restores.count()
}

/** Milliseconds for which a look at the store is good: no restore is that quick. */
const LOOK_LASTS_MS = 1_000

/**
 * The last look at the store before something outside happens that rests on a stored position. A
 * reader that has come to lost events may not have noticed yet.
 */
export class LastLook {
  readonly #store: EventStore
  readonly #restores: Restores
  readonly #timers: Pick<Timers, 'instant'>
  readonly #who: string
  #lookedAt = -Infinity

  constructor(
    deps: { readonly store: EventStore; readonly restores: Restores; readonly timers: Pick<Timers, 'instant'> },
    who: string,
  ) {
    this.#store = deps.store
    this.#restores = deps.restores
    this.#timers = deps.timers
    this.#who = who
  }

  /**
   * Whether the store still has the event. If not, the restore is noted, unless another was found
   * since the count was `known`. Throws `EventStoreUnavailable`.
   */
  async holds(anchor: Anchor | null, known: number): Promise<boolean> {
    const { monotonic } = this.#timers.instant()
    if (monotonic - this.#lookedAt < LOOK_LASTS_MS) return true
    try {
      await notingRestore(this.#restores, known, this.#who, () => mustHold(this.#store, anchor))
    } catch (error) {
      if (!(error instanceof PositionBeyondEnd)) throw error
      return false
    }
    this.#lookedAt = monotonic
    return true
  }
}

function distinct(readers: readonly StoredReader[]): readonly StoredReader[] {
  const byEvent = new Map(readers.map((reader) => [JSON.stringify(reader.anchor), reader]))
  return [...byEvent.values()]
}

/** Throws `PositionBeyondEnd` if the furthest reader is beyond the end of the store. */
async function mustReach(store: EventStore, readers: readonly StoredReader[]): Promise<void> {
  const after = readers.reduce<bigint | null>(
    (furthest, { position }) => (position === null || position <= (furthest ?? -1n) ? furthest : position),
    null,
  )
  if (after === null) return
  const stop = new AbortController()
  try {
    for await (const message of store.subscribe({ after, maxBatch: 1, signal: stop.signal })) {
      if (message.kind === 'caughtUp' || message.events.length > 0) return
    }
  } finally {
    stop.abort()
  }
}

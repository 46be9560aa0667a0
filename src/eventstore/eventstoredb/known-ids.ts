import { addAll } from '../../domain/lists.js'

/**
 * The event ids of the streams that this process has read or written last, by revision.
 * EventStoreDB compares the ids of an append with those that it would overtake, never with the
 * earlier ones; a caller that appends at a stream's end has nearly always just loaded the stream,
 * so the ids are known at no cost.
 */
export class KnownIds {
  readonly #streams = new Map<string, string[]>()
  #count = 0

  /** How many of the stream's first events are known. */
  knownOf(stream: string): number {
    return this.#streams.get(stream)?.length ?? 0
  }

  /** Whether one of the ids is among the stream's first `count` events. */
  holds(stream: string, count: number, ids: readonly string[]): boolean {
    const known = this.#streams.get(stream)
    return known !== undefined && ids.some((id) => known.lastIndexOf(id, count - 1) !== -1)
  }

  /** Adds the ids from a revision on. Ignores them if they do not follow the known ones. */
  note(stream: string, fromRevision: number, ids: readonly string[]): void {
    const known = this.#streams.get(stream) ?? []
    if (fromRevision > known.length) return
    const added = ids.slice(known.length - fromRevision)
    addAll(known, added)
    this.#count += added.length
    // The least recently used one is forgotten first.
    this.#streams.delete(stream)
    this.#streams.set(stream, known)
    while (this.#count > MAX_IDS) {
      const [oldest] = this.#streams.keys()
      if (oldest === undefined) return
      this.forget(oldest)
    }
  }

  forget(stream: string): void {
    this.#count -= this.knownOf(stream)
    this.#streams.delete(stream)
  }
}

/** About 10 MB. */
const MAX_IDS = 100_000

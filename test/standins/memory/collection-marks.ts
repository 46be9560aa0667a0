import type { CollectionMarks } from '../../../src/processors/collecting/collecting.js'

/** Marks that last as long as their test. */
export class MemoryCollectionMarks implements CollectionMarks {
  readonly #marks = new Map<string, Date>()

  async read(connectionId: string): Promise<Date | null> {
    return this.#marks.get(connectionId) ?? null
  }

  async move(connectionId: string, until: Date): Promise<void> {
    const known = this.#marks.get(connectionId)
    if (known === undefined || known < until) this.#marks.set(connectionId, until)
  }
}

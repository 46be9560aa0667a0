import type { Restores, StoredReader } from '../../../src/eventstore/restores.js'
import type { MemoryDatabase } from './database.js'

/** The record of restores of the event store in memory. */
export class MemoryRestores implements Restores {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async count(): Promise<number> {
    return this.#database.restores
  }

  async note(known: number): Promise<boolean> {
    if (this.#database.restores !== known) return false
    this.#database.restores += 1
    this.#database.prepared.restoredAt = new Date(this.#database.now())
    return true
  }

  async readers(): Promise<readonly StoredReader[]> {
    const { tables, marks, restores: found } = this.#database
    const all = [...[...tables].map(([name, { checkpoint }]) => [name, checkpoint] as const), ...marks]
    return all.flatMap(([name, { position, anchor, restores }]) =>
      restores === found ? [{ name, position, anchor }] : [],
    )
  }
}

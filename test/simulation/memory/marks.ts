import { type Mark, type Marks, NO_MARK } from '../../../src/processors/work/marks.js'
import type { MemoryDatabase } from './database.js'

/** Marks in memory. */
export class MemoryMarks implements Marks {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async read(name: string): Promise<Mark> {
    return this.#database.marks.get(name) ?? NO_MARK
  }

  async move(name: string, from: bigint | null, to: Mark = NO_MARK): Promise<boolean> {
    const known = this.#database.marks.get(name)
    if (known !== undefined && known.position !== from) return false
    this.#database.marks.set(name, to)
    return true
  }

  async forget(name: string): Promise<void> {
    this.#database.marks.delete(name)
  }
}

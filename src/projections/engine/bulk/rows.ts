import type { Row } from '../projection.js'
import { sizeOf } from '../row-size.js'

/** A row to be written; null: to be deleted. */
export interface Dirty {
  readonly row: Row | null
  /** The row, or line of rows, that it starts from. */
  readonly from: string
  readonly size: number
}

interface Newest {
  readonly row: Row | null
  /** Of the row; null: it is only looked up. */
  readonly key: string | null
  readonly size: number
}

/**
 * The rows of a table that is being built, as far as they are held in memory: those that are not
 * written yet, and the newest ones of each name. In both, the longest unchanged come first.
 */
export class BulkRows {
  readonly #newest = new Map<string, Newest>()
  readonly #dirty = new Map<string, Dirty>()
  #bytes = 0

  /** Its approximate size in memory. */
  get bytes(): number {
    return this.#bytes
  }

  has(from: string): boolean {
    return this.#newest.has(from)
  }

  newest(from: string): Row | null {
    return this.#newest.get(from)?.row ?? null
  }

  /** A row as it is in the table, or null for none. */
  hold(from: string, row: Row | null): void {
    this.#setNewest(from, { row, key: null, size: sizeOf(row) })
  }

  /** The row of a key after an event. */
  change(key: string, from: string, row: Row | null): void {
    const size = sizeOf(row)
    this.#setNewest(from, { row, key, size })
    this.#forgetDirty(key)
    this.#dirty.set(key, { row, from, size })
    this.#bytes += size
  }

  /** The row is in no table, and is no longer needed. */
  drop(key: string, from: string): void {
    this.#forgetDirty(key)
    this.#forgetNewest(from)
  }

  /**
   * Takes out rows to be written, longest unchanged first, a share of them from 0 to 1; the same
   * share of the rows that are not waiting to be written is forgotten.
   */
  take(share: number): ReadonlyMap<string, Dirty> {
    const taken = new Map<string, Dirty>()
    let left = Math.ceil(this.#dirty.size * share)
    for (const [key, dirty] of this.#dirty) {
      if (left <= 0) break
      left -= 1
      taken.set(key, dirty)
      this.#forgetDirty(key)
    }
    left = Math.ceil(this.#newest.size * share)
    for (const [from, { key }] of this.#newest) {
      if (left <= 0) break
      left -= 1
      if (key === null || !this.#dirty.has(key)) this.#forgetNewest(from)
    }
    return taken
  }

  #setNewest(from: string, newest: Newest): void {
    this.#forgetNewest(from)
    this.#newest.set(from, newest)
    this.#bytes += newest.size
  }

  #forgetNewest(from: string): void {
    this.#bytes -= this.#newest.get(from)?.size ?? 0
    this.#newest.delete(from)
  }

  #forgetDirty(key: string): void {
    this.#bytes -= this.#dirty.get(key)?.size ?? 0
    this.#dirty.delete(key)
  }
}

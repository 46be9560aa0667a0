import type { Row } from './projection.js'
import { sizeOf } from './row-size.js'

/** Most bytes of rows that are held for one read model: some thousand invoices. */
const MOST_BYTES = 2_097_152

interface Held {
  /** null: there is none. */
  readonly row: Row | null
  readonly size: number
}

/**
 * The rows that a process has just written, by the name under which a fold asks for them: most
 * events follow the event before them by a moment, and need not read its row again. They are those
 * of one checkpoint, and forgotten with it.
 */
export class RecentRows {
  /** The longest unused come first. */
  readonly #held = new Map<string, Held>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
  }

  /** Of these names those whose rows must be read. */
  missing(names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.#held.has(name))
  }

  /** The rows of these names, of which the table has those that were missing. */
  among(names: readonly string[], read: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> {
    const rows = new Map<string, Row>()
    for (const name of names) {
      const held = this.#held.get(name)
      const row = held === undefined ? read.get(name) : held.row
      if (row !== undefined && row !== null) rows.set(name, row)
    }
    return rows
  }

  /** Rows after a write; null: removed. */
  hold(rows: ReadonlyMap<string, Row | null>): void {
    for (const [name, row] of rows) {
      this.#drop(name)
      const size = sizeOf(name) + sizeOf(row)
      this.#held.set(name, { row, size })
      this.#bytes += size
    }
    for (const name of this.#held.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#drop(name)
    }
  }

  forget(): void {
    this.#held.clear()
    this.#bytes = 0
  }

  #drop(name: string): void {
    this.#bytes -= this.#held.get(name)?.size ?? 0
    this.#held.delete(name)
  }
}

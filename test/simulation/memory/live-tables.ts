import type { Checkpoint, LiveTables, TableRead, TableWrite } from '../../../src/projections/engine/live-tables.js'
import type { Projection, Row } from '../../../src/projections/engine/projection.js'
import type { MemoryDatabase } from './database.js'

/** The read models' tables in memory. */
export class MemoryLiveTables implements LiveTables {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async checkpoint({ name }: Projection): Promise<Checkpoint | null> {
    return this.#now(name)
  }

  async read(projection: Projection, known: Checkpoint, keys: readonly string[]): Promise<TableRead> {
    const table = this.#database.tables.get(projection.name)
    if (table?.checkpoint.version !== projection.version) return { checkpoint: null, rows: null }
    const checkpoint = { ...table.checkpoint, restoresFound: this.#database.restores }
    if (checkpoint.schema !== known.schema) return { checkpoint, rows: null }
    const rows = new Map<string, Row>()
    for (const key of keys) {
      const row = table.rows.get(key)
      if (row !== undefined) rows.set(key, row)
    }
    return { checkpoint, rows }
  }

  async write({ name, version }: Projection, { from, to, anchor, folded }: TableWrite): Promise<boolean> {
    const table = this.#database.tables.get(name)
    if (table === undefined) return false
    const { checkpoint: known, rows } = table
    if (known.version !== version || known.schema !== from.schema || known.position !== from.position) return false
    if (known.anchor?.id !== from.anchor?.id) return false
    if (known.restores !== from.restores || known.restores !== this.#database.restores) return false
    for (const [key, row] of folded.rows) {
      if (row === null) rows.delete(key)
      else rows.set(key, row)
    }
    const checkpoint = { ...known, position: to, anchor: anchor ?? known.anchor, inARow: folded.inARow }
    this.#database.tables.set(name, { checkpoint, rows })
    return true
  }

  #now(name: string): Checkpoint | null {
    const { tables, restores } = this.#database
    const checkpoint = tables.get(name)?.checkpoint
    return checkpoint === undefined ? null : { ...checkpoint, restoresFound: restores }
  }
}

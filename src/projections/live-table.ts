import pg from 'pg'
import type { RecordedEvent } from '../domain/event.js'
import { type Anchor, anchorAt } from '../eventstore/anchor.js'
import { upcast } from '../eventstore/upcast.js'
import type { Projection, Row } from './projection.js'
import { evolved, keysToRead, rowsByKey, writing } from './tables.js'

/** Where a read model stands. */
interface Checkpoint {
  /** All events up to here are in the table; null: none yet. */
  readonly position: bigint | null
  /** Schema of the live table. */
  readonly schema: string
}

/** PostgreSQL's code for a table that is not there (any more). */
const UNDEFINED_TABLE = '42P01'

/**
 * The table of a read model in use, and its checkpoint. Rows and checkpoint change in one statement, and only if the checkpoint still stands where the
 * rows were computed from: any number of processes may fold the same events, each is folded exactly once, and nobody holds a lock between
 * round trips. A rebuild that takes the table's place meanwhile is noticed in the same way.
 */
export class LiveTable {
  readonly #pool: pg.Pool
  readonly #projection: Projection
  /** As this process left it; null: it has to be looked up. */
  #known: Checkpoint | null = null

  constructor(pool: pg.Pool, projection: Projection) {
    this.#pool = pool
    this.#projection = projection
  }

  /**
   * Brings the table from `after` to `position` by the events between. Answers the checkpoint, which another process may have moved further; null when the
   * table stands before `after`, because it was rebuilt: begin again from there.
   */
  async fold(recorded: readonly RecordedEvent[], position: bigint, after: bigint | null): Promise<bigint | null> {
    const events = recorded.map(upcast)
    const keys = keysToRead(this.#projection, events)
    for (;;) {
      const known = this.#known ?? (await this.#readCheckpoint())
      // Until the next write has succeeded, nothing is known for certain.
      this.#known = null
      const { checkpoint, rows } = await this.#read(known, keys)
      if (checkpoint.schema !== known.schema || rows === null) continue
      if ((checkpoint.position ?? -1n) < (after ?? -1n)) return null
      if (checkpoint.position !== null && checkpoint.position >= position) return checkpoint.position
      const fresh = events.filter((event) => checkpoint.position === null || event.position > checkpoint.position)
      const anchor = anchorAt(fresh)
      if (!(await this.#write(checkpoint, position, anchor, evolved(this.#projection, rows, fresh)))) continue
      this.#known = { ...checkpoint, position }
      return position
    }
  }

  async #readCheckpoint(): Promise<Checkpoint> {
    const { name } = this.#projection
    const { rows } = await this.#pool.query<CheckpointRow>({
      name: 'projection checkpoint',
      text: 'SELECT position AS "$position", live_schema AS "$schema" FROM projections.checkpoints WHERE name = $1',
      values: [name],
    })
    return checkpointOf(this.#projection, rows)
  }

  /** Rows and checkpoint of one moment. Without keys nothing is asked. Rows are null when a rebuild has just dropped the table. */
  async #read(
    known: Checkpoint,
    keys: readonly string[],
  ): Promise<{ readonly checkpoint: Checkpoint; readonly rows: Map<string, Row> | null }> {
    if (keys.length === 0) return { checkpoint: known, rows: new Map() }
    const { name, keyColumn } = this.#projection
    try {
      const { rows } = await this.#pool.query<CheckpointRow & Row>({
        name: `read ${known.schema}`,
        text: `SELECT c.position AS "$position", c.live_schema AS "$schema", t.*
               FROM projections.checkpoints c LEFT JOIN ${known.schema}.${name} t ON t.${keyColumn} = ANY($2::text[])
               WHERE c.name = $1`,
        values: [name, keys],
      })
      const checkpoint = checkpointOf(this.#projection, rows)
      const found = rows.filter((row) => row[keyColumn] !== null)
      for (const row of found) for (const column of ['$position', '$schema']) Reflect.deleteProperty(row, column)
      return { checkpoint, rows: rowsByKey(this.#projection, found) }
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      return { checkpoint: await this.#otherThan(known, error), rows: null }
    }
  }

  /** Answers whether the checkpoint stood where it was thought to be; if not, nothing was changed. */
  async #write(
    { position: from, schema }: Checkpoint,
    to: bigint,
    anchor: Anchor | null,
    rows: ReadonlyMap<string, Row | null>,
  ): Promise<boolean> {
    const { name } = this.#projection
    const { kind, parts, values } = writing(this.#projection, schema, rows, 'EXISTS (SELECT FROM moved)', 5)
    try {
      const result = await this.#pool.query<{ moved: boolean }>({
        name: `fold ${schema}${kind}`,
        // Need not be flushed: a crash may lose the last rows together with their checkpoint, and they are folded again from the events.
        text: `WITH moved AS (
                 UPDATE projections.checkpoints SET position = $1::bigint, anchor = coalesce($5::json, anchor)
                 WHERE name = $2 AND live_schema = $3 AND position IS NOT DISTINCT FROM $4::bigint RETURNING 1
               )${parts.map((part) => `, ${part}`).join('')}
               SELECT EXISTS (SELECT FROM moved) AS moved, set_config('synchronous_commit', 'off', true)`,
        values: [to.toString(), name, schema, from?.toString() ?? null, anchor && JSON.stringify(anchor), ...values],
      })
      return result.rows[0]?.moved === true
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      await this.#otherThan({ position: from, schema }, error)
      return false
    }
  }

  /** The checkpoint, if a rebuild has moved it to another table; else the fault stays what it is. */
  async #otherThan(known: Checkpoint, error: unknown): Promise<Checkpoint> {
    const checkpoint = await this.#readCheckpoint()
    if (checkpoint.schema === known.schema) throw error
    return checkpoint
  }
}

interface CheckpointRow {
  readonly $position: string | null
  readonly $schema: string
}

function checkpointOf({ name }: Projection, [row]: readonly CheckpointRow[]): Checkpoint {
  if (!row) throw new Error(`the projection ${name} was never prepared`)
  return { position: row.$position === null ? null : BigInt(row.$position), schema: row.$schema }
}

function isUndefinedTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE
}

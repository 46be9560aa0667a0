import pg from 'pg'
import type { Logger } from 'pino'
import type { RecordedEvent } from '../../domain/event.js'
import { type Anchor, anchorAt } from '../../eventstore/anchor.js'
import type { Projection, Row } from './projection.js'
import { isOfData, reasonOf, refusedInARow, tellSetAside } from './quarantine.js'
import { type Folded, fold, hear, keysToRead, rowsByKey, writing } from './tables.js'

/** How far a read model is. */
interface Checkpoint {
  /** All events up to here are in the table; null: none yet. */
  readonly position: bigint | null
  /** Schema of the live table. */
  readonly schema: string
  /** Whose events were set aside since one was folded last. */
  readonly inARow: readonly string[]
}

/** PostgreSQL's code for a table that is not there (any more). */
const UNDEFINED_TABLE = '42P01'

/** The fold from a checkpoint. */
type Folding = (checkpoint: Checkpoint, rows: ReadonlyMap<string, Row>) => Folded

/**
 * The table of a read model in use, and its checkpoint. Rows and checkpoint change in one
 * statement, and only if the checkpoint is still the one that the rows were computed from, and
 * belongs to this version of the projection. So any number of processes may fold the same events,
 * each event is folded exactly once, by code that knows the table, and no lock is held between
 * round trips. A rebuild that takes the table's place meanwhile is noticed in the same way.
 */
export class LiveTable {
  readonly #pool: pg.Pool
  readonly #projection: Projection
  readonly #log: Logger
  /** As this process left it; null: it has to be looked up. */
  #known: Checkpoint | null = null

  constructor(pool: pg.Pool, projection: Projection, log: Logger) {
    this.#pool = pool
    this.#projection = projection
    this.#log = log
  }

  /**
   * Brings the table from `after` to `position` by the events between, those that it can't take
   * set aside. Answers the checkpoint, which another process may have moved further; null when the
   * table stands before `after`, because it was rebuilt, or belongs to another version of the
   * program: begin again from there. Throws `RefusesEverything`.
   */
  async fold(recorded: readonly RecordedEvent[], position: bigint, after: bigint | null): Promise<bigint | null> {
    const heard = hear(this.#projection, recorded)
    try {
      return await this.#move(recorded, position, after, keysToRead(heard), (checkpoint, rows) => {
        const fresh = heard.filter(
          ({ stored }) => checkpoint.position === null || stored.position > checkpoint.position,
        )
        return fold(this.#projection, rows, fresh, checkpoint.inARow)
      })
    } catch (error) {
      if (!isOfData(error)) throw error
      return await this.#foldApart(recorded, position, after, error)
    }
  }

  /**
   * The database refuses the row of one of the events: the batch is halved until that event is
   * found.
   */
  async #foldApart(
    recorded: readonly RecordedEvent[],
    position: bigint,
    after: bigint | null,
    error: unknown,
  ): Promise<bigint | null> {
    const [event] = recorded
    if (event === undefined) throw error
    if (recorded.length === 1) {
      const refused = { event, reason: reasonOf(error) }
      return this.#move(recorded, position, after, [], ({ inARow }) => ({
        rows: new Map(),
        refused: [refused],
        inARow: refusedInARow(this.#projection, inARow, refused),
      }))
    }
    const half = recorded.slice(0, recorded.length / 2)
    const reached = await this.fold(half, half.at(-1)?.position ?? position, after)
    return reached === null ? null : this.fold(recorded.slice(half.length), position, reached)
  }

  async #move(
    recorded: readonly RecordedEvent[],
    position: bigint,
    after: bigint | null,
    keys: readonly string[],
    folding: Folding,
  ): Promise<bigint | null> {
    for (;;) {
      const known = this.#known ?? (await this.#readCheckpoint())
      // Until the next write has succeeded, nothing is known for certain.
      this.#known = null
      const { checkpoint, rows } = known === null ? NOT_OURS : await this.#read(known, keys)
      if (checkpoint === null) return null
      if (checkpoint.schema !== known?.schema || rows === null) continue
      if ((checkpoint.position ?? -1n) < (after ?? -1n)) return null
      if (checkpoint.position !== null && checkpoint.position >= position) return checkpoint.position
      const folded = folding(checkpoint, rows)
      const anchor = anchorAt(recorded.filter((event) => event.position > (checkpoint.position ?? -1n)))
      if (!(await this.#write(checkpoint, position, anchor, folded))) continue
      this.#known = { ...checkpoint, position, inARow: folded.inARow }
      tellSetAside(this.#log, this.#projection, folded.refused)
      return position
    }
  }

  /** null: it belongs to another version of the program, or is not there. */
  async #readCheckpoint(): Promise<Checkpoint | null> {
    const { name, version } = this.#projection
    const { rows } = await this.#pool.query<CheckpointRow>({
      name: 'projection checkpoint',
      text: `SELECT c.position AS "$position", c.live_schema AS "$schema", c.refused_accounts AS "$inARow"
             FROM projections.checkpoints c WHERE c.name = $1 AND c.version = $2`,
      values: [name, version],
    })
    return checkpointOf(rows)
  }

  /**
   * Rows and checkpoint of one moment. Without keys nothing is asked. Rows are null when a rebuild
   * has just dropped the table.
   */
  async #read(
    known: Checkpoint,
    keys: readonly string[],
  ): Promise<{ readonly checkpoint: Checkpoint | null; readonly rows: Map<string, Row> | null }> {
    if (keys.length === 0) return { checkpoint: known, rows: new Map() }
    const { name, version, keyColumn } = this.#projection
    try {
      const { rows } = await this.#pool.query<CheckpointRow & Row>({
        name: `read ${known.schema}`,
        text: `SELECT c.position AS "$position", c.live_schema AS "$schema", c.refused_accounts AS "$inARow", t.*
               FROM projections.checkpoints c LEFT JOIN ${known.schema}.${name} t ON t.${keyColumn} = ANY($2::text[])
               WHERE c.name = $1 AND c.version = $3`,
        values: [name, keys, version],
      })
      const checkpoint = checkpointOf(rows)
      const found = rows.filter((row) => row[keyColumn] !== null)
      for (const row of found) for (const column of OF_CHECKPOINT) Reflect.deleteProperty(row, column)
      return { checkpoint, rows: rowsByKey(this.#projection, found) }
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      return { checkpoint: await this.#otherThan(known, error), rows: null }
    }
  }

  /** Gives whether the checkpoint was the expected one; if not, nothing was changed. */
  async #write(
    { position: from, schema, inARow }: Checkpoint,
    to: bigint,
    anchor: Anchor | null,
    folded: Folded,
  ): Promise<boolean> {
    const { name, version } = this.#projection
    const { kind, parts, values } = writing(this.#projection, schema, folded, 'EXISTS (SELECT FROM moved)', 7)
    try {
      const result = await this.#pool.query<{ moved: boolean }>({
        name: `fold ${schema}${kind}`,
        // Need not be flushed: a crash may lose the last rows together with their checkpoint, and
        // they are folded again from the events.
        text: `WITH moved AS (
                 UPDATE projections.checkpoints
                 SET position = $1::bigint, anchor = coalesce($5::json, anchor), refused_accounts = $6::text[]
                 WHERE name = $2 AND version = $7 AND live_schema = $3 AND position IS NOT DISTINCT FROM $4::bigint RETURNING 1
               )${parts.map((part) => `, ${part}`).join('')}
               SELECT EXISTS (SELECT FROM moved) AS moved, set_config('synchronous_commit', 'off', true)`,
        values: [
          ...[to.toString(), name, schema, from?.toString() ?? null, anchor && JSON.stringify(anchor)],
          ...[folded.inARow, version, ...values],
        ],
      })
      return result.rows[0]?.moved === true
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      await this.#otherThan({ position: from, schema, inARow }, error)
      return false
    }
  }

  /**
   * The checkpoint, if a rebuild has moved it to another table; else the fault stays what it is.
   */
  async #otherThan(known: Checkpoint, error: unknown): Promise<Checkpoint | null> {
    const checkpoint = await this.#readCheckpoint()
    if (checkpoint?.schema === known.schema) throw error
    return checkpoint
  }
}

const NOT_OURS = { checkpoint: null, rows: null }

interface CheckpointRow {
  readonly $position: string | null
  readonly $schema: string
  readonly $inARow: readonly string[]
}

const OF_CHECKPOINT: readonly (keyof CheckpointRow)[] = ['$position', '$schema', '$inARow']

function checkpointOf([row]: readonly CheckpointRow[]): Checkpoint | null {
  if (!row) return null
  return { position: row.$position === null ? null : BigInt(row.$position), schema: row.$schema, inARow: row.$inARow }
}

function isUndefinedTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE
}

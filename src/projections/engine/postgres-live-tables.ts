import pg from 'pg'
import type { Anchor } from '../../eventstore/anchor.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import type { Checkpoint, LiveTables, TableRead, TableWrite } from './live-tables.js'
import type { Projection, Row } from './projection.js'
import { rowsBefore, rowsByName, writing } from './tables.js'

/** PostgreSQL's code for a table that does not exist (any more). */
const UNDEFINED_TABLE = '42P01'

/** Tables in PostgreSQL, in a separate schema for each rebuild. */
export class PostgresLiveTables implements LiveTables {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async checkpoint({ name }: Projection): Promise<Checkpoint | null> {
    const { rows } = await this.#pool.query<CheckpointRow>({
      name: 'projection checkpoint',
      text: `SELECT ${CHECKPOINT} FROM projections.checkpoints c WHERE c.name = $1`,
      values: [name],
    })
    return checkpointOf(rows)
  }

  async read(projection: Projection, known: Checkpoint, names: readonly string[]): Promise<TableRead> {
    const { name, version, keyColumn } = projection
    try {
      const { rows } = await this.#pool.query<CheckpointRow & Row>({
        name: `read ${known.schema}`,
        text: `SELECT ${CHECKPOINT}, t.*
               FROM projections.checkpoints c LEFT JOIN ${rowsBefore(projection, known.schema, '$2')} t ON true
               WHERE c.name = $1 AND c.version = $3`,
        values: [name, names, version],
      })
      const checkpoint = checkpointOf(rows)
      const found = rows.filter((row) => row[keyColumn] !== null)
      for (const row of found) for (const column of OF_CHECKPOINT) Reflect.deleteProperty(row, column)
      return { checkpoint, rows: rowsByName(projection, found) }
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      return { checkpoint: await this.#otherThan(projection, known, error), rows: null }
    }
  }

  async write(projection: Projection, { from, to, anchor, folded }: TableWrite): Promise<boolean> {
    const { name, version } = projection
    const { schema } = from
    const { kind, parts, values } = writing(projection, schema, folded, 'EXISTS (SELECT FROM moved)', 9)
    try {
      const result = await this.#pool.query<{ moved: boolean }>({
        name: `fold ${schema}${kind}`,
        // Need not be flushed: a crash may lose the last rows together with their checkpoint, and
        // they are folded again from the events.
        text: `WITH moved AS (
                 UPDATE projections.checkpoints
                 SET position = $1::bigint, anchor = coalesce($5::json, anchor), refused_accounts = $6::text[]
                 WHERE name = $2 AND version = $7 AND live_schema = $3 AND erasures = $8 AND position IS NOT DISTINCT FROM $4::bigint
                   AND paused_at IS NULL AND restores = $9 AND restores = ${RESTORES_FOUND} RETURNING 1
               )${parts.map((part) => `, ${part}`).join('')}
               SELECT EXISTS (SELECT FROM moved) AS moved, set_config('synchronous_commit', 'off', true)`,
        values: [
          ...[to.toString(), name, schema, from.position?.toString() ?? null, anchor && JSON.stringify(anchor)],
          ...[folded.inARow, version, from.erasures, from.restores, ...values],
        ],
      })
      return result.rows[0]?.moved === true
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      await this.#otherThan(projection, from, error)
      return false
    }
  }

  /**
   * The checkpoint, if a rebuild has moved it to another table; else the error is thrown again.
   */
  async #otherThan(projection: Projection, known: Checkpoint, error: unknown): Promise<Checkpoint | null> {
    const checkpoint = await this.checkpoint(projection)
    if (checkpoint?.version !== projection.version) return null
    if (checkpoint.schema === known.schema) throw error
    return checkpoint
  }
}

const CHECKPOINT = `c.version AS "$version", c.position AS "$position", c.anchor AS "$anchor",
  c.live_schema AS "$schema", c.refused_accounts AS "$inARow", c.paused_at IS NOT NULL AS "$paused",
  c.erasures AS "$erasures", c.restores AS "$restores", ${RESTORES_FOUND} AS "$restoresFound"`

interface CheckpointRow {
  readonly $version: number
  readonly $position: string | null
  readonly $anchor: Anchor | null
  readonly $schema: string
  readonly $inARow: readonly string[]
  readonly $paused: boolean
  readonly $erasures: number
  readonly $restores: number
  readonly $restoresFound: number
}

const OF_CHECKPOINT: readonly (keyof CheckpointRow)[] = [
  '$version',
  '$position',
  '$anchor',
  '$schema',
  '$inARow',
  '$paused',
  '$erasures',
  '$restores',
  '$restoresFound',
]

function checkpointOf([row]: readonly CheckpointRow[]): Checkpoint | null {
  if (!row) return null
  return {
    version: row.$version,
    position: row.$position === null ? null : BigInt(row.$position),
    anchor: row.$anchor,
    schema: row.$schema,
    inARow: row.$inARow,
    paused: row.$paused,
    erasures: row.$erasures,
    restores: row.$restores,
    restoresFound: row.$restoresFound,
  }
}

/** Whether the database reports that a table does not exist (any more). */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE
}

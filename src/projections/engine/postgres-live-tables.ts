import pg from 'pg'
import type { Anchor } from '../../eventstore/anchor.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import type { Checkpoint, LiveTables, TableRead, TableWrite } from './live-tables.js'
import type { Projection, Row } from './projection.js'
import { GroupedWrites, type Pause } from './grouped-writes.js'
import { Batcher } from '../../storage/postgres/batcher.js'
import { rowsBefore, rowsByName } from './tables.js'

/** PostgreSQL's code for a table that does not exist (any more). */
const UNDEFINED_TABLE = '42P01'

/** Tables in PostgreSQL, in a separate schema for each rebuild. */
export class PostgresLiveTables implements LiveTables {
  readonly #pool: pg.Pool
  readonly #writes: GroupedWrites
  readonly #checkpoints = new Batcher<string, Checkpoint | null>((names) => this.#checkpointsOf(names))

  /** `pause`: see `GroupedWrites`. */
  constructor(pool: pg.Pool, pause: Pause | null = null) {
    this.#pool = pool
    this.#writes = new GroupedWrites(pool, pause)
  }

  async checkpoint({ name }: Projection): Promise<Checkpoint | null> {
    return this.#checkpoints.run(name)
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

  async write(projection: Projection, changes: TableWrite): Promise<boolean> {
    try {
      return await this.#writes.write({ projection, changes })
    } catch (error) {
      if (!isUndefinedTable(error)) throw error
      await this.#otherThan(projection, changes.from, error)
      return false
    }
  }

  async #checkpointsOf(names: readonly string[]): Promise<readonly (Checkpoint | null)[]> {
    const { rows } = await this.#pool.query<CheckpointRow & { readonly name: string }>({
      name: 'projection checkpoints',
      text: `SELECT c.name, ${CHECKPOINT} FROM projections.checkpoints c WHERE c.name = ANY ($1::text[])`,
      values: [names],
    })
    return names.map((name) => checkpointOf(rows.filter((row) => row.name === name)))
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

import type pg from 'pg'
import { StartupError } from './startup-error.js'

/**
 * Every column that holds the position of an event, except the read models' own; null and 0: none
 * yet.
 */
const COLUMNS = [
  { table: 'projections.checkpoints', column: 'position', nullable: true },
  { table: 'projections.quarantine', column: 'position', nullable: false },
  { table: 'processing.checkpoints', column: 'position', nullable: true },
  { table: 'processing.watermarks', column: 'position', nullable: false },
  { table: 'processing.work', column: 'position', nullable: false },
  { table: 'processing.work', column: 'seen', nullable: false },
  { table: 'audit.tree', column: 'position', nullable: true },
]

/** Every position that the database stores, ascending, each once. */
export async function rememberedPositions(client: pg.ClientBase | pg.Pool): Promise<readonly bigint[]> {
  const selects = (await positionColumns(client)).map(
    ({ table, column }) => `SELECT ${column} AS position FROM ${table} WHERE ${column} > 0`,
  )
  const { rows } = await client.query<{ position: string }>(
    `SELECT position::text FROM (${selects.join(' UNION ')}) remembered ORDER BY remembered.position`,
  )
  return rows.map(({ position }) => BigInt(position))
}

/** The newest position up to which a read model has processed the events; 0: none. */
export async function newestCheckpoint(client: pg.Pool): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>(
    'SELECT coalesce(max(position), 0)::text AS position FROM projections.checkpoints',
  )
  return BigInt(rows[0]?.position ?? 0)
}

/**
 * Replaces each stored position by the position of the same event in another store (null: no event
 * up to there is left). The order of positions is unchanged, so all comparisons have the same
 * result. For a transaction. Throws `StartupError` if a position has no replacement, because
 * another process still uses the old ones.
 */
export async function replacePositions(
  client: pg.ClientBase,
  replacements: ReadonlyMap<bigint, bigint | null>,
): Promise<void> {
  const tables = [...new Set(COLUMNS.map(({ table }) => table))]
  await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
  if (!(await rememberedPositions(client)).every((position) => replacements.has(position))) {
    throw new StartupError('The database is still in use; stop all services, then run this again.')
  }
  await dropReplacedTables(client)
  await client.query('CREATE TEMPORARY TABLE moved (old bigint PRIMARY KEY, new bigint) ON COMMIT DROP')
  await client.query('INSERT INTO moved SELECT * FROM unnest($1::bigint[], $2::bigint[])', [
    [...replacements.keys()].map(String),
    [...replacements.values()].map((position) => position?.toString() ?? null),
  ])
  await client.query('ANALYZE moved')
  for (const { table, column, nullable } of await positionColumns(client)) {
    const position = nullable ? 'moved.new' : 'coalesce(moved.new, 0)'
    await client.query(`UPDATE ${table} SET ${column} = ${position} FROM moved WHERE ${column} = moved.old`)
  }
}

/** A roll-back to a table from the other store is not possible. */
async function dropReplacedTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>('DELETE FROM projections.replaced RETURNING schema')
  for (const { schema } of rows) {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
    await client.query('DELETE FROM projections.quarantine WHERE schema = $1', [schema])
  }
}

async function positionColumns(client: pg.ClientBase | pg.Pool): Promise<typeof COLUMNS> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.table_schema || '.' || c.table_name AS table FROM projections.checkpoints p
     JOIN information_schema.columns c ON c.table_schema = p.live_schema AND c.table_name = p.name AND c.column_name = 'position'`,
  )
  return [...COLUMNS, ...rows.map(({ table }) => ({ table, column: 'position', nullable: false }))]
}

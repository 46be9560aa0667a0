import type pg from 'pg'
import { inTransaction } from '../../storage/postgres/transaction.js'
import type { Projection } from './projection.js'
import { forgetOthers } from './quarantine.js'
import { dropSchema, publishTable } from './tables.js'

/** The checkpoint's columns that belong to a table. */
const OF_TABLE = 'version, position, anchor, refused_accounts, restores'

/** Notes that the table in use is replaced now. Call it in the transaction of the switch. */
export async function noteReplaced(client: pg.ClientBase, { name }: Projection): Promise<void> {
  await client.query(
    `INSERT INTO projections.replaced (name, schema, ${OF_TABLE})
     SELECT name, live_schema, ${OF_TABLE} FROM projections.checkpoints WHERE name = $1
     ON CONFLICT (name) DO UPDATE SET schema = excluded.schema, version = excluded.version, position = excluded.position,
       anchor = excluded.anchor, refused_accounts = excluded.refused_accounts,
       restores = excluded.restores, replaced_at = now()`,
    [name],
  )
}

/** The schema of the table that the last rebuild replaced; null: none is kept. */
export async function replacedSchema(client: pg.ClientBase | pg.Pool, { name }: Projection): Promise<string | null> {
  const { rows } = await client.query<{ schema: string }>('SELECT schema FROM projections.replaced WHERE name = $1', [
    name,
  ])
  return rows[0]?.schema ?? null
}

/** The result of a roll-back. */
interface RolledBack {
  readonly name: string
  /** Of the projection that made the table. */
  readonly version: number
  /** All events up to here are in it; it catches up from there. */
  readonly position: string | null
}

/**
 * Reverses the last rebuild of a read model: the table before it is in use again, in one
 * transaction, and catches up from its position; the other one is kept in its place. Returns null
 * if no table is kept. A table of another version is left to the programs of that version.
 */
export function rollBack(pool: pg.Pool, projection: Projection): Promise<RolledBack | null> {
  const { name } = projection
  return inTransaction(pool, async (client) => {
    // Runners wait at the checkpoint, and see that their table is gone.
    await client.query('SELECT 1 FROM projections.checkpoints WHERE name = $1 FOR UPDATE', [name])
    const { rows } = await client.query<RolledBack & KeptCheckpoint & { schema: string }>(
      `DELETE FROM projections.replaced WHERE name = $1 RETURNING name, schema, version, position::text, anchor, refused_accounts, restores`,
      [name],
    )
    const [kept] = rows
    if (kept === undefined) return null
    await noteReplaced(client, projection)
    await publishTable(client, projection, kept.schema)
    const { version, position, schema, ...rest } = kept
    await client.query(
      `UPDATE projections.checkpoints SET live_schema = $2, version = $3, position = $4, anchor = $5, refused_accounts = $6,
         restores = $7
       WHERE name = $1`,
      [
        name,
        schema,
        version,
        position,
        rest.anchor && JSON.stringify(rest.anchor),
        rest.refused_accounts,
        rest.restores,
      ],
    )
    return { name, version, position }
  })
}

interface KeptCheckpoint {
  readonly anchor: unknown
  readonly refused_accounts: readonly string[]
  readonly restores: number
}

/** Drops the table that the last rebuild replaced; returns whether there was one. */
export function dropReplaced(pool: pg.Pool, projection: Projection): Promise<boolean> {
  const { name } = projection
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ schema: string }>(
      'DELETE FROM projections.replaced WHERE name = $1 RETURNING schema',
      [name],
    )
    const [kept] = rows
    if (kept === undefined) return false
    await client.query(`DROP SCHEMA IF EXISTS ${kept.schema} CASCADE`)
    await client.query('DELETE FROM projections.quarantine WHERE schema = $1', [kept.schema])
    return true
  })
}

/** Drops what interrupted rebuilds left. Returns the schemas that are kept. */
export async function dropRemains(
  pool: pg.Pool,
  projection: Projection,
  liveSchema: string,
): Promise<readonly string[]> {
  const replaced = await replacedSchema(pool, projection)
  const kept = replaced === null ? [liveSchema] : [liveSchema, replaced]
  const schemas = await pool.query<{ nspname: string }>('SELECT nspname FROM pg_namespace WHERE nspname ~ $1', [
    `^read_${projection.name}_[0-9]+$`,
  ])
  for (const { nspname } of schemas.rows) {
    if (!kept.includes(nspname)) await dropSchema(pool, nspname)
  }
  await forgetOthers(pool, projection, kept)
  return kept
}

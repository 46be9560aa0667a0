import type pg from 'pg'
import { inTransaction } from '../../storage/postgres/transaction.js'
import type { Projection } from './projection.js'
import { LONG } from './tables.js'

/**
 * The content of a read model: the number of rows, and a checksum that does not depend on their
 * order.
 */
export interface Content {
  readonly rows: number
  /** 16 hexadecimal digits: the exclusive or of the first 64 bits of each row's SHA-256. */
  readonly checksum: string
}

/** How the table in use differs from one that was computed from the events from scratch. */
export interface Difference {
  /** Rows that result from the events and are missing in the table in use. */
  readonly missing: number
  /** Rows of the table in use that do not result from the events. */
  readonly extra: number
  /** Rows with other values. */
  readonly changed: number
  /** The keys of the first such rows, in their order. */
  readonly keys: readonly string[]
}

const MOST_KEYS = 10
const ROWS_OF_LIVE = 'rows_of_live'

/**
 * Why the table in use was not compared: it contains no event yet; another version of the program
 * made it; streams were erased meanwhile, whose rows it still had; it is ahead of the store, which
 * was restored to an earlier point.
 */
export type NotCompared = 'empty' | 'other version' | 'erased meanwhile' | 'ahead of the store'

/** The table in use, as it was at a position. */
export interface Noted {
  readonly position: bigint
  /** Resolves when it is noted. */
  readonly done: Promise<void>
}

/**
 * Notes a hash of each row of the table in use, as it is now, in the schema of the new one.
 * Returns the position of that state, or why there is nothing to compare.
 */
export async function noteLive(pool: pg.Pool, projection: Projection, newSchema: string): Promise<Noted | NotCompared> {
  const { name, version, keyColumn } = projection
  let found: (position: bigint | null) => void = () => {}
  let reason: NotCompared = 'empty'
  const position = new Promise<bigint | null>((resolve) => (found = resolve))
  const done = inTransaction(
    pool,
    async (client) => {
      await client.query(SAME_TEXT)
      const { rows } = await client.query<{ version: number; live_schema: string; position: string | null }>(
        'SELECT version, live_schema, position FROM projections.checkpoints WHERE name = $1',
        [name],
      )
      const [live] = rows
      const at = live?.version === version && live.position !== null ? BigInt(live.position) : null
      if (live !== undefined && live.version !== version) reason = 'other version'
      if (live && at !== null) {
        found(at)
        await client.query({
          text: `CREATE UNLOGGED TABLE ${newSchema}.${ROWS_OF_LIVE} AS
                 SELECT ${keyColumn}::text AS key, ${HASH} AS hash FROM ${live.live_schema}.${name} t`,
          ...LONG,
        })
      } else found(null)
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ',
  )
  // The caller that awaits it gets the failure.
  done.catch(() => {})
  const at = await Promise.race([position, done.then(() => null)])
  return at === null ? reason : { position: at, done }
}

/** Compares the new table with the noted hashes of the one in use. null: they are equal. */
export async function differenceTo(
  pool: pg.Pool,
  projection: Projection,
  newSchema: string,
): Promise<Difference | null> {
  const { name, keyColumn } = projection
  const both = `${newSchema}.${ROWS_OF_LIVE} l FULL JOIN
    (SELECT ${keyColumn}::text AS key, ${HASH} AS hash FROM ${newSchema}.${name} t) n USING (key)
    WHERE l.hash IS DISTINCT FROM n.hash`
  return await inTransaction(pool, async (client) => {
    await client.query(SAME_TEXT)
    const { rows } = await client.query<Omit<Difference, 'keys'>>({
      text: `SELECT count(*) FILTER (WHERE l.hash IS NULL)::int AS missing, count(*) FILTER (WHERE n.hash IS NULL)::int AS extra,
               count(*) FILTER (WHERE l.hash <> n.hash)::int AS changed FROM ${both}`,
      ...LONG,
    })
    const counts = rows[0] ?? { missing: 0, extra: 0, changed: 0 }
    if (counts.missing + counts.extra + counts.changed === 0) return null
    const first = await client.query<{ key: string }>({
      text: `SELECT key FROM ${both} ORDER BY key LIMIT ${MOST_KEYS}`,
      ...LONG,
    })
    return { ...counts, keys: first.rows.map(({ key }) => key) }
  })
}

/** Drops the noted hashes of the table in use. */
export async function forgetNoted(pool: pg.Pool, newSchema: string): Promise<void> {
  await pool.query(`DROP TABLE IF EXISTS ${newSchema}.${ROWS_OF_LIVE}`)
}

/** How many rows a table has, and their checksum. */
export async function contentOf(pool: pg.Pool, projection: Projection, schema: string): Promise<Content> {
  return await inTransaction(pool, async (client) => {
    await client.query(SAME_TEXT)
    const { rows } = await client.query<Content>({
      text: `SELECT count(*)::int AS rows,
               lpad(to_hex(coalesce(bit_xor(('x' || encode(substr(${HASH}, 1, 8), 'hex'))::bit(64)::bigint), 0)), 16, '0') AS checksum
             FROM ${schema}.${projection.name} t`,
      ...LONG,
    })
    return rows[0] ?? { rows: 0, checksum: '0'.repeat(16) }
  })
}

const HASH = "sha256(convert_to(t::text, 'UTF8'))"
/** A row's text must not depend on the server's settings. */
const SAME_TEXT =
  "SET LOCAL statement_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL extra_float_digits = 1"

import type pg from 'pg'
import type { Projection } from './projection.js'
import { LONG } from './tables.js'

/**
 * One process at a time: the locks end with their session, and the work with the locks. `onWait`:
 * called if another process has one of them. Throws the signal's reason if it aborts before the
 * work has begun.
 */
export async function whileLocked<T>(
  pool: pg.Pool,
  projections: readonly Projection[],
  signal: AbortSignal,
  work: (locked: AbortSignal) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  const client = await pool.connect()
  let isOpen = true
  // Ending the session releases the locks in any case, and ends the wait for them.
  const end = (): void => {
    if (isOpen) client.release(true)
    isOpen = false
  }
  const lost = new AbortController()
  const onEnd = (): void => {
    lost.abort(new Error('the lock on rebuilding read models was lost'))
  }
  client.on('error', onEnd).on('end', onEnd)
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    await lockAll(client, projections, onWait)
    signal.removeEventListener('abort', end)
    signal.throwIfAborted()
    return await work(AbortSignal.any([signal, lost.signal]))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
    client.off('error', onEnd).off('end', onEnd)
    end()
  }
}

async function lockAll(client: pg.PoolClient, projections: readonly Projection[], onWait: () => void): Promise<void> {
  // Another process may be rebuilding for long.
  await client.query('SET statement_timeout = 0')
  let reported = false
  // In one order, so that two processes never wait for each other.
  for (const name of projections.map((projection) => projection.name).sort()) {
    const values = [lockOf(name)]
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS got', values)
    if (rows[0]?.got === true) continue
    if (!reported) onWait()
    reported = true
    await client.query({ text: 'SELECT pg_advisory_lock(hashtext($1))', values, ...LONG })
  }
}

function lockOf(name: string): string {
  return `rebuild ${name}`
}

/** The names of those read models that a process is rebuilding, or about to. */
export async function listRebuilding(pool: pg.Pool, projections: readonly Projection[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT p.name FROM unnest($1::text[], $2::text[]) AS p (name, lock)
     JOIN pg_locks l ON l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
       AND (l.classid::bigint << 32 | l.objid::bigint) = hashtext(p.lock)::bigint
     JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()`,
    [projections.map(({ name }) => name), projections.map(({ name }) => lockOf(name))],
  )
  return new Set(rows.map(({ name }) => name))
}

import type pg from 'pg'
import type { Projection } from './projection.js'
import { LONG } from './tables.js'

/** One process at a time: the locks end with their session, and the work with the locks. */
export async function whileLocked<T>(
  pool: pg.Pool,
  projections: readonly Projection[],
  signal: AbortSignal,
  work: (locked: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const lost = new AbortController()
  const onEnd = (): void => {
    lost.abort(new Error('the lock on rebuilding read models was lost'))
  }
  client.on('error', onEnd).on('end', onEnd)
  try {
    // Another process may be rebuilding for long.
    await client.query('SET statement_timeout = 0')
    // In one order, so that two processes never wait for each other.
    for (const name of projections.map((projection) => projection.name).sort()) {
      await client.query({ text: 'SELECT pg_advisory_lock(hashtext($1))', values: [`rebuild ${name}`], ...LONG })
    }
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    client.off('error', onEnd).off('end', onEnd)
    // Ending the session releases the locks, whatever happened to it.
    client.release(true)
  }
}

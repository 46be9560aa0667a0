import type pg from 'pg'
import { isSealed } from '../seals/prefixes.js'
import type { ErasedStream } from '../../domain/erasure.js'

/** Whether a seal covers these streams to their ends, as far as their kind is sealed. */
export async function areSealed(pool: pg.Pool, streams: readonly ErasedStream[]): Promise<boolean> {
  const asked = streams.filter(({ stream }) => isSealed(stream))
  if (asked.length === 0) return true
  const { rows } = await pool.query<{ open: boolean }>(
    `SELECT EXISTS (
       SELECT FROM unnest($1::text[], $2::integer[]) AS asked (stream, revision)
       WHERE NOT EXISTS (
         SELECT FROM audit.leaf l WHERE l.stream = asked.stream COLLATE "C" AND l.revision = asked.revision
           AND l.index < (SELECT max(size) FROM audit.seal WHERE revision IS NOT NULL))) AS open`,
    [asked.map(({ stream }) => stream), asked.map(({ revision }) => revision)],
  )
  return rows[0]?.open === false
}

/** Whether the store has seals, as far as the database lists them. */
export async function hasSeals(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM audit.seal WHERE revision IS NOT NULL LIMIT 1')
  return rowCount !== 0
}

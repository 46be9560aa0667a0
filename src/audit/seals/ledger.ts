import type pg from 'pg'
import type { EventStore } from '../../eventstore/port.js'
import { readSeals, type RecordedSeal, sealHash, sealStreamAt, streamAfter, withTimeStamps } from './seals.js'
import { addAll } from '../../domain/lists.js'

/** The store does not contain all the sealed events. */
export class HistoryDiffers extends Error {
  override readonly name = 'HistoryDiffers'
}

/** Dependencies of finding the newest seal. */
interface SealLedgerDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
}

/**
 * The newest seal of the store; null: there is none. The database remembers the previous one to
 * save the search; forgotten seals are found again. Throws `HistoryDiffers` if the store lacks a
 * seal that was made, and `EventStoreUnavailable`.
 */
export async function newestSeal(deps: SealLedgerDeps, now: Date, signal: AbortSignal): Promise<RecordedSeal | null> {
  const { store, pool } = deps
  const { rows } = await pool.query<{ stream: string; revision: number; hash: string; sequence: string }>(
    'SELECT sequence, stream, revision, hash FROM audit.seal WHERE revision IS NOT NULL ORDER BY sequence DESC LIMIT 1',
  )
  const [known] = rows
  if (known === undefined) {
    const all = await readSeals(store, signal)
    await noteSeals(pool, all)
    return all.at(-1) ?? null
  }
  const since = withTimeStamps(await store.readStream(known.stream, known.revision))
  const [same] = since
  if (same === undefined || sealHash(same.seal) !== known.hash) {
    throw new HistoryDiffers(
      `${known.stream}@${known.revision} is no longer the seal ${known.sequence}: the event store was restored to an older point, or changed`,
    )
  }
  const later: RecordedSeal[] = since.slice(1)
  const end = sealStreamAt(now)
  for (let stream = known.stream; stream < end;) {
    stream = streamAfter(stream)
    addAll(later, withTimeStamps(await store.readStream(stream)))
  }
  await noteSeals(pool, later)
  return later.at(-1) ?? same
}

/** Remembers the locations of seals. */
export async function noteSeals(pool: pg.Pool | pg.ClientBase, found: readonly RecordedSeal[]): Promise<void> {
  if (found.length === 0) return
  await pool.query(
    `INSERT INTO audit.seal (sequence, stream, revision, size, hash)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::bigint[], $5::text[])
     ON CONFLICT (sequence) DO UPDATE
       SET stream = excluded.stream, revision = excluded.revision, size = excluded.size, hash = excluded.hash`,
    [
      found.map(({ seal }) => seal.sequence),
      found.map(({ stream }) => stream),
      found.map(({ revision }) => revision),
      found.map(({ seal }) => seal.size),
      found.map(({ seal }) => sealHash(seal)),
    ],
  )
}

/**
 * The stream for the seal of a sequence: the one of the first caller, so that processes that seal
 * at the turn of a month use the same stream.
 */
export async function claimSeal(pool: pg.Pool, sequence: number, stream: string): Promise<string> {
  await pool.query('INSERT INTO audit.seal (sequence, stream) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    sequence,
    stream,
  ])
  const { rows } = await pool.query<{ stream: string }>('SELECT stream FROM audit.seal WHERE sequence = $1', [sequence])
  return rows[0]?.stream ?? stream
}

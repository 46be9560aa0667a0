import type pg from 'pg'
import type { StreamsErased } from '../../domain/erasure.js'
import type { RecordedEvent } from '../../domain/event.js'
import { ERASURE_PREFIX } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import { isUndefinedTable } from './postgres-live-tables.js'
import type { Projection } from './projection.js'
import { inFoldTransaction } from './tables.js'
import { isErasure } from '../../domain/event-of.js'

/** A record of erasures and its place among the events. */
export type ErasureRecord = StreamsErased & Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'metadata'>

/** The position of the erasing among its records: see `processing.checkpoints`. */
export const ERASING_MARK = 'erasing'

/**
 * Removes the rows of these streams from a read model: from the table in use, from one that is
 * being built, and from a kept one. The streams must be erased already. Events that were read
 * before this are never folded after it. Idempotent.
 */
export async function eraseRows(pool: pg.Pool, projection: Projection, streams: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await inFoldTransaction(pool, (client) => eraseIn(client, projection, streams))
      return
    } catch (error) {
      // A rebuild has just dropped a table.
      if (!isUndefinedTable(error) || tries >= MOST_TRIES) throw error
    }
  }
}

const MOST_TRIES = 5

async function eraseIn(client: pg.ClientBase, projection: Projection, streams: readonly string[]): Promise<void> {
  const { name } = projection
  // Its row is the lock: the switch of a rebuild is before this or after it.
  const { rowCount } = await client.query(
    `UPDATE projections.checkpoints SET erasures = erasures + 1,
       anchor = CASE WHEN anchor ->> 'stream' = ANY ($2::text[]) THEN NULL ELSE anchor END
     WHERE name = $1`,
    [name, streams],
  )
  if (rowCount === 0) return
  await client.query('DELETE FROM projections.quarantine WHERE projection = $1 AND stream = ANY ($2::text[])', [
    name,
    streams,
  ])
  await client.query(
    `UPDATE projections.replaced SET anchor = NULL WHERE name = $1 AND anchor ->> 'stream' = ANY ($2::text[])`,
    [name, streams],
  )
  for (const { schema, has } of await tablesOf(client, projection)) {
    if (has) await deleteRows(client, projection, schema, streams)
    else await dropKept(client, projection, schema)
  }
}

/** Of any version; `has`: it has the column by which its rows are found by their streams. */
async function tablesOf(client: pg.ClientBase, { name, erasing }: Projection) {
  const { rows } = await client.query<{ schema: string; has: boolean }>(
    `SELECT n.nspname AS schema, $3::text IS NULL OR EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = $3 AND NOT a.attisdropped
     ) AS has
     FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $2 WHERE n.nspname ~ $1`,
    [`^read_${name}_[0-9]+$`, name, erasing?.column ?? null],
  )
  return rows
}

/**
 * A table of an older version that was kept for a roll-back, and from which single rows can't be
 * removed. A table in use is never dropped: the statement on it fails.
 */
async function dropKept(client: pg.ClientBase, { name }: Projection, schema: string): Promise<void> {
  // Only the owner may drop tables, and the erasing role need not be the owner.
  const { rows } = await client.query<{ dropped: boolean }>('SELECT projections.drop_kept($1, $2) AS dropped', [
    name,
    schema,
  ])
  if (rows[0]?.dropped !== true)
    throw new Error(`${schema}.${name} is of another version, so nothing can be erased from it`)
}

async function deleteRows(
  client: pg.ClientBase,
  { name, erasing }: Projection,
  schema: string,
  streams: readonly string[],
): Promise<void> {
  if (erasing === null || streams.length === 0) return
  await client.query(`DELETE FROM ${schema}.${name} WHERE ${erasing.column} = ANY ($1::text[])`, [
    streams.map((stream) => erasing.of(stream)),
  ])
}

/**
 * The position of the erasing when the building of a table began: the streams of all records up to
 * here were gone from the store by then. null: none yet, or the store was restored since: what was
 * erased has come back then, and so has its place in the log for other records.
 */
export async function erasedBefore(pool: pg.Pool): Promise<bigint | null> {
  const { rows } = await pool.query<{ position: string | null }>(
    `SELECT position FROM processing.checkpoints WHERE name = $1 AND restores = ${RESTORES_FOUND}`,
    [ERASING_MARK],
  )
  const position = rows[0]?.position ?? null
  return position === null ? null : BigInt(position)
}

/**
 * Removes from a new table the rows of streams that were erased while it was built. Call it in the
 * transaction that puts the table in use, when it has the checkpoint's lock and all events.
 * @param since the result of `erasedBefore` before the first event was read
 */
export async function eraseSince(
  client: pg.ClientBase,
  store: EventStore,
  projection: Projection,
  schema: string,
  since: bigint | null,
  signal: AbortSignal,
): Promise<void> {
  await recordsAfter(store, since, signal, async ({ data }) => {
    // A record that is not obeyed, or not yet, deletes nothing.
    const streams: string[] = []
    for (const { stream } of data.streams) if ((await store.readStream(stream)).length === 0) streams.push(stream)
    await deleteRows(client, projection, schema, streams)
    await client.query('DELETE FROM projections.quarantine WHERE schema = $1 AND stream = ANY ($2::text[])', [
      schema,
      streams,
    ])
  })
}

/**
 * Goes through the records of erasures after a position, up to the newest that there is now, in
 * their order.
 */
export async function recordsAfter(
  store: EventStore,
  after: bigint | null,
  signal: AbortSignal,
  taken: (record: ErasureRecord) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  try {
    for await (const message of store.subscribe({ after, streamPrefixes: [ERASURE_PREFIX], signal: ended })) {
      if (message.kind === 'caughtUp') return
      for (const event of message.events) if (isErasure(event)) await taken(event)
    }
    signal.throwIfAborted()
  } finally {
    stop.abort()
  }
}

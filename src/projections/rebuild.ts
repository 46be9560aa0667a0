import type pg from 'pg'
import type { Logger } from 'pino'
import { type Anchor, anchorAt } from '../eventstore/anchor.js'
import type { EventStore } from '../eventstore/port.js'
import { upcast } from '../eventstore/upcast.js'
import type { Projection } from './projection.js'
import { createTable, foldInto, generationOf, inFoldTransaction, publishTable, schemaName } from './tables.js'

export interface RebuildDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly log: Logger
}

/**
 * Builds a read model anew from the first event, in a schema of its own beside the live one, which goes on serving. When the new table has caught up, the
 * checkpoint's lock stops the live runner for the moment that the last events take, and the view flips in that same transaction.
 * An interrupted rebuild leaves the live one untouched; the next one clears away its remains. Answers the number of events folded.
 */
export async function rebuild(deps: RebuildDeps, projection: Projection, signal: AbortSignal): Promise<number> {
  const lock = await deps.pool.connect()
  try {
    await lock.query('SELECT pg_advisory_lock(hashtext($1))', [`rebuild ${projection.name}`])
    return await rebuildLocked(deps, projection, signal)
  } finally {
    // Ending the session releases the lock, whatever happened to it.
    lock.release(true)
  }
}

async function rebuildLocked(deps: RebuildDeps, projection: Projection, signal: AbortSignal): Promise<number> {
  const oldSchema = await dropRemains(deps.pool, projection)
  const schema = schemaName(projection, generationOf(projection, oldSchema) + 1)
  await inFoldTransaction(deps.pool, (client) => createTable(client, projection, schema))

  let position: bigint | null = null
  let anchor: Anchor | null = null
  let folded = 0
  const catchUp = async (client: pg.ClientBase | null): Promise<void> => {
    const stop = new AbortController()
    const options = {
      after: position,
      streamPrefixes: projection.streamPrefixes,
      signal: AbortSignal.any([signal, stop.signal]),
    }
    for await (const message of deps.store.subscribe(options)) {
      if (message.kind === 'events') {
        const events = message.events.map(upcast)
        if (client) await foldInto(client, projection, schema, events)
        else await inFoldTransaction(deps.pool, (own) => foldInto(own, projection, schema, events))
        folded += events.length
        anchor = anchorAt(events)
      }
      position = message.position ?? position
      if (message.kind === 'caughtUp') {
        stop.abort()
        return
      }
    }
    signal.throwIfAborted()
  }

  await catchUp(null)
  await inFoldTransaction(deps.pool, async (client) => {
    await client.query('SELECT 1 FROM projections.checkpoints WHERE name = $1 FOR UPDATE', [projection.name])
    await catchUp(client)
    await publishTable(client, projection, schema)
    await client.query(
      'UPDATE projections.checkpoints SET version = $2, live_schema = $3, position = $4, anchor = $5 WHERE name = $1',
      [
        projection.name,
        projection.version,
        schema,
        (position as bigint | null)?.toString() ?? null,
        anchor && JSON.stringify(anchor),
      ],
    )
  })
  await deps.pool.query(`DROP SCHEMA IF EXISTS ${oldSchema} CASCADE`)
  deps.log.info({ projection: projection.name, events: folded }, 'read model rebuilt')
  return folded
}

/** Drops what an interrupted rebuild left; answers the live schema. */
async function dropRemains(pool: pg.Pool, projection: Projection): Promise<string> {
  const live = await pool.query<{ live_schema: string }>(
    'SELECT live_schema FROM projections.checkpoints WHERE name = $1',
    [projection.name],
  )
  const liveSchema = live.rows[0]?.live_schema
  if (liveSchema === undefined) throw new Error(`the projection ${projection.name} was never prepared`)
  const schemas = await pool.query<{ nspname: string }>('SELECT nspname FROM pg_namespace WHERE nspname ~ $1', [
    `^read_${projection.name}_[0-9]+$`,
  ])
  for (const { nspname } of schemas.rows) {
    if (nspname !== liveSchema) await pool.query(`DROP SCHEMA ${nspname} CASCADE`)
  }
  return liveSchema
}

import type pg from 'pg'
import { withStartupConnection } from './pool.js'
import { StartupError } from './startup-error.js'

/** `postgres`: in the tables of the database itself; else the id of an EventStoreDB. */
export type StoreId = 'postgres' | `eventstoredb:${string}`

/**
 * Binds a database to its event store when it is first used, and lets nobody use it with another one afterwards: read models and checkpoints of one store mean
 * nothing in the next. Throws `StartupError`, which says what to do.
 */
export async function bindToStore(connectionString: string, store: StoreId): Promise<void> {
  await withStartupConnection(connectionString, async (client) => {
    await client.query('INSERT INTO storage.event_store (store) VALUES ($1) ON CONFLICT DO NOTHING', [store])
    const bound = await boundStore(client)
    if (bound === store) return
    // Bound by somebody who has then left PostgreSQL's own tables empty: nothing was computed from them.
    const { rowCount } = await client.query(
      `UPDATE storage.event_store SET store = $1
       WHERE store = 'postgres' AND NOT EXISTS (SELECT FROM eventstore.head WHERE "position" > 0)`,
      [store],
    )
    if (rowCount === 0) throw refusal(bound, store)
  })
}

/** The store that a database belongs to; null: it was never used. */
export async function boundStore(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ store: string }>('SELECT store FROM storage.event_store')
  return rows[0]?.store ?? null
}

function refusal(bound: string | null, store: StoreId): StartupError {
  if (bound === 'postgres') {
    return new StartupError(
      'EVENTSTORE_URL is set, but the events of this database lie in PostgreSQL; move them with "clearway migrate-events", or unset it.',
    )
  }
  if (store === 'postgres') {
    return new StartupError(
      'The events of this database lie in an EventStoreDB, but EVENTSTORE_URL is not set; set it, or use another database.',
    )
  }
  return new StartupError(
    'EVENTSTORE_URL and EVENTSTORE_STREAM_PREFIX lead to another event store than the one that this database was computed from; correct them, or use an empty database, which is built up from that store.',
  )
}

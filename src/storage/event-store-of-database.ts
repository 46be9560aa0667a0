import type pg from 'pg'
import { withStartupConnection } from './postgres/pool.js'
import { StartupError } from './startup-error.js'

/** `postgres`: in the tables of the database itself; else the id of an EventStoreDB. */
export type StoreId = 'postgres' | `eventstoredb:${string}`

/**
 * Binds a database to its event store on first use, and refuses any other store afterwards: read
 * models and checkpoints of one store are invalid for another. Throws `StartupError` with the
 * remedy.
 */
export async function bindToStore(connectionString: string, store: StoreId): Promise<void> {
  await withStartupConnection(connectionString, async (client) => {
    // The usual case needs no write access.
    if ((await boundStore(client)) === store) return
    await client.query('INSERT INTO storage.event_store (store) VALUES ($1) ON CONFLICT DO NOTHING', [store])
    const bound = await boundStore(client)
    if (bound === store) return
    // It was bound to PostgreSQL, but the tables there are still empty: nothing was computed from
    // them.
    const { rowCount } = await client.query(
      `UPDATE storage.event_store SET store = $1
       WHERE store = 'postgres' AND NOT EXISTS (SELECT FROM eventstore.head WHERE "position" > 0)`,
      [store],
    )
    if (rowCount === 0) throw refusal(bound, store)
  })
}

/** Prefix of the id of the store that a database's events are being moved to. */
const MOVING = 'moving to '

/**
 * The target store of a move of the database's events, from the value of `boundStore`; null: they
 * are not being moved.
 */
export function destinationOf(bound: string | null): string | null {
  return bound?.startsWith(MOVING) === true ? bound.slice(MOVING.length) : null
}

/**
 * Closes the event store in PostgreSQL, because its events are moved to another one: from here on
 * no service starts on the database, and a service that still runs can append nothing. For a
 * transaction. Throws `StartupError` if they are already being moved elsewhere. Idempotent.
 */
export async function beginMove(client: pg.ClientBase, to: StoreId): Promise<void> {
  await client.query("INSERT INTO storage.event_store (store) VALUES ('postgres') ON CONFLICT DO NOTHING")
  const { rowCount } = await client.query("UPDATE storage.event_store SET store = $1 WHERE store IN ('postgres', $1)", [
    MOVING + to,
  ])
  if (rowCount === 0)
    throw new StartupError('The events of this database are already being moved to another event store.')
  await client.query('SELECT eventstore.close()')
}

/**
 * Opens the event store in PostgreSQL for events again during an unfinished move: to record its
 * cancellation. Returns whether a move is in progress; otherwise nothing has changed. No service
 * starts before `cancelMove`, and a move that continues instead closes it again.
 */
export async function openForCancelling(client: pg.ClientBase): Promise<boolean> {
  if (destinationOf(await boundStore(client)) === null) return false
  await client.query('SELECT eventstore.reopen()')
  return true
}

/**
 * Opens the event store in PostgreSQL again. For a transaction. Returns whether its events were
 * being moved; otherwise nothing has changed.
 */
export async function cancelMove(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE storage.event_store SET store = 'postgres' WHERE starts_with(store, $1)",
    [MOVING],
  )
  if (rowCount !== 0) await client.query('SELECT eventstore.reopen()')
  return rowCount !== 0
}

/** Binds the database to the store that its events were moved to. For a transaction. */
export async function endMove(client: pg.ClientBase, to: StoreId): Promise<void> {
  const { rowCount } = await client.query('UPDATE storage.event_store SET store = $1 WHERE store = $2', [
    to,
    MOVING + to,
  ])
  if (rowCount === 0) throw new StartupError('The move of the events was cancelled by another command meanwhile.')
}

/** The store that a database belongs to; null: it was never used. */
export async function boundStore(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ store: string }>('SELECT store FROM storage.event_store')
  return rows[0]?.store ?? null
}

function refusal(bound: string | null, store: StoreId): StartupError {
  if (destinationOf(bound) !== null) {
    return new StartupError(
      'The events of this database are being moved to an EventStoreDB; finish the move with "clearway migrate-events", or cancel it with "clearway migrate-events --cancel".',
    )
  }
  if (bound === 'postgres') {
    return new StartupError(
      'EVENTSTORE_URL is set, but the events of this database are in PostgreSQL; move them with "clearway migrate-events", or unset it.',
    )
  }
  if (store === 'postgres') {
    return new StartupError(
      'The events of this database are in an EventStoreDB, but EVENTSTORE_URL is not set; set it, or use another database.',
    )
  }
  return new StartupError(
    'EVENTSTORE_URL and EVENTSTORE_STREAM_PREFIX name another event store than the one that this database was built from; correct them, or use an empty database, which is then built from that store.',
  )
}

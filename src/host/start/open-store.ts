import type { Config } from '../settings/config.js'
import { parseAddress } from '../../eventstore/eventstoredb/address.js'
import { startupErrorOf } from '../../eventstore/eventstoredb/reachable.js'
import { identify } from '../../eventstore/identity.js'
import { type EventStore, EventStoreUnavailable } from '../../eventstore/port.js'
import { PostgresEventStore } from '../../eventstore/postgres/postgres.js'
import { bindToStore, type StoreId } from '../../storage/event-store-of-database.js'

/** An open event store and the id by which it is recognised. */
export interface OpenedStore {
  readonly store: EventStore
  readonly id: StoreId
}

/**
 * Opens the event store that the settings name, and makes sure that the database belongs to it.
 * Throws `StartupError` in one sentence for whatever keeps it from being used: no server there,
 * certificate, user, rights, or a database that belongs to another store.
 */
export async function openEventStore(config: Config, connectionString: string): Promise<EventStore> {
  const opened = await openByAddress(config, connectionString)
  try {
    await bindToStore(connectionString, opened.id)
    return opened.store
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

async function openByAddress(config: Config, connectionString: string): Promise<OpenedStore> {
  if (config.EVENTSTORE_URL === undefined) {
    return { store: new PostgresEventStore({ connectionString }), id: 'postgres' }
  }
  return await openEventStoreDb(config.EVENTSTORE_URL, config.EVENTSTORE_STREAM_PREFIX)
}

/**
 * Opens an EventStoreDB, whatever database uses it, and gives it an id if it has none. Throws
 * `StartupError`.
 */
export async function openEventStoreDb(url: string, streamPrefix: string): Promise<OpenedStore> {
  const store = await connectEventStoreDb(url, streamPrefix)
  try {
    return { store, id: await identify(store) }
  } catch (error) {
    await store.close()
    throw error instanceof EventStoreUnavailable ? startupErrorOf(error, parseAddress(url), 'write') : error
  }
}

/** The same without writing anything. Throws `StartupError`. */
export async function connectEventStoreDb(url: string, streamPrefix: string): Promise<EventStore> {
  const address = parseAddress(url)
  // Its client takes a while to load, and most never need it.
  const { EventStoreDbEventStore } = await import('../../eventstore/eventstoredb/eventstoredb.js')
  const store = new EventStoreDbEventStore({ address, streamPrefix })
  try {
    await store.head()
    return store
  } catch (error) {
    await store.close()
    throw error instanceof EventStoreUnavailable ? startupErrorOf(error, address, 'read') : error
  }
}

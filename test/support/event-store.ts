import { createHash } from 'node:crypto'
import { parseAddress } from '../../src/eventstore/eventstoredb/address.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'

/**
 * The settings with which a service finds the event store of this run: the server of
 * EVENTSTORE_URL, else none, for PostgreSQL. Each database of a test has streams of its own there;
 * `database`: its connection string, or the data directory of an embedded one.
 */
export function eventStoreSettings(database: string): Record<string, string> {
  const { EVENTSTORE_URL: url = '', EVENTSTORE_STREAM_PREFIX: prefix = 't' } = process.env
  if (url === '') return {}
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 12)
  return { EVENTSTORE_URL: url, EVENTSTORE_STREAM_PREFIX: `${prefix}${digest}` }
}

/**
 * Opens the event store of this run, as a service with these settings does. `database` as there,
 * where it is not the connection string.
 */
export async function openTestStore(connectionString: string, database = connectionString): Promise<EventStore> {
  const { EVENTSTORE_URL: url, EVENTSTORE_STREAM_PREFIX: streamPrefix = '' } = eventStoreSettings(database)
  if (url === undefined) return new PostgresEventStore({ connectionString })
  // Its client loads slowly, and most runs don't need it.
  const { EventStoreDbEventStore } = await import('../../src/eventstore/eventstoredb/eventstoredb.js')
  return new EventStoreDbEventStore({ address: parseAddress(url), streamPrefix })
}

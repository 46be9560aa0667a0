/**
 * `npm run bench:eventstore`: both event stores with the same work in the same run, beside plain
 * durable inserts of one row into the same PostgreSQL, and beside EventStoreDB's client without
 * the adapter. Figures of different machines or moments can't be compared; their ratios can.
 *
 * `DATABASE_URL` and `EVENTSTORE_URL` name your own servers (the benchmark uses its own names
 * there and drops its databases). Without them it starts the embedded PostgreSQL and the stand-in
 * for EventStoreDB. The stand-in's speed differs from a real server's, so only the ratio of
 * adapter to bare client is meaningful then. `-- appends`, `catch-up`, `end-to-end` measure that
 * part alone.
 * bare client means something. `-- appends`, `catch-up`, `end-to-end` measure that part alone.
 */
import { EventStoreDBClient } from '@eventstore/db-client'
import pg from 'pg'
import { EventStoreDbEventStore } from '../src/eventstore/eventstoredb/eventstoredb.js'
import { parseAddress } from '../src/eventstore/eventstoredb/address.js'
import { PostgresEventStore } from '../src/eventstore/postgres/postgres.js'
import { eventstore } from '../src/storage/migrations/0001-eventstore.js'
import { measureAppends, measureBesideSubscribers, type Contestants } from './eventstore/appends.js'
import { measureCatchUp } from './eventstore/catch-up.js'
import { measureEndToEnd } from './eventstore/end-to-end.js'
import { freshPrefix, openServers, type Servers } from './eventstore/servers.js'

const parts = process.argv.slice(2)
const wanted = (part: string) => parts.length === 0 || parts.includes(part)

const servers = await openServers()
try {
  console.log(
    `EventStoreDB: ${servers.isStandIn ? 'the stand-in; compare it with the bare client alone' : 'EVENTSTORE_URL'}`,
  )
  if (wanted('appends') || wanted('catch-up')) await measureStores(servers)
  if (wanted('end-to-end')) await measureEndToEnd(servers)
} finally {
  await servers.close()
}

async function measureStores({ database, eventStoreDb: url }: Servers): Promise<void> {
  const connectionString = await database()
  const prefix = freshPrefix()
  const pool = new pg.Pool({ connectionString, max: 64 })
  await pool.query(eventstore.sql)
  const contestants: Contestants = {
    pool,
    prefix,
    postgres: new PostgresEventStore({ connectionString }),
    client: EventStoreDBClient.connectionString(url),
    eventStoreDb: new EventStoreDbEventStore({ address: parseAddress(url), streamPrefix: prefix }),
  }
  try {
    if (wanted('appends')) {
      await measureAppends(contestants)
      await measureBesideSubscribers(contestants)
    }
    if (wanted('catch-up')) await measureCatchUp(contestants)
  } finally {
    await contestants.postgres.close()
    await contestants.eventStoreDb.close()
    await contestants.client.dispose()
    await pool.end()
  }
}

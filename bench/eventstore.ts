/**
 * `npm run bench:eventstore`: both event stores at the same work in the same run, beside plain
 * durable inserts of one row into the same PostgreSQL, and beside EventStoreDB's client without
 * the adapter: figures of different machines or moments don't compare, their ratios do.
 *
 * `DATABASE_URL` and `EVENTSTORE_URL` name servers of your own (what is made there has names of
 * its own; databases are dropped); otherwise the embedded PostgreSQL is started, and the stand-in
 * of EventStoreDB, whose speed says nothing of a real server's: then only the ratio of adapter to
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

import { Kysely, PostgresDialect } from 'kysely'
import t, { type Test } from 'tap'
import { readConfig } from '../../../src/host/settings/config.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { openEventStore } from '../../../src/host/start/stores.js'
import { createPool, withStartupConnection } from '../../../src/storage/postgres/pool.js'
import { QuotaLedger } from '../../../src/storage/quotas.js'
import { eventsToAppend } from '../../eventstore/events.js'
import { startEventStoreDb } from '../../standins/eventstoredb/index.js'
import { migratedDatabase } from '../../support/database.js'

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

/** Opens the store as a service with these settings does, and closes it with the test. */
async function open(t: Test, database: string, url?: string, prefix?: string): Promise<EventStore> {
  const settings = { EVENTSTORE_URL: url, EVENTSTORE_STREAM_PREFIX: prefix }
  const store = await openEventStore(readConfig({ DATABASE_URL: database, SECRETS_KEY, ...settings }), database)
  t.teardown(() => store.close())
  return store
}

async function eventStoreDb(t: Test): Promise<string> {
  const standIn = await startEventStoreDb()
  t.teardown(() => standIn.stop())
  return standIn.connectionString
}

function refused(t: Test, opening: Promise<EventStore>, message: RegExp): Promise<unknown> {
  return t.rejects(opening, { name: 'StartupError', message })
}

void t.test('a database belongs to the store that it is first used with, at any address', async (t) => {
  const { url: database } = await migratedDatabase(t)
  const url = await eventStoreDb(t)
  const store = await open(t, database, url)
  await store.append('liveInvoice-1', 'none', eventsToAppend(1))
  const other = await open(t, database, url.replace('esdb://127.0.0.1', 'esdb://localhost'))
  t.equal((await other.readStream('liveInvoice-1')).length, 1)
  await refused(t, open(t, database), /are in an EventStoreDB, but EVENTSTORE_URL is not set; set it/)
  await refused(t, open(t, database, url, 'green'), /name another event store than .*; correct them, or use an empty/)
  await refused(t, open(t, database, await eventStoreDb(t)), /name another event store/)
  t.ok(await open(t, database, url), 'the refused have changed nothing')
})

void t.test('a database whose events lie in PostgreSQL is not used with an EventStoreDB', async (t) => {
  const { url: database } = await migratedDatabase(t)
  const url = await eventStoreDb(t)
  const store = await open(t, database)
  await store.append('liveInvoice-1', 'none', eventsToAppend(1))
  await refused(t, open(t, database, url), /are in PostgreSQL; move them with "clearway migrate-events", or unset it/)
  t.equal((await (await open(t, database)).readStream('liveInvoice-1')).length, 1)
})

void t.test('a database that was only looked at is still free', async (t) => {
  const { url: database } = await migratedDatabase(t)
  await open(t, database)
  const url = await eventStoreDb(t)
  await open(t, database, url)
  await refused(t, open(t, database), /EVENTSTORE_URL is not set/)
})

void t.test('several that start at once on an empty server agree on what it is', async (t) => {
  const { url: database } = await migratedDatabase(t)
  const url = await eventStoreDb(t)
  await Promise.all(Array.from({ length: 4 }, () => open(t, database, url)))
})

void t.test('a claim of quota waits for the disk where the events lie elsewhere, and only there', async (t) => {
  const { url } = await migratedDatabase(t)
  // Deferred: it sees the setting under which the transaction commits.
  await withStartupConnection(url, async (admin) => {
    await admin.query(`
      CREATE TABLE seen (setting text);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER note AFTER INSERT ON operations.quota_claim DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION note();`)
  })
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const now = new Date('2026-03-31T09:30:00.000Z')
  await new QuotaLedger(db).open('invoices/acc_1/test/2026-03', [], now)
  for (const durable of [true, false]) {
    const ledger = new QuotaLedger(db, { durable })
    t.equal(await ledger.claim('invoices/acc_1/test/2026-03', `inv_${durable}`, 10, now), 'claimed')
  }
  const { rows } = await pool.query<{ setting: string }>('SELECT setting FROM seen')
  t.strictSame(
    rows.map(({ setting }) => setting),
    ['on', 'off'],
  )
})

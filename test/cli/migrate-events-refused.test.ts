import pg from 'pg'
import t, { type Test } from 'tap'
import { readConfig } from '../../src/host/settings/config.js'
import { EventStoreDbEventStore } from '../../src/eventstore/eventstoredb/eventstoredb.js'
import { parseAddress } from '../../src/eventstore/eventstoredb/address.js'
import { type EventStore, EventStoreUnavailable } from '../../src/eventstore/port.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { moveEvents, type MoveMode } from '../../src/cli/migrate-events/move-events.js'
import { beginMove, boundStore, cancelMove } from '../../src/storage/event-store-of-database.js'
import { StartupError } from '../../src/storage/startup-error.js'
import { eventsToAppend } from '../eventstore/events.js'
import { startEventStoreDb } from '../standins/eventstoredb/index.js'
import { runCli } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice, History } from '../support/history.js'

const standIn = await startEventStoreDb()
t.teardown(() => standIn.stop())

let prefixes = 0

interface Place {
  readonly url: string
  readonly client: pg.Client
  readonly streamPrefix: string
  readonly target: EventStore
  readonly withSource: <T>(work: (source: EventStore) => Promise<T>) => Promise<T>
  readonly move: (mode?: MoveMode) => ReturnType<typeof moveEvents>
}

/** A database with two invoices, and a place where its events can go. */
async function place(t: Test): Promise<Place> {
  const { url } = await migratedDatabase(t)
  const streamPrefix = `p${(prefixes += 1)}x`
  const target = new EventStoreDbEventStore({ address: parseAddress(standIn.connectionString), streamPrefix })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await target.close()
    await client.end()
  })
  const config = readConfig({ EVENTSTORE_STREAM_PREFIX: streamPrefix })
  const withSource = async <T>(work: (source: EventStore) => Promise<T>): Promise<T> => {
    const source = new PostgresEventStore({ connectionString: url, retryFor: 200 })
    try {
      return await work(source)
    } finally {
      await source.close()
    }
  }
  await withSource(async (source) => {
    const history = new History(source)
    const scope = await history.account()
    for (const number of ['F-1', 'F-2']) await history.invoice(scope, acceptedInvoice(number))
  })
  const move = (mode: MoveMode = 'move') =>
    moveEvents({
      config: { ...config, EVENTSTORE_URL: standIn.connectionString },
      connectionString: url,
      mode,
      onProgress: () => undefined,
      begin: () => Promise.resolve(),
    })
  return { url, client, streamPrefix, target, withSource, move }
}

t.test('a target with events of others is refused before anything is closed', async (t) => {
  const { target, move, client, withSource } = await place(t)
  await target.append('testInvoice-foreign', 'none', eventsToAppend(1))
  await t.rejects(move(), StartupError)
  await t.rejects(move(), {
    message: /not from this database, such as testInvoice-foreign@0; set EVENTSTORE_STREAM_PREFIX/,
  })
  t.match(await boundStore(client), null)
  await withSource(async (source) => {
    t.match(await source.append('testInvoice-new', 'none', eventsToAppend(1)), { kind: 'appended' })
  })
})

t.test('a dry run and a look at both stores write nothing', async (t) => {
  const { target, move } = await place(t)
  t.match(await move('preview'), { moved: false, held: 0, totals: { events: 5 }, sessions: [] })
  await t.rejects(move('verify'), { message: /contains 0 of the 5 events/ })
  t.equal(await target.head(), null)
})

t.test('a move that was begun can be given up, and begun again to the same place', async (t) => {
  const { client, withSource, move, url } = await place(t)
  await move('ahead')
  await client.query('BEGIN')
  await beginMove(client, 'eventstoredb:elsewhere')
  await client.query('COMMIT')
  await withSource((source) =>
    t.rejects(source.append('testInvoice-new', 'none', eventsToAppend(1)), EventStoreUnavailable),
  )
  await t.rejects(move(), { message: /being moved to another EventStoreDB/ })
  const env = { DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'), EVENTSTORE_URL: '' }
  t.match(await runCli(['migrate-events', '--cancel'], env), { status: 0, stdout: /keeps its events/ })
  t.equal(await cancelMove(client), false, 'it is given up')
  await withSource(async (source) => {
    t.match(await source.append('testInvoice-new', 'none', eventsToAppend(1)), { kind: 'appended' })
  })
  t.strictSame(await outcomesIn(client), ['begun', 'done'], 'giving it up is recorded before and after')
  t.match(await move(), { moved: true, held: 5, copied: 3 }, 'the new event, and the records of giving up')
  t.match(await move('verify'), { moved: true, held: 8 })
})

t.test('what can not be recorded is not done', async (t) => {
  const { url, streamPrefix, target, client, withSource } = await place(t)
  await client.query(
    "CREATE FUNCTION no_actions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the record is refused'; END $$",
  )
  await client.query(`CREATE TRIGGER no_actions BEFORE INSERT ON eventstore.events
    FOR EACH ROW WHEN (NEW.type = 'OperatorActed') EXECUTE FUNCTION no_actions()`)
  const env = {
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    EVENTSTORE_URL: standIn.connectionString,
    EVENTSTORE_STREAM_PREFIX: streamPrefix,
  }
  for (const mode of [[], ['--ahead']]) {
    t.match(await runCli(['migrate-events', ...mode], env), { status: 1 })
    t.equal(await boundStore(client), null)
    t.equal(await target.head(), null, 'nothing was copied')
  }
  await withSource(async (source) => {
    t.match(await source.append('testInvoice-new', 'none', eventsToAppend(1)), { kind: 'appended' }, 'nor closed')
  })
  await client.query('BEGIN')
  await beginMove(client, 'eventstoredb:elsewhere')
  await client.query('COMMIT')
  t.match(await runCli(['migrate-events', '--cancel'], env), { status: 1 })
  t.match(await boundStore(client), /^moving to /, 'nor is a move given up')
})

/** The outcomes of the operator's actions, in their order. */
async function outcomesIn(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ outcome: string }>(
    `SELECT data::json ->> 'outcome' AS outcome FROM eventstore.events WHERE type = 'OperatorActed' ORDER BY "position"`,
  )
  return rows.map(({ outcome }) => outcome)
}

t.test('a move of no events', async (t) => {
  const { url } = await migratedDatabase(t)
  const env = {
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    EVENTSTORE_URL: standIn.connectionString,
    EVENTSTORE_STREAM_PREFIX: 'nothing',
  }
  t.match(await runCli(['migrate-events'], env), { status: 1, stderr: /contains no events/ })
})

t.test('a chain that was broken before is copied as it is, and reported', async (t) => {
  const { client, move } = await place(t)
  const { rows } = await client.query<{ stream: string }>(
    `UPDATE eventstore.events SET data = '{"forged":true}' WHERE type = 'InvoiceCreated' AND "position" = 5 RETURNING stream`,
  )
  t.match(await move(), {
    moved: true,
    verified: {
      streams: 5,
      faults: [],
      brokenBefore: [{ stream: rows[0]?.stream, revision: 0, reason: 'wrong-hash' }],
    },
  })
})

t.test('what the new store has erased since is no difference', async (t) => {
  const { client, move, target } = await place(t)
  await move()
  const { rows } = await client.query<{ stream: string }>('SELECT stream FROM eventstore.events WHERE "position" = 4')
  await target.erase(rows[0]?.stream ?? '')
  await target.append('testInvoice-later', 'none', eventsToAppend(2))
  t.match(await move(), { moved: true, verified: { erasedSince: 1, faults: [] } })
})

t.test('two at once, and a session of a service, are refused', async (t) => {
  const { client, move, url } = await place(t)
  await client.query("SELECT pg_advisory_lock(hashtext('migrate-events'))")
  await t.rejects(move(), { message: /Another "clearway migrate-events" is running/ })
  await client.query("SELECT pg_advisory_unlock(hashtext('migrate-events'))")
  const session = new pg.Client({ connectionString: url, application_name: 'clearway processors' })
  await session.connect()
  await t.rejects(move(), { message: /database is still in use \(clearway processors/ })
  t.match(await move('ahead'), { moved: false, copied: 5 }, 'beside which one can copy')
  await session.end()
  t.match(await move(), { moved: true, held: 5, copied: 0 })
})

t.test('wrong use', async (t) => {
  const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/x', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  const both = await runCli(['migrate-events', '--dry-run', '--cancel'], env)
  t.match(both, { status: 2, stderr: /cannot be used with/ })
})

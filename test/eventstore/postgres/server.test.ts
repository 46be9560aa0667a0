import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import t from 'tap'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import { migratedDatabase } from '../../support/database.js'
import { eventsToAppend } from '../events.js'
import { Follower, history, until } from '../following.js'
import { proxiedDatabase } from './store.js'

void t.test('commits are durable also where the server’s default is not', async (t) => {
  const { url } = await migratedDatabase(t)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  // Deferred: it sees the setting under which the transaction commits, not the one under which a
  // function ran.
  await admin.query(`
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$;
    CREATE TABLE seen (setting text);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER note AFTER INSERT OR DELETE ON eventstore.events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION note();`)
  const store = new PostgresEventStore({ connectionString: url })
  await store.append('liveInvoice-1', 'none', eventsToAppend(1))
  await store.erase('liveInvoice-1')
  const { rows } = await admin.query('SELECT setting FROM seen')
  t.strictSame(rows, [{ setting: 'on' }, { setting: 'on' }])
  await store.close()
  await admin.end()
})

void t.test(
  'a read continues when every connection of the pool is dead, and ends when the server is away',
  async (t) => {
    const { proxiedUrl, proxy } = await proxiedDatabase(t)
    const store = new PostgresEventStore({ connectionString: proxiedUrl, readConnections: 4 })
    await Promise.all(Array.from({ length: 4 }, () => store.head()))
    // Each dies as it is used: no error reports the others before.
    proxy.loseNextAnswer('eventstore.head', 4)
    t.equal(await store.head(), null)
    proxy.goAway()
    await t.rejects(store.head(), EventStoreUnavailable)
    proxy.comeBack()
    await store.close()
    await proxy.close()
  },
)

void t.test('eight subscribers, readers and writers share six connections', async (t) => {
  const { url } = await migratedDatabase(t)
  const store = new PostgresEventStore({ connectionString: url })
  const followers = Array.from({ length: 8 }, () => new Follower(store))
  await Promise.all(
    Array.from({ length: 50 }, async (_, stream) => {
      await store.append(`liveInvoice-${stream}`, 'none', eventsToAppend(1))
      await store.readStream(`liveInvoice-${stream}`)
    }),
  )
  await until('all followers', () => followers.every(({ events }) => events.length === 50))
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query<{ application_name: string; count: number }>(
    `SELECT application_name, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'clearway event store%' GROUP BY 1 ORDER BY 1`,
  )
  t.equal(rows.find(({ application_name }) => application_name.endsWith('(listens)'))?.count, 1)
  t.ok(rows.reduce((sum, { count }) => sum + count, 0) <= 6)
  await admin.end()
  await Promise.all(followers.map((follower) => follower.stop()))
  await store.close()
})

void t.test('another process’s append is heard of by notification, long before the poll', async (t) => {
  const { url } = await migratedDatabase(t)
  const [reader, writer] = [0, 1].map(() => new PostgresEventStore({ connectionString: url, pollInterval: 60_000 }))
  if (reader === undefined || writer === undefined) return
  const follower = new Follower(reader)
  await until('caught up', () => follower.messages.length === 1)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await until('LISTEN', async () => {
    const { rowCount } = await admin.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND query = 'LISTEN eventstore_head' AND state = 'idle'`,
    )
    return rowCount === 1
  })
  await writer.append('liveInvoice-1', 'none', eventsToAppend(1))
  await until('the event', () => follower.events.length === 1)
  await admin.end()
  await follower.stop()
  await Promise.all([reader.close(), writer.close()])
})

void t.test('without any notification the poll finds what is new', async (t) => {
  const { url } = await migratedDatabase(t)
  const store = new PostgresEventStore({ connectionString: url, pollInterval: 50 })
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 1)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`ALTER FUNCTION eventstore.append RENAME TO append_and_notify`)
  // What append does, silently.
  await admin.query(`
    WITH moved AS (UPDATE eventstore.head SET "position" = "position" + 1 RETURNING "position")
    INSERT INTO eventstore.events SELECT "position", 'liveInvoice-1', 0, 4, gen_random_uuid(), 'InvoiceCreated', '{}', '{}' FROM moved`)
  await until('the event', () => follower.events.length === 1)
  await admin.end()
  await follower.stop()
  await store.close()
})

void t.test('a server that has gone silent counts as away', async (t) => {
  const { proxiedUrl, proxy } = await proxiedDatabase(t)
  // The driver's own time-out comes five seconds after the server's.
  const store = new PostgresEventStore({
    connectionString: proxiedUrl,
    answerWithin: 500,
    retryFor: 200,
    pollInterval: 100,
  })
  await store.append('liveInvoice-1', 'none', eventsToAppend(1))
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 2)
  proxy.fallSilent()
  await Promise.all([
    t.rejects(store.append('liveInvoice-2', 'none', eventsToAppend(1)), EventStoreUnavailable),
    t.rejects(follower.ended, EventStoreUnavailable),
  ])
  proxy.comeBack()
  t.match(await store.append('liveInvoice-3', 'none', eventsToAppend(1)), { kind: 'appended' })
  await store.close()
  await proxy.close()
})

void t.test('a consumer that stops to think costs a page of memory, however much comes meanwhile', async (t) => {
  const { url } = await migratedDatabase(t)
  const store = new PostgresEventStore({ connectionString: url })
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const append = async (stream: string) =>
    store.append(stream, 'none', eventsToAppend(4, { data: { t: 'x'.repeat(200_000) } }))
  await append('liveInvoice-0')
  const thinking = store.subscribe({ after: null, signal: AbortSignal.timeout(60_000) })[Symbol.asyncIterator]()
  await thinking.next()
  await thinking.next()
  // One that keeps up, so that the newest events are read while the other thinks.
  let seen = 0
  const stop = new AbortController()
  const quick = (async () => {
    for await (const message of store.subscribe({ after: null, signal: stop.signal })) {
      if (message.kind === 'events') seen += message.events.length
    }
  })()
  const before = heap()
  for (let stream = 1; stream <= 100; stream += 1) await append(`liveInvoice-${stream}`)
  await until('the quick one', () => seen === 404)
  t.ok(heap() - before < 25_000_000, 'of 80 MB')
  let sizes = 0
  for (let events = 0; events < 400;) {
    const { value: message, done } = await thinking.next()
    if (done === true || message.kind !== 'events') continue
    events += message.events.length
    sizes = Math.max(sizes, JSON.stringify(message.events.map(({ data }) => data)).length)
  }
  t.ok(sizes < 8_500_000, 'no message is larger than the tail')
  t.equal((await history(store)).length, 404)
  stop.abort()
  await quick
  await thinking.return?.()
  await store.close()
})

import { createServer } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import t from 'tap'
import { createPool, describeServer, isUnavailable } from '../../../src/storage/postgres/pool.js'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { waitUntil } from '../../../src/storage/embedded-postgres/wait-until.js'
import { inTransaction } from '../../../src/storage/postgres/transaction.js'
import { freshDatabase } from '../../support/database.js'
import { waitFor } from '../../support/wait-for.js'
import { dataDirectory, postmasterPid, recordingLog } from '../embedded-postgres/support.js'

const applicationName = 'test'

void t.test('an idle connection that breaks ends neither the process nor the pool', async (t) => {
  const { url } = await freshDatabase(t)
  const errors: Error[] = []
  const pool = createPool({ connectionString: url, applicationName, onIdleError: (error) => errors.push(error) })
  t.teardown(() => pool.end())
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  t.teardown(() => admin.end())

  await pool.query('SELECT 1')
  // Other tests use the same server at this moment.
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [applicationName],
  )
  t.ok(await waitUntil(() => errors.length > 0, 10_000))
  t.ok(isUnavailable(errors[0]))
  t.same((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
})

void t.test('a connection that breaks while it is used fails its work as unavailable', async (t) => {
  const { url } = await freshDatabase(t)
  const pool = createPool({ connectionString: url, applicationName })
  t.teardown(() => pool.end())
  const error = await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_terminate_backend(pg_backend_pid())')
  }).catch((error: unknown) => error)
  t.ok(isUnavailable(error), String(error))
  t.same((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
})

void t.test('after kill -9 of PostgreSQL the same pool works on', async (t) => {
  const dataDir = dataDirectory(t)
  const log = recordingLog()
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  t.teardown(() => postgres.stop())
  const pool = createPool({ connectionString: postgres.connectionString, applicationName })
  t.teardown(() => pool.end())
  await pool.query('CREATE TABLE kept AS SELECT 42 AS answer')
  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL')
  const failures: unknown[] = []
  while (!log.lines.includes('PostgreSQL is running again')) {
    await pool.query('SELECT 1').catch((error: unknown) => failures.push(error))
  }
  for (const failure of failures) if (!isUnavailable(failure)) t.fail(String(failure))
  t.same((await pool.query('SELECT answer FROM kept')).rows, [{ answer: 42 }])
})

void t.test('a time is ISO 8601 in UTC with milliseconds, in any time zone and precision', async (t) => {
  const { url } = await freshDatabase(t)
  const pool = createPool({ connectionString: url, applicationName, size: 1 })
  t.teardown(() => pool.end())
  const times = [
    '2026-11-21T10:00:00.000Z',
    '2026-11-21T10:00:00.120Z',
    '2026-02-28T23:59:59.999Z',
    '1999-01-01T00:00:00.001Z',
  ]
  for (const zone of ['UTC', 'Europe/Bucharest', 'America/St_Johns']) {
    await pool.query(`SET timezone = '${zone}'`)
    for (const time of times) {
      const { rows } = await pool.query("SELECT $1::timestamptz AS at, $1::timestamptz + interval '4 us' AS later", [
        time,
      ])
      t.same(rows, [{ at: time, later: time }], `${time} in ${zone}`)
    }
  }
})

void t.test('a statement that takes too long is cancelled, and is not mistaken for an outage', async (t) => {
  const { url } = await freshDatabase(t)
  const pool = createPool({ connectionString: url, applicationName, statementTimeoutMs: 50 })
  t.teardown(() => pool.end())
  const error = await pool.query('SELECT pg_sleep(60)').catch((error: unknown) => error)
  t.match(error, { code: '57014' })
  t.notOk(isUnavailable(error))
})

void t.test('a transaction is all or nothing', async (t) => {
  const { url } = await freshDatabase(t)
  const pool = createPool({ connectionString: url, applicationName, size: 1 })
  t.teardown(() => pool.end())
  await pool.query('CREATE TABLE numbers (n int)')
  t.equal(
    await inTransaction(pool, async (client) => (await client.query('INSERT INTO numbers VALUES (1)')).rowCount),
    1,
  )
  await t.rejects(
    inTransaction(pool, async (client) => {
      await client.query('INSERT INTO numbers VALUES (2)')
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  t.same((await pool.query('SELECT n FROM numbers')).rows, [{ n: 1 }])
})

void t.test('servers that refuse, are not there, or hang up count as unavailable', async (t) => {
  const hangsUp = createServer((socket) => socket.destroy())
  hangsUp.listen(0, '127.0.0.1')
  await once(hangsUp, 'listening')
  t.teardown(() => hangsUp.close())
  const address = hangsUp.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const server of [`127.0.0.1:${port}`, '127.0.0.1:1', 'localhost:1']) {
    const pool = createPool({ connectionString: `postgresql://u@${server}/db`, applicationName })
    const error = await pool.query('SELECT 1').catch((error: unknown) => error)
    t.ok(isUnavailable(error), `${server}: ${String(error)}`)
    await pool.end()
  }
  const pool = createPool({ connectionString: 'postgresql://u@/db?host=/nowhere', applicationName })
  t.ok(isUnavailable(await pool.query('SELECT 1').catch((error: unknown) => error)))
  await pool.end()
})

void t.test('a mistake in a statement is no outage', async (t) => {
  const { url } = await freshDatabase(t)
  const pool = createPool({ connectionString: url, applicationName })
  t.teardown(() => pool.end())
  for (const statement of ['SELEC 1', 'SELECT * FROM nowhere', 'SELECT 1/0']) {
    t.notOk(isUnavailable(await pool.query(statement).catch((error: unknown) => error)))
  }
  t.notOk(isUnavailable('ECONNREFUSED'))
  t.notOk(isUnavailable(new TypeError('undefined is not a function')))
})

void t.test('an address is described without user and password', async (t) => {
  t.equal(
    describeServer('postgresql://me:secret@db.example.com:6432/clearway'),
    'db.example.com:6432, database "clearway"',
  )
  t.equal(describeServer('postgresql://clearway@/clearway?host=/tmp/x'), 'the socket in /tmp/x, database "clearway"')
})

void t.test(
  'a cut ends queries, connections and waits at once, also before a server that does not answer',
  async (t) => {
    const silent = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.teardown(() => silent.close())
    const address = silent.address()
    const { url } = await freshDatabase(t)
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    t.teardown(() => admin.end())
    const isAsked = once(silent, 'connection').then(() => true)
    const sleeps = async (): Promise<boolean> => {
      const { rowCount } = await admin.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = 'SELECT pg_sleep(60)'`,
      )
      return rowCount === 1
    }
    const halted = `postgresql://user@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/x`
    for (const connectionString of [url, halted]) {
      const cut = new AbortController()
      const pool = createPool({ connectionString, applicationName, size: 1, cut: cut.signal })
      const begun = performance.now()
      const work = [
        pool.query('SELECT pg_sleep(60)'),
        pool.query('SELECT 1'),
        inTransaction(pool, (client) => client.query('SELECT 1')),
      ].map((each) => each.then(() => null).catch((error: unknown) => error))
      t.ok(await (connectionString === url ? waitFor('the server runs the query', sleeps) : isAsked))
      cut.abort()
      for (const error of await Promise.all(work)) t.ok(isUnavailable(error), String(error))
      await t.rejects(pool.query('SELECT 1'))
      await pool.end()
      t.ok(performance.now() - begun < 2_000, connectionString)
    }
  },
)

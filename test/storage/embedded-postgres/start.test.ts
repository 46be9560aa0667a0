import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { waitUntil } from '../../../src/storage/embedded-postgres/wait-until.js'
import { dataDirectory, isRoot, postmasterPid, query, recordingLog, serversIn } from './support.js'

const log = recordingLog()

void t.test('the first start makes a durable UTF-8 database that no network reaches', async (t) => {
  const postgres = await startEmbeddedPostgres({ dataDir: dataDirectory(t), log })
  t.teardown(() => postgres.stop())
  const settings = await query(
    postgres.connectionString,
    `SELECT current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums,
       current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS addresses,
       lower('ȘĂÎ') AS lower, current_database() AS database`,
  )
  t.same(settings, [
    {
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      addresses: '',
      lower: 'șăî',
      database: 'clearway',
    },
  ])
})

void t.test('the data are there at the second start', async (t) => {
  const dataDir = dataDirectory(t)
  const first = await startEmbeddedPostgres({ dataDir, log })
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir, log })
  t.teardown(() => second.stop())
  t.same(await query(second.connectionString, 'SELECT answer FROM kept'), [{ answer: 42 }])
})

void t.test('stop leaves nothing running and no socket, and may be called twice', async (t) => {
  const dataDir = dataDirectory(t)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const socketDirectory = new URL(postgres.connectionString.replace('@/', '@socket/')).searchParams.get('host') ?? ''
  t.ok(existsSync(socketDirectory))
  t.equal(statSync(socketDirectory).mode & 0o777, 0o700, 'no other user reaches the socket')
  t.ok(serversIn(dataDir).length > 0)
  await Promise.all([postgres.stop(), postgres.stop()])
  await postgres.stop()
  t.same(serversIn(dataDir), [])
  t.notOk(existsSync(socketDirectory))
  t.equal(postmasterPid(dataDir), null)
})

void t.test('PostgreSQL does not run as root', { skip: isRoot ? false : 'not root' }, async (t) => {
  const dataDir = dataDirectory(t)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  t.teardown(() => postgres.stop())
  t.not(statSync(join(dataDir, 'postgres')).uid, 0)
  for (const pid of serversIn(dataDir)) t.not(statSync(`/proc/${pid}`).uid, 0)
})

void t.test('a server that is killed under the service is started again under the same address', async (t) => {
  const dataDir = dataDirectory(t)
  const said = recordingLog()
  const postgres = await startEmbeddedPostgres({ dataDir, log: said })
  t.teardown(() => postgres.stop())
  await query(postgres.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const killed = postmasterPid(dataDir) ?? 0
  process.kill(killed, 'SIGKILL')
  t.ok(await waitUntil(() => said.lines.includes('PostgreSQL is running again'), 30_000))
  t.same(await query(postgres.connectionString, 'SELECT answer FROM kept'), [{ answer: 42 }])
  t.not(postmasterPid(dataDir), killed)
})

void t.test('what PostgreSQL says goes into a bounded log', async (t) => {
  const dataDir = dataDirectory(t)
  writeFileSync(join(dataDir, 'postgres.log'), 'x'.repeat(6 * 1024 * 1024))
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await postgres.stop()
  t.match(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down/)
  t.ok(statSync(join(dataDir, 'postgres.log')).size < 100_000)
  t.ok(existsSync(join(dataDir, 'postgres.log.1')))
})

void t.test('its log has no data of a statement that failed', async (t) => {
  const dataDir = dataDirectory(t)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const failing = `SELECT x::int FROM (VALUES ('Consultanta juridica')) AS t (x)`
  await t.rejects(query(postgres.connectionString, failing), { code: '22P02' })
  await query(postgres.connectionString, "CREATE TABLE t (x text CHECK (x <> 'Factura 17'))")
  await t.rejects(query(postgres.connectionString, "INSERT INTO t VALUES ('Factura 17')"), { code: '23514' })
  await postgres.stop()
  t.notMatch(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /Consultanta|Factura 17/)
})

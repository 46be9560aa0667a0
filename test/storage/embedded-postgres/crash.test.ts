import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { processStart } from '../../../src/storage/embedded-postgres/process-identity.js'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { waitUntil } from '../../../src/storage/embedded-postgres/wait-until.js'
import { dataDirectory, holder, postmasterPid, query, recordingLog, serversIn } from './support.js'

const insert = 'CREATE TABLE IF NOT EXISTS kept (x int); INSERT INTO kept VALUES (1)'
const count = 'SELECT count(*)::int AS rows FROM kept'

void t.test('after kill -9 of the service alone its orphaned server makes way, nothing is lost', async (t) => {
  const dataDir = dataDirectory(t)
  const service = await holder(dataDir)
  await query(service.connectionString, insert)
  const orphan = postmasterPid(dataDir) ?? 0
  await service.kill()
  t.ok(processStart(orphan) !== null, 'the server outlives the service')

  const log = recordingLog()
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  t.teardown(() => postgres.stop())
  t.equal(processStart(orphan), null)
  t.match(log.lines.join('\n'), new RegExp(`stopped the PostgreSQL server ${orphan} `))
  t.same(await query(postgres.connectionString, count), [{ rows: 1 }])
})

void t.test('after kill -9 of everything, time and again, nothing is lost and nothing is left over', async (t) => {
  const dataDir = dataDirectory(t)
  const socketDirectories = new Set<string>()
  for (let round = 1; round <= 3; round++) {
    const service = await holder(dataDir)
    socketDirectories.add(new URL(service.connectionString.replace('@/', '@socket/')).searchParams.get('host') ?? '')
    await query(service.connectionString, insert)
    await service.kill()
    for (const pid of serversIn(dataDir)) process.kill(pid, 'SIGKILL')
    t.not(postmasterPid(dataDir), null, 'a stale postmaster.pid is there')
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
  t.same(await query(postgres.connectionString, count), [{ rows: 3 }])
  await postgres.stop()
  t.equal(socketDirectories.size, 3)
  for (const directory of socketDirectories) t.notOk(existsSync(directory), 'the stale socket is cleared away')
  t.equal(readdirSync(dataDir).filter((name) => name.startsWith('clearway.lock.')).length, 1)
})

void t.test('a postmaster.pid whose pid was given to another process does not matter', async (t) => {
  const dataDir = dataDirectory(t)
  const service = await holder(dataDir)
  await query(service.connectionString, insert)
  await service.kill()
  for (const pid of serversIn(dataDir)) process.kill(pid, 'SIGKILL')

  // The hardest stranger: a PostgreSQL server of the same user, on another directory.
  const elsewhere = dataDirectory(t)
  const stranger = await startEmbeddedPostgres({ dataDir: elsewhere, log: recordingLog() })
  t.teardown(() => stranger.stop())
  const strangersPid = postmasterPid(elsewhere) ?? 0
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(strangersPid)))

  const postgres = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
  t.teardown(() => postgres.stop())
  t.same(await query(postgres.connectionString, count), [{ rows: 1 }])
  t.ok(processStart(strangersPid) !== null, 'the stranger is left alone')
})

for (const content of ['', 'rubbish\n']) {
  void t.test(`a postmaster.pid that holds "${content.trim()}" does not matter`, async (t) => {
    const dataDir = dataDirectory(t)
    const first = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    await first.stop()
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), content)
    const postgres = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
    await postgres.stop()
    t.same(serversIn(dataDir), [])
  })
}

void t.test('a first start that was killed leaves no half database', async (t) => {
  const dataDir = dataDirectory(t)
  const started = holder(dataDir).catch((error: unknown) => error)
  t.ok(
    await waitUntil(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.draft-')), 60_000, 1),
    'initdb is at work',
  )
  const [lock] = readdirSync(dataDir).filter((name) => /^clearway\.lock\.\d+$/.test(name))
  const { pid } = JSON.parse(readFileSync(join(dataDir, lock ?? ''), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await started
  const postgres = await startEmbeddedPostgres({ dataDir, log: recordingLog() })
  await query(postgres.connectionString, insert)
  await postgres.stop()
  t.same(
    readdirSync(dataDir).filter((name) => name.startsWith('postgres.draft-')),
    [],
  )
})

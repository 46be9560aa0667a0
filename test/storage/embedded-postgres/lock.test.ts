import { readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { connectEmbedded } from '../../../src/storage/embedded-postgres/connect.js'
import { takeDirectoryLock } from '../../../src/storage/embedded-postgres/directory-lock.js'
import { pidSpace } from '../../../src/storage/embedded-postgres/process-identity.js'
import { startEmbeddedPostgres } from '../../../src/storage/embedded-postgres/start.js'
import { waitUntil } from '../../../src/storage/embedded-postgres/wait-until.js'
import { dataDirectory, holder, query, recordingLog, serversIn } from './support.js'

const log = recordingLog()

void t.test('a second service on the same directory reports which process has it', async (t) => {
  const dataDir = dataDirectory(t)
  const service = await holder(dataDir)
  await t.rejects(startEmbeddedPostgres({ dataDir, log }), {
    name: 'StartupError',
    message: new RegExp(`^The data directory ${dataDir} is in use by process ${service.pid}; stop that process first`),
  })
  t.same(await query(service.connectionString, 'SELECT 1 AS one'), [{ one: 1 }], 'the first one is not disturbed')
  await service.stop()
})

void t.test('of services that start at the same moment one wins, the others say so', async (t) => {
  const dataDir = dataDirectory(t)
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => holder(dataDir)))
  const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
  t.equal(winners.length, 1)
  for (const loser of losers)
    t.match(loser, `StartupError: The data directory ${dataDir} is in use by process ${winners[0]?.pid}`)
  await Promise.all(winners.map((winner) => winner.stop()))
})

void t.test('services that start at the same moment over a killed one: one wins too', async (t) => {
  const dataDir = dataDirectory(t)
  for (let round = 1; round <= 2; round++) {
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => holder(dataDir)))
    const winners = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    t.equal(winners.length, 1)
    await (round < 2 ? winners[0]?.kill() : winners[0]?.stop())
  }
})

void t.test('the lock of a dead process, of a reused pid, or without sense is taken over', async (t) => {
  const dataDir = dataDirectory(t)
  const reused = { pid: process.pid, start: 'another time', space: pidSpace(), role: 'service', socketDirectory: null }
  for (const content of [JSON.stringify({ ...reused, pid: 2_147_483_646 }), JSON.stringify(reused), '', '{"pid":']) {
    const [last] = readdirSync(dataDir)
    const file = join(dataDir, 'clearway.lock.7')
    if (last) renameSync(join(dataDir, last), file)
    writeFileSync(file, content)
    const attempt = takeDirectoryLock(dataDir, 'service')
    t.equal(attempt.kind, 'taken')
    t.same(readdirSync(dataDir), ['clearway.lock.8'])
    t.match(takeDirectoryLock(dataDir, 'command'), { kind: 'held', holder: { pid: process.pid } })
    if (attempt.kind === 'taken') attempt.lock.release()
  }
})

void t.test('a holder in another container lives as long as its heartbeat', async (t) => {
  const elsewhere = { pid: process.pid, start: 'then', space: 'elsewhere', role: 'service', socketDirectory: null }
  const locked = (t: Test) => {
    const dataDir = dataDirectory(t)
    const file = join(dataDir, 'clearway.lock.1')
    writeFileSync(file, JSON.stringify(elsewhere))
    return { dataDir, file }
  }

  await t.test('it beats: the directory is in use', async (t) => {
    const { dataDir, file } = locked(t)
    const heartbeat = setInterval(() => {
      utimesSync(file, new Date(), new Date())
    }, 200)
    t.teardown(() => {
      clearInterval(heartbeat)
    })
    await t.rejects(startEmbeddedPostgres({ dataDir, log }), {
      name: 'StartupError',
      message: /is in use by process \d+ of another container or machine/,
    })
  })

  await t.test('it has stopped a moment ago: taken over after a few missed beats', async (t) => {
    const { dataDir } = locked(t)
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    await postgres.stop()
    t.same(
      readdirSync(dataDir).filter((name) => name.startsWith('clearway.lock')),
      ['clearway.lock.2'],
    )
  })

  await t.test('it has stopped long ago: taken over at once', async (t) => {
    const { dataDir, file } = locked(t)
    utimesSync(file, new Date(0), new Date(0))
    t.equal(takeDirectoryLock(dataDir, 'service').kind, 'taken')
  })
})

void t.test('a running holder keeps its heartbeat going', async (t) => {
  const dataDir = dataDirectory(t)
  const attempt = takeDirectoryLock(dataDir, 'service')
  if (attempt.kind === 'taken')
    t.teardown(() => {
      attempt.lock.release()
    })
  const file = join(dataDir, 'clearway.lock.1')
  const before = statSync(file).mtimeMs
  t.ok(await waitUntil(() => statSync(file).mtimeMs > before, 10_000))
})

void t.test('a command works beside a running service, through its server', async (t) => {
  const dataDir = dataDirectory(t)
  const service = await holder(dataDir)
  const beside = await connectEmbedded({ dataDir, log })
  t.equal(beside.connectionString, service.connectionString)
  await query(beside.connectionString, 'CREATE TABLE made_by_command (x int)')
  await beside.stop()
  t.same(await query(service.connectionString, 'SELECT * FROM made_by_command'), [])
  await service.stop()
})

void t.test('a command waits for a service that is just starting', async (t) => {
  const dataDir = dataDirectory(t)
  const [service, beside] = await Promise.all([
    startEmbeddedPostgres({ dataDir, log }),
    connectEmbedded({ dataDir, log }),
  ])
  t.equal(beside.connectionString, service.connectionString)
  await service.stop()
})

void t.test('a command without a service has a server for the time of its work', async (t) => {
  const dataDir = dataDirectory(t)
  await t.rejects(connectEmbedded({ dataDir, log }), { name: 'StartupError', message: /no database in .*DATA_DIR/ })
  t.same(readdirSync(dataDir), [], 'nothing was made where no service has been')
  const service = await startEmbeddedPostgres({ dataDir, log })
  await service.stop()
  const alone = await connectEmbedded({ dataDir, log })
  t.same(await query(alone.connectionString, 'SELECT 1 AS one'), [{ one: 1 }])
  await alone.stop()
  t.same(serversIn(dataDir), [])
})

void t.test('a service waits for a command to end, and a command for another', async (t) => {
  const dataDir = dataDirectory(t)
  const command = await holder(dataDir, 'command')
  const next = connectEmbedded({ dataDir, log })
  await command.stop()
  const second = await next
  const service = startEmbeddedPostgres({ dataDir, log })
  await second.stop()
  const started = await service
  t.same(await query(started.connectionString, 'SELECT 1 AS one'), [{ one: 1 }])
  await started.stop()
})

/**
 * What the stand-in can be made to do, as the bare client sees it; and that what it has
 * acknowledged outlives it.
 */
import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ANY, END, NO_STREAM, START, type EventStoreDBClient } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import t, { type Test } from 'tap'
import { waitFor } from '../../support/wait-for.js'
import { collect, connect, credentials, failure, openStandIn, someEvents } from './for-test.js'
import { spawnEventStoreDb, startEventStoreDb, type EventStoreDbStandIn } from './index.js'

const length = async (client: EventStoreDBClient, stream: string) =>
  (await collect(client.readStream(stream)).catch(() => [])).length

/**
 * Waits until the server can be reached; the client library keeps a dead connection for a moment,
 * and shares it between clients.
 */
const reached = (client: EventStoreDBClient) =>
  waitFor('the server', () => collect(client.readAll({ maxCount: 1 })).catch(() => null))

type Check = (t: Test, standIn: EventStoreDbStandIn, client: EventStoreDBClient) => Promise<void>

const lostAnswersAndWrites: Check = async (t, { faults }, client) => {
  const append = (stream: string, events: ReturnType<typeof someEvents>) =>
    client.appendToStream(stream, events, { expectedRevision: NO_STREAM, credentials })
  const events = someEvents(2)
  await faults.loseNextAnswers()
  t.match(await failure(append('committed', events)), { name: 'UnavailableError', code: status.UNAVAILABLE })
  await reached(client)
  t.equal(await length(client, 'committed'), 2)
  t.match(await append('committed', events), { nextExpectedRevision: 1n })
  t.equal(await length(client, 'committed'), 2)

  await faults.loseNextWrites()
  t.match(await failure(append('lost', events)), { name: 'UnavailableError', code: status.UNAVAILABLE })
  await reached(client)
  t.equal(await length(client, 'lost'), 0)
  t.match(await append('lost', events), { nextExpectedRevision: 1n })
}

const refusedWrites: Check = async (t, { faults }, client) => {
  for (const code of [status.DEADLINE_EXCEEDED, status.ABORTED, status.UNAVAILABLE]) {
    await faults.refuseNextWrites(code, 2)
    for (let time = 0; time < 2; time += 1) {
      t.match(await failure(client.appendToStream('refused', someEvents(1), { credentials })), { code })
    }
  }
  t.match(await client.appendToStream('refused', someEvents(1), { credentials }), { nextExpectedRevision: 0n })
}

const heldAnswers: Check = async (t, { faults }, client) => {
  await faults.holdAnswers()
  let answered = false
  const append = client.appendToStream('held', someEvents(1), { credentials }).then(() => (answered = true))
  await waitFor('the held answer', async () => (await faults.heldAnswers()) === 1)
  t.equal(await length(client, 'held'), 1, 'it is committed')
  t.equal(answered, false)
  await faults.releaseAnswers()
  t.equal(await append, true)
}

const frozen: Check = async (t, { faults }, client) => {
  await client.appendToStream('frozen', someEvents(1), { credentials })
  await faults.freeze()
  t.match(await failure(client.appendToStream('frozen', someEvents(1), { credentials, deadline: 300 })), {
    name: 'DeadlineExceededError',
    code: status.DEADLINE_EXCEEDED,
  })
  await faults.thaw()
  t.match(await client.appendToStream('thawed', someEvents(1), { credentials }), { success: true })
}

const endsOfSubscriptions: Check = async (t, standIn, client) => {
  const { faults } = standIn
  const ends = async (end: () => Promise<void>): Promise<unknown> => {
    await reached(client)
    const subscription = client.subscribeToAll({ fromPosition: END })
    const ended = new Promise((resolve) => subscription.on('end', () => resolve('end')).on('error', resolve))
    subscription.resume()
    await waitFor('the subscription', async () => (await faults.subscriptions()) === 1)
    await end()
    const how = await ended
    await subscription.unsubscribe()
    return how
  }
  t.equal(await ends(() => faults.endSubscriptions()), 'end', 'without an error')
  t.match(await ends(() => faults.cutConnections()), { code: status.UNAVAILABLE })
  t.match(await ends(() => standIn.shutDown()), { code: status.INTERNAL })
  t.match(await failure(client.appendToStream('unanswered', someEvents(1), { credentials })), {
    code: status.UNAVAILABLE,
  })
  await standIn.restart()
  t.match(await ends(() => standIn.kill()), { code: status.UNAVAILABLE })
  await standIn.restart()
  await reached(client)
}

const killed: Check = async (t, standIn, client) => {
  const events = someEvents(3)
  const appended = await client.appendToStream('kept', events, { expectedRevision: NO_STREAM, credentials })
  await client.tombstoneStream('gone')
  await client.appendToStream('deleted', someEvents(1), { credentials })
  await client.deleteStream('deleted')
  const before = await collect(client.readStream('kept'))
  await standIn.kill()
  await standIn.restart()
  await reached(client)
  t.strictSame(await collect(client.readStream('kept')), before)
  t.match(await failure(client.appendToStream('gone', someEvents(1), { credentials })), { name: 'StreamDeletedError' })
  t.match(await failure(collect(client.readStream('deleted'))), { name: 'StreamNotFoundError' })
  t.strictSame(
    await client.appendToStream('kept', events, { expectedRevision: NO_STREAM, credentials }),
    appended,
    'a retry at the same revision answers the old position',
  )
  t.match(
    await client.appendToStream('kept', events, { expectedRevision: ANY, credentials }),
    { nextExpectedRevision: 5n },
    'a retry with "any" is written a second time',
  )
}

const checks = {
  'a lost answer and a lost write look alike; the retry distinguishes them': lostAnswersAndWrites,
  'writes are refused with a given code': refusedWrites,
  'an answer is held until it is released': heldAnswers,
  'a frozen server answers nothing, and continues when it thaws': frozen,
  'how subscriptions end': endsOfSubscriptions,
  'after a kill all acknowledged events are there, at their positions': killed,
}

for (const [form, start] of Object.entries({ 'in process': startEventStoreDb, spawned: spawnEventStoreDb })) {
  void t.test(form, async (t) => {
    const standIn = await start()
    t.teardown(() => standIn.stop())
    const client = connect(t, standIn.connectionString)
    for (const [says, check] of Object.entries(checks)) await t.test(says, (t) => check(t, standIn, client))
  })
}

void t.test(
  'a restored backup: positions from before lie beyond its end, or in the midst of another event',
  async (t) => {
    const backup = mkdtempSync(join(tmpdir(), 'eventstoredb-backup-'))
    t.teardown(() => rmSync(backup, { recursive: true, force: true }))
    const standIn = await openStandIn(t)
    const client = connect(t, standIn.connectionString)
    await client.appendToStream('1', someEvents(1), { expectedRevision: NO_STREAM, credentials })
    cpSync(standIn.dataDir, backup, { recursive: true })
    const lost = await client.appendToStream('1', someEvents(5), { expectedRevision: 0n, credentials })
    const fromPosition = lost.position ?? START
    await standIn.kill()

    const restored = await openStandIn(t, { dataDir: backup, port: standIn.endpoint.port })
    const again = connect(t, restored.connectionString)
    await reached(again)
    t.equal(await length(again, '1'), 1)
    t.strictSame(await collect(again.readAll({ fromPosition })), [])
    await again.appendToStream('another-stream', someEvents(20), { expectedRevision: NO_STREAM, credentials })
    t.match(await failure(collect(again.subscribeToAll({ fromPosition }))), {
      code: status.UNKNOWN,
    })
    t.match(await failure(collect(again.readAll({ fromPosition }))), { code: status.UNKNOWN })
  },
)

void t.test('half an append that a dying process left is not there', async (t) => {
  const standIn = await openStandIn(t)
  const client = connect(t, standIn.connectionString)
  await client.appendToStream('1', someEvents(1), { expectedRevision: NO_STREAM, credentials })
  const { size } = statSync(join(standIn.dataDir, 'log'))
  await client.appendToStream('1', someEvents(2), { expectedRevision: 0n, credentials })
  await standIn.kill()
  const { size: whole } = statSync(join(standIn.dataDir, 'log'))
  // The first of the two events is whole.
  truncateSync(join(standIn.dataDir, 'log'), Math.ceil((size + whole) / 2) + 1)
  await standIn.restart()
  await reached(client)
  t.equal(await length(client, '1'), 1)
  t.match(await client.appendToStream('1', someEvents(2), { expectedRevision: 0n, credentials }), { success: true })
})

void t.test('64 writers at a time, and every append on the disk before it is answered', async (t) => {
  const standIn = await openStandIn(t, { fsync: true })
  const client = connect(t, standIn.connectionString)
  await Promise.all(
    Array.from({ length: 64 }, async (_, writer) => {
      for (let revision = -1n; revision < 9n; revision += 2n) {
        const expectedRevision = revision === -1n ? NO_STREAM : revision
        await client.appendToStream(String(writer), someEvents(2), { expectedRevision, credentials })
      }
    }),
  )
  const all = await collect(client.readAll())
  t.equal(all.filter(({ event }) => event?.type === 'Happened').length, 640)
})

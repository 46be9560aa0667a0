import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { status } from '@grpc/grpc-js'
import t, { type Test } from 'tap'
import { EventStoreDbEventStore } from '../../../src/eventstore/eventstoredb/eventstoredb.js'
import { parseAddress } from '../../../src/eventstore/eventstoredb/address.js'
import { EventStoreUnavailable, InvalidAppend, PositionBeyondEnd } from '../../../src/eventstore/port.js'
import {
  type EventStoreDbOptions,
  type EventStoreDbStandIn,
  spawnEventStoreDb,
  startEventStoreDb,
  startEventStoreDbCluster,
} from '../../standins/eventstoredb/index.js'
import { eventsToAppend } from '../events.js'
import { openAt } from './store.js'
import { Follower, history, until } from '../following.js'

/** A stand-in with one adapter on it; both end with the test. */
async function opened(
  t: Test,
  options: EventStoreDbOptions = {},
): Promise<{ standIn: EventStoreDbStandIn; store: EventStoreDbEventStore }> {
  const standIn = await startEventStoreDb(options)
  const store = openAt(parseAddress(standIn.connectionString))
  t.teardown(async () => {
    await store.close()
    await standIn.stop()
  })
  return { standIn, store }
}

/** An adapter that soon gives up: 600 ms for an answer, 200 ms of retries. */
function withShortLimits(t: Test, standIn: EventStoreDbStandIn): EventStoreDbEventStore {
  const address = parseAddress(standIn.connectionString)
  const store = new EventStoreDbEventStore({ address, answerWithin: 600, retryFor: 200 })
  t.teardown(() => store.close())
  return store
}

void t.test(
  'an append whose connection is cut, before its commit or after it, is stored once and answered',
  async (t) => {
    const { standIn, store } = await opened(t)
    for (const lose of [standIn.faults.loseNextAnswers, standIn.faults.loseNextWrites]) {
      const revision = (await store.readStream('liveInvoice-1')).at(-1)?.revision ?? 'none'
      await lose(2)
      const outcome = await store.append('liveInvoice-1', revision, eventsToAppend(3))
      const last = (await store.readStream('liveInvoice-1')).at(-1)
      t.strictSame(outcome, { kind: 'appended', revision: last?.revision, position: last?.position })
    }
    t.equal((await store.readStream('liveInvoice-1')).length, 6)
  },
)

void t.test('"not now" is tried again: too late, timed out, shutting down, unavailable', async (t) => {
  const { standIn, store } = await opened(t)
  for (const code of [status.DEADLINE_EXCEEDED, status.ABORTED, status.INTERNAL, status.UNAVAILABLE]) {
    await standIn.faults.refuseNextWrites(code, 2)
    t.match(await store.append(`liveInvoice-${code}`, 'none', eventsToAppend(1)), { kind: 'appended', revision: 0 })
  }
})

void t.test('an answer that is held is an unknown outcome; the same append gets it later', async (t) => {
  const { standIn } = await opened(t)
  const store = withShortLimits(t, standIn)
  const events = eventsToAppend(2)
  await standIn.faults.holdAnswers()
  await t.rejects(store.append('liveInvoice-1', 'none', events), EventStoreUnavailable)
  await standIn.faults.releaseAnswers()
  t.match(await store.append('liveInvoice-1', 'none', events), { kind: 'appended', revision: 1 })
  t.equal((await store.readStream('liveInvoice-1')).length, 2)
})

void t.test('a server that hangs counts as away, for every call, and is found again', async (t) => {
  const { standIn } = await opened(t)
  const store = withShortLimits(t, standIn)
  await store.append('liveInvoice-1', 'none', eventsToAppend(1))
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 2)
  await standIn.faults.freeze()
  const begun = performance.now()
  await Promise.all([
    t.rejects(store.append('liveInvoice-2', 'none', eventsToAppend(1)), EventStoreUnavailable),
    t.rejects(store.readStream('liveInvoice-1'), EventStoreUnavailable),
    t.rejects(store.head(), EventStoreUnavailable),
    t.rejects(store.erase('liveInvoice-3'), EventStoreUnavailable),
    t.rejects(history(store), EventStoreUnavailable),
    t.rejects(follower.ended, EventStoreUnavailable),
  ])
  t.ok(performance.now() - begun < 10_000, 'long before the client’s own 19 s')
  await standIn.faults.thaw()
  t.match(await store.append('liveInvoice-4', 'none', eventsToAppend(1)), { kind: 'appended' })
  t.ok((await history(store)).length >= 2)
})

void t.test('a stop does not wait for a server that hangs', async (t) => {
  const standIn = await startEventStoreDb()
  t.teardown(() => standIn.stop())
  const store = openAt(parseAddress(standIn.connectionString))
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 1)
  await standIn.faults.freeze()
  const begun = performance.now()
  const starting = new Follower(store)
  await Promise.all([follower.stop(), starting.stop(), store.close()])
  t.ok(performance.now() - begun < 2_000)
})

void t.test('a subscription that the server ends, politely or not, continues where it was', async (t) => {
  const { standIn, store } = await opened(t)
  await store.append('liveInvoice-0', 'none', eventsToAppend(2))
  const followers = [new Follower(store), new Follower(store, { streamPrefixes: ['testInvoice-'] })]
  await until('caught up', () => followers.every(({ messages }) => messages.at(-1)?.kind === 'caughtUp'))
  const interrupt = [
    () => standIn.faults.endSubscriptions(),
    () => standIn.faults.cutConnections(),
    () => standIn.restart(),
    async () => {
      await standIn.shutDown()
      await standIn.restart()
    },
  ]
  for (const [index, fault] of interrupt.entries()) {
    await fault()
    await store.append(`liveInvoice-${index + 1}`, 'none', eventsToAppend(2))
    const head = await store.head()
    await until('both followers', () => followers.every(({ messages }) => messages.at(-1)?.position === head))
  }
  t.strictSame(followers[0]?.events, await history(store))
  t.equal(followers[1]?.events.length, 0)
  await Promise.all(followers.map((follower) => follower.stop()))
})

void t.test('a server that stays away ends subscriptions; they are begun again after the last position', async (t) => {
  const { standIn } = await opened(t)
  const store = withShortLimits(t, standIn)
  await store.append('liveInvoice-1', 'none', eventsToAppend(2))
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 2)
  await standIn.shutDown()
  await t.rejects(follower.ended, EventStoreUnavailable)
  await standIn.restart()
  await store.append('liveInvoice-2', 'none', eventsToAppend(1))
  t.equal((await history(store, { after: follower.messages.at(-1)?.position ?? null })).length, 1)
})

void t.test('kill -9 of the server under load: nothing acknowledged is lost, nothing is there twice', async (t) => {
  const standIn = await spawnEventStoreDb()
  const store = openAt(parseAddress(standIn.connectionString))
  t.teardown(async () => {
    await store.close()
    await standIn.stop()
  })
  const followed: string[] = []
  const following = new AbortController()
  const follow = async () => {
    for (let after: bigint | null = null; !following.signal.aborted;) {
      try {
        for await (const message of store.subscribe({ after, signal: following.signal })) {
          if (message.kind === 'events') followed.push(...message.events.map(({ id }) => id))
          after = message.position
        }
      } catch (error) {
        // It was away for longer than the adapter waits.
        if (!(error instanceof EventStoreUnavailable)) throw error
      }
    }
  }
  const follower = follow()
  const acknowledged: string[] = []
  const writing = new AbortController()
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let stream = 0; !writing.signal.aborted; stream += 1) {
      const events = eventsToAppend(2)
      const name = `w${writer}-${stream}`
      for (;;) {
        const outcome = await store.append(name, 'none', events).catch((error: unknown) => {
          if (error instanceof EventStoreUnavailable) return null
          throw error
        })
        if (outcome === null) continue
        if (outcome.kind !== 'appended') throw new Error(`${name}: ${outcome.kind}`)
        break
      }
      acknowledged.push(...events.map(({ id }) => id))
    }
  })
  for (let death = 0; death < 4; death += 1) {
    const before = acknowledged.length
    await until('some appends', () => acknowledged.length > before + 60)
    await standIn.kill()
    await standIn.restart()
  }
  writing.abort()
  await Promise.all(writers)
  const stored = (await history(store)).map(({ id }) => id)
  t.equal(new Set(stored).size, stored.length, 'none twice')
  t.strictSame(new Set(stored), new Set(acknowledged), 'all of them, and no other')
  await until('the follower', () => followed.length === stored.length)
  t.strictSame(followed, stored)
  following.abort()
  await follower
})

void t.test('a consumer that is slower than the writers gets everything in order, and delays no one', async (t) => {
  const { store } = await opened(t)
  await store.append('liveInvoice-0', 'none', eventsToAppend(1))
  const slow = store.subscribe({ after: null, signal: AbortSignal.timeout(60_000) })[Symbol.asyncIterator]()
  const quick = new Follower(store)
  const seen: string[] = []
  const take = async () => {
    const { value: message, done } = await slow.next()
    if (done !== true && message.kind === 'events') seen.push(...message.events.map(({ id }) => id))
  }
  await take()
  await take()
  // More than the adapter remembers, so that the slow one has to read history again.
  const streams = Array.from({ length: 450 }, (_, stream) => `liveInvoice-${stream + 1}`)
  for (let begin = 0; begin < streams.length; begin += 50) {
    const some = streams.slice(begin, begin + 50)
    await Promise.all(some.map((stream) => store.append(stream, 'none', eventsToAppend(10))))
    await take()
  }
  await until('the quick one', () => quick.events.length === 4_501)
  while (seen.length < 4_501) await take()
  t.strictSame(
    seen,
    quick.events.map(({ id }) => id),
  )
  await slow.return?.()
  await quick.stop()
})

void t.test('a store that was restored from an older copy is noticed, live and at the next start', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'restored-'))
  const backup = mkdtempSync(join(tmpdir(), 'backup-'))
  t.teardown(() => {
    for (const directory of [dataDir, backup]) rmSync(directory, { recursive: true, force: true })
  })
  const { standIn, store } = await opened(t, { dataDir })
  await store.append('liveInvoice-1', 'none', eventsToAppend(2))
  await standIn.kill()
  cpSync(dataDir, backup, { recursive: true })
  await standIn.restart()
  const follower = new Follower(store)
  await store.append('liveInvoice-2', 'none', eventsToAppend(2))
  await until('the events', () => follower.events.length === 4)
  await standIn.kill()
  cpSync(backup, dataDir, { recursive: true, force: true })
  await standIn.restart()
  await t.rejects(follower.ended, PositionBeyondEnd)
  const after = follower.messages.at(-1)?.position ?? null
  await t.rejects(history(store, { after }), PositionBeyondEnd)
  t.equal((await history(store)).length, 2)
  t.match(await store.append('liveInvoice-2', 'none', eventsToAppend(1)), { kind: 'appended' })
})

void t.test('writers and subscribers follow the cluster’s leader', async (t) => {
  const cluster = await startEventStoreDbCluster(3)
  const store = openAt(parseAddress(cluster.connectionString))
  t.teardown(async () => {
    await store.close()
    await cluster.stop()
  })
  const follower = new Follower(store)
  for (let leader = 0; leader < 6; leader += 1) {
    cluster.elect(leader % 3)
    if (leader === 4) await cluster.nodes[0]?.kill()
    t.match(await store.append(`liveInvoice-${leader}`, 'none', eventsToAppend(2)), { kind: 'appended' })
    t.equal((await store.readStream(`liveInvoice-${leader}`)).length, 2)
  }
  await until('the follower', () => follower.events.length === 12)
  await follower.stop()
})

void t.test('one node’s address is enough when another leads', async (t) => {
  const cluster = await startEventStoreDbCluster(2)
  const store = openAt(parseAddress(cluster.nodes[1]?.connectionString ?? ''))
  t.teardown(async () => {
    await store.close()
    await cluster.stop()
  })
  t.match(await store.append('liveInvoice-1', 'none', eventsToAppend(2)), { kind: 'appended' })
  t.equal((await history(store)).length, 2)
})

void t.test('a server that takes smaller appends than we send is a mistake of its settings, and named', async (t) => {
  const { store } = await opened(t, { maxAppendSize: 10_000 })
  const append = store.append('liveInvoice-1', 'none', eventsToAppend(1, { data: { t: 'x'.repeat(20_000) } }))
  await t.rejects(append, InvalidAppend)
  await t.rejects(append, /raise its MaxAppendSize to 1048576/)
})

void t.test('more appends than may wait are refused at once', async (t) => {
  const standIn = await startEventStoreDb()
  const address = parseAddress(standIn.connectionString)
  const store = new EventStoreDbEventStore({ address, maxWaiting: 100 })
  t.teardown(async () => {
    await store.close()
    await standIn.stop()
  })
  await standIn.faults.holdAnswers()
  const appends = Array.from({ length: 150 }, (_, n) => store.append(`liveInvoice-${n}`, 'none', eventsToAppend(1)))
  const refused = appends.slice(100).map((append) => t.rejects(append, /Too many appends are waiting/))
  await Promise.all(refused)
  await until('answers are held', async () => (await standIn.faults.heldAnswers()) === 64)
  await standIn.faults.releaseAnswers()
  const outcomes = await Promise.all(appends.slice(0, 100))
  t.ok(outcomes.every(({ kind }) => kind === 'appended'))
})

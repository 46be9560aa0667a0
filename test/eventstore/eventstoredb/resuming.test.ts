/**
 * Where a subscription begins, when what it stood at is gone, and how the end of a log is found
 * that others fill. The contract has the rest.
 */
import t, { type Test } from 'tap'
import { parseAddress } from '../../../src/eventstore/eventstoredb/address.js'
import { scavenge } from '../../standins/eventstoredb/for-test.js'
import { startEventStoreDb } from '../../standins/eventstoredb/index.js'
import { eventsToAppend } from '../events.js'
import { openAt } from './store.js'
import { Follower, history, until } from '../following.js'
import { Proxy } from '../proxy.js'

/**
 * An adapter that reaches the stand-in through a proxy, and one that reaches it directly; all end
 * with the test.
 */
async function openedTwice(t: Test) {
  const standIn = await startEventStoreDb()
  const proxy = await Proxy.start(standIn.endpoint)
  const direct = openAt(parseAddress(standIn.connectionString))
  const store = openAt(parseAddress(`esdb://127.0.0.1:${proxy.port}?tls=false`))
  t.teardown(async () => {
    await Promise.all([direct.close(), store.close()])
    await proxy.close()
    await standIn.stop()
  })
  return { standIn, proxy, store, direct }
}

void t.test('live, what it stood at may be scavenged while it was cut off', async (t) => {
  const { standIn, proxy, store, direct } = await openedTwice(t)
  await direct.append('liveInvoice-1', 'none', eventsToAppend(1))
  await direct.append('liveInvoice-2', 'none', eventsToAppend(1))
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 2)
  proxy.goAway()
  await direct.append('liveInvoice-3', 'none', eventsToAppend(1))
  await direct.append('liveInvoice-4', 'none', eventsToAppend(1))
  await direct.erase('liveInvoice-2')
  await scavenge(standIn.connectionString)
  proxy.comeBack()
  await until('what came meanwhile', () => follower.events.at(-1)?.stream === 'liveInvoice-4')
  t.strictSame(
    follower.events.map(({ stream }) => stream),
    ['liveInvoice-1', 'liveInvoice-2', 'liveInvoice-3', 'liveInvoice-4'],
  )
  await follower.stop()
})

void t.test('live, its newest event may be scavenged before it came', async (t) => {
  const { standIn, proxy, store, direct } = await openedTwice(t)
  await direct.append('liveInvoice-1', 'none', eventsToAppend(1))
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 2)
  proxy.goAway()
  await direct.append('liveInvoice-2', 'none', eventsToAppend(1))
  const newest = await direct.head()
  // The feed looks where the log ends, and subscribes then, to all that is no system's.
  proxy.beforeRequest('^[^$]', async () => {
    await direct.erase('liveInvoice-2')
    await scavenge(standIn.connectionString)
  })
  proxy.comeBack()
  await until('the feed is there', async () => (await standIn.faults.subscriptions()) === 1)
  const another = new Follower(store)
  await until('it has caught up', () => another.messages.at(-1)?.kind === 'caughtUp')
  t.equal(another.messages.at(-1)?.position, newest)
  t.strictSame(
    another.events.map(({ stream }) => stream),
    ['liveInvoice-1'],
  )
  await Promise.all([follower.stop(), another.stop()])
})

void t.test('a scavenge between the look for a start and the subscription', async (t) => {
  const { standIn, proxy, store, direct } = await openedTwice(t)
  for (let stream = 0; stream < 6; stream += 1) {
    await direct.append(`liveInvoice-${stream}`, 'none', eventsToAppend(1))
  }
  const all = await history(direct)
  let scavenges = 0
  // The subscription names the streams that it wants, the look does not.
  proxy.beforeRequest('liveInvoice-', async () => {
    scavenges += 1
    for (const stream of ['liveInvoice-1', 'liveInvoice-2']) await direct.erase(stream)
    await scavenge(standIn.connectionString)
  })
  const rest = await history(store, { after: all[2]?.position ?? null, streamPrefixes: ['liveInvoice-'] })
  t.equal(scavenges, 1)
  t.strictSame(
    rest.map(({ stream }) => stream),
    ['liveInvoice-3', 'liveInvoice-4', 'liveInvoice-5'],
  )
})

void t.test('the first look of a process fetches no more, however many others have written since', async (t) => {
  const received = async (foreign: number): Promise<number> => {
    const { standIn, proxy, store, direct } = await openedTwice(t)
    const prefixed = openAt(parseAddress(standIn.connectionString), 'blue')
    await prefixed.append('liveInvoice-1', 'none', eventsToAppend(1))
    await standIn.fill(foreign)
    const found = openAt(parseAddress(`esdb://127.0.0.1:${proxy.port}?tls=false`), 'blue')
    t.equal(await found.head(), await prefixed.head())
    const first = proxy.received
    // Nor does a later one, which has even more behind it.
    await standIn.fill(50)
    t.equal(await found.head(), await prefixed.head())
    t.equal((await history(found)).length, 1)
    await Promise.all([found, prefixed, store, direct].map((each) => each.close()))
    return first
  }
  const [few, many] = [await received(500), await received(20_000)]
  t.ok(many < few * 1.5, `${many} bytes behind 20,000 events, ${few} behind 500`)
})

import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import t, { type Test } from 'tap'
import type { EventStoreDbEventStore } from '../../../src/eventstore/eventstoredb/eventstoredb.js'
import { parseAddress } from '../../../src/eventstore/eventstoredb/address.js'
import { openEventStoreDb } from '../../../src/host/start/stores.js'
import {
  type EventStoreDbOptions,
  type EventStoreDbStandIn,
  startEventStoreDb,
} from '../../standins/eventstoredb/index.js'
import { selfSigned } from '../../support/certificate.js'
import { freePort } from '../../support/running-service.js'
import { eventsToAppend } from '../events.js'
import { openAt } from './store.js'
import { Follower, history, until } from '../following.js'

const users = { admin: 'ch@nge:it', guest: 'hunter2' }

async function standInWith(t: Test, options: EventStoreDbOptions = {}): Promise<EventStoreDbStandIn> {
  const standIn = await startEventStoreDb(options)
  t.teardown(() => standIn.stop())
  return standIn
}

function storeAt(t: Test, url: string, streamPrefix = ''): EventStoreDbEventStore {
  const store = openAt(parseAddress(url), streamPrefix)
  t.teardown(() => store.close())
  return store
}

/** One sentence for the operator, without a password. */
async function refused(t: Test, url: string, message: RegExp): Promise<void> {
  try {
    await openEventStoreDb(url, '')
    t.fail('it was opened')
  } catch (error) {
    t.match(error, { name: 'StartupError', message })
    t.notMatch(String(error), /\n|hunter2|ch@nge/)
  }
}

void t.test('over TLS, as a user: appends, reads, subscriptions, erasure', async (t) => {
  const standIn = await standInWith(t, { tls: selfSigned('localhost'), users })
  const store = storeAt(t, standIn.connectionString)
  await store.append('liveInvoice-1', 'none', eventsToAppend(2))
  await store.append('liveInvoice-2', 'none', eventsToAppend(2))
  const follower = new Follower(store)
  await until('caught up', () => follower.events.length === 4)
  await store.erase('liveInvoice-1')
  t.equal((await history(store)).length, 2)
  await follower.stop()
  const { store: opened, id } = await openEventStoreDb(standIn.connectionString, '')
  await opened.close()
  const again = await openEventStoreDb(standIn.connectionString, '')
  t.equal(again.id, id, 'it is known again')
  await again.store.close()
})

void t.test('an obstacle to using the store at start is reported in one sentence that names the remedy', async (t) => {
  const standIn = await standInWith(t, { tls: selfSigned('localhost'), users })
  const { port } = standIn.endpoint
  const [, option] = standIn.connectionString.split('?')
  const open = await standInWith(t)
  await refused(t, `esdb://admin:hunter2@127.0.0.1:${port}?${option}`, /rejects the user or password in EVENTSTORE_URL/)
  await refused(
    t,
    `esdb://guest:hunter2@127.0.0.1:${port}?${option}`,
    /does not allow the user "guest" to read \$all; .*\$admins.*\$r/,
  )
  await refused(t, `esdb://admin:hunter2@127.0.0.1:${port}`, /untrusted certificate \(.*\); .*tlsCAFile/)
  await refused(
    t,
    `esdb://admin:hunter2@127.0.0.1:${port}?tlsCAFile=/no/such/file`,
    /the file "\/no\/such\/file" as tlsCAFile/,
  )
  await refused(t, `esdb://admin:hunter2@127.0.0.1:${open.endpoint.port}`, /does not use TLS; add \?tls=false/)
  const unused = await freePort()
  await refused(
    t,
    `esdb://127.0.0.1:${unused}?tls=false`,
    /can't be reached \(.*ECONNREFUSED.*\); check EVENTSTORE_URL/,
  )
  await refused(t, `esdb://127.0.0.1:${unused},127.0.0.1:${unused}?tls=false`, /can't be reached/)
  await refused(t, 'esdb://admin:hunter2@no-such-host.invalid', /no-such-host\.invalid:2113.*can't be reached/)
})

void t.test('deployments share a server by their prefixes, and see nothing of each other', async (t) => {
  const { connectionString } = await standInWith(t)
  const [blue, green] = [storeAt(t, connectionString, 'blue'), storeAt(t, connectionString, 'green')]
  await blue.append('liveInvoice-1', 'none', eventsToAppend(2))
  const head = await blue.head()
  t.equal(await green.head(), null)
  t.strictSame(await green.readStream('liveInvoice-1'), [])
  t.match(await green.append('liveInvoice-1', 'none', eventsToAppend(1)), { kind: 'appended', revision: 0 })
  for (let stream = 2; stream < 40; stream += 1) await green.append(`liveInvoice-${stream}`, 'none', eventsToAppend(1))
  t.equal(await blue.head(), head, 'the newest of its own')
  t.strictSame(
    (await history(blue)).map(({ stream }) => stream),
    ['liveInvoice-1', 'liveInvoice-1'],
  )
  await green.erase('liveInvoice-1')
  t.equal((await history(blue)).length, 2)
  t.equal((await history(green)).length, 38)
})

void t.test('what the server and its tools write besides is no event of ours', async (t) => {
  const { connectionString } = await standInWith(t)
  const store = storeAt(t, connectionString)
  const client = EventStoreDBClient.connectionString(connectionString)
  await store.append('liveInvoice-1', 'none', eventsToAppend(2))
  const head = await store.head()
  const follower = new Follower(store)
  await until('caught up', () => follower.messages.length === 2)
  await client.setStreamMetadata('liveInvoice-1', { maxCount: 1000 })
  await client.appendToStream('$ce-liveInvoice', jsonEvent({ type: '$>', data: '0@liveInvoice-1' }))
  await client.appendToStream('liveInvoice-1-links', jsonEvent({ type: '$>', data: '0@liveInvoice-1' }))
  t.equal(await store.head(), head)
  await store.append('liveInvoice-2', 'none', eventsToAppend(1))
  await until('the event', () => follower.events.length === 3)
  t.strictSame(follower.events, await history(store))
  await follower.stop()
  await client.dispose()
})

void t.test('an event in the server is JSON that its own tools can read', async (t) => {
  const { connectionString } = await standInWith(t)
  const [event] = eventsToAppend(1, { data: { number: 'RE-ă-1', lines: [1, 2.5, null] } })
  await storeAt(t, connectionString, 'blue').append('liveInvoice-1', 'none', event ? [event] : [])
  const client = EventStoreDBClient.connectionString(connectionString)
  const stored = []
  for await (const resolved of client.readStream('blueliveInvoice-1')) stored.push(resolved.event)
  t.match(stored, [{ isJson: true, id: event?.id, type: event?.type, data: event?.data, metadata: event?.metadata }])
  await client.dispose()
})

void t.test('the position of an append is the one at which the store shows its last event', async (t) => {
  const store = storeAt(t, (await standInWith(t)).connectionString)
  const outcome = await store.append('liveInvoice-1', 'none', eventsToAppend(5))
  const stored = await store.readStream('liveInvoice-1')
  t.match(outcome, { kind: 'appended', position: stored.at(-1)?.position })
  t.strictSame(
    (await history(store)).map(({ position }) => position),
    stored.map(({ position }) => position),
  )
})

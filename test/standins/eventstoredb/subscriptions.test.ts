/**
 * Facts of subscriptions. With `EVENTSTORE_URL` they are checked on that server instead of the
 * stand-in.
 */
import type { Transform } from 'node:stream'
import {
  END,
  eventTypeFilter,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type Position,
  type StreamSubscription,
} from '@eventstore/db-client'
import t, { type Test } from 'tap'
import { waitFor } from '../../support/wait-for.js'
import { collect, credentials, failure, openServer, someEvents } from './for-test.js'

/** The notifications of a subscription, in order. */
type Heard = 'confirmation' | 'caughtUp' | 'end' | { readonly event: string } | { readonly failed: object }

function follow(t: Test, subscription: AllStreamSubscription | StreamSubscription): Heard[] {
  const heard: Heard[] = []
  t.teardown(() => subscription.unsubscribe())
  subscription
    .on('confirmation', () => heard.push('confirmation'))
    .on('caughtUp', () => heard.push('caughtUp'))
    .on('end', () => heard.push('end'))
    .on('data', ({ event }) => heard.push({ event: `${event?.streamId}@${event?.revision}` }))
    .on('error', (error) => heard.push({ failed: error }))
  return heard
}

/**
 * Their streams and revisions. The client emits `caughtUp` as it receives it, ahead of events that
 * it still holds for a slow consumer.
 */
function eventsOf(heard: readonly Heard[]): string[] {
  return heard.flatMap((what) => (typeof what === 'object' && 'event' in what ? [what.event] : []))
}

function failureOf(heard: readonly Heard[]): object | undefined {
  return heard.flatMap((what) => (typeof what === 'object' && 'failed' in what ? [what.failed] : []))[0]
}

void t.test('$all: history after a position, then caught up, then what is new', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  const { position } = await client.appendToStream(stream, someEvents(1), { expectedRevision: NO_STREAM, credentials })
  await client.appendToStream(stream, someEvents(40), { expectedRevision: 0n, credentials })
  const filter = streamNameFilter({ prefixes: [named('')] })
  const heard = follow(t, client.subscribeToAll({ fromPosition: position ?? START, filter }))
  await waitFor('caught up', () => heard.includes('caughtUp'))
  const history = Array.from({ length: 40 }, (_, index) => `${stream}@${index + 1}`)
  await waitFor('history', () => eventsOf(heard).length === 40)
  t.strictSame(eventsOf(heard), history)
  await client.appendToStream(stream, someEvents(2), { expectedRevision: 40n, credentials })
  await waitFor('the new events', () => eventsOf(heard).length === 42)
  t.strictSame(eventsOf(heard).slice(-2), [`${stream}@41`, `${stream}@42`])
})

void t.test('$all without a filter begins with the oldest event, and from its end with the next', async (t) => {
  const { client, named } = await openServer(t)
  await client.appendToStream(named('1'), someEvents(1), { expectedRevision: NO_STREAM, credentials })
  const all = follow(t, client.subscribeToAll({ fromPosition: START }))
  const live = follow(t, client.subscribeToAll({ fromPosition: END }))
  await waitFor('live', () => live.includes('caughtUp'))
  await client.appendToStream(named('2'), someEvents(1), { expectedRevision: NO_STREAM, credentials })
  // Not to its end: the log of a server that others use may be long.
  await waitFor('the first event', () => eventsOf(all).length > 0)
  const [oldest] = await collect(client.readAll({ maxCount: 1 }))
  t.match(oldest?.event?.streamId, /^\$/, "a system's event comes first")
  t.equal(eventsOf(all)[0], `${oldest?.event?.streamId}@${oldest?.event?.revision}`)
  await waitFor('the live event', () => eventsOf(live).length > 0)
  t.strictSame(
    eventsOf(live).filter((event) => event.startsWith(named(''))),
    [`${named('2')}@0`],
  )
})

void t.test('filters on stream names and event types, by prefixes or an expression', async (t) => {
  const { client, named } = await openServer(t)
  const type = named('Type')
  const { position } = await client.appendToStream(named('0'), someEvents(1), {
    expectedRevision: NO_STREAM,
    credentials,
  })
  for (const name of ['a-1', 'b-1', 'c-1']) {
    const events = [jsonEvent({ type: `${type}${name}`, data: {} })]
    await client.appendToStream(named(name), events, { expectedRevision: NO_STREAM, credentials })
  }
  const filters = [
    { filter: streamNameFilter({ prefixes: [named('a-'), named('c-')] }), streams: ['a-1', 'c-1'] },
    { filter: streamNameFilter({ regex: `^${named('')}[bc]` }), streams: ['b-1', 'c-1'] },
    { filter: eventTypeFilter({ prefixes: [`${type}b`] }), streams: ['b-1'] },
    { filter: eventTypeFilter({ regex: `^${type}[ab]` }), streams: ['a-1', 'b-1'] },
  ]
  for (const { filter, streams } of filters) {
    const heard = follow(t, client.subscribeToAll({ fromPosition: position ?? START, filter }))
    await waitFor('caught up', () => heard.includes('caughtUp'))
    await waitFor('the events', () => eventsOf(heard).length >= streams.length)
    t.strictSame(
      eventsOf(heard),
      streams.map((name) => `${named(name)}@0`),
    )
  }
})

void t.test('live, a filtered subscription is notified how far the server has looked', async (t) => {
  const { client, named } = await openServer(t)
  const checkpoints: (Position | undefined)[] = []
  const filter = streamNameFilter({
    prefixes: [named('wanted-')],
    checkpointInterval: 1,
    maxSearchWindow: 1,
    checkpointReached: async (_subscription, position) => void checkpoints.push(position),
  })
  const heard = follow(t, client.subscribeToAll({ fromPosition: END, filter }))
  await waitFor('caught up', () => heard.includes('caughtUp'))
  const positions: (Position | undefined)[] = []
  for (const name of ['other-1', 'wanted-1', 'other-2']) {
    const appended = await client.appendToStream(named(name), someEvents(1), {
      expectedRevision: NO_STREAM,
      credentials,
    })
    positions.push(appended.position)
  }
  await waitFor('the last checkpoint', () => checkpoints.some((position) => position?.commit === positions[2]?.commit))
  t.ok(positions.every((position) => checkpoints.some((checkpoint) => checkpoint?.commit === position?.commit)))
  t.strictSame(eventsOf(heard), [`${named('wanted-1')}@0`])
})

void t.test('in history, checkpoints come with full windows, and none reports the end', async (t) => {
  const { client, named } = await openServer(t)
  const { position } = await client.appendToStream(named('0'), someEvents(1), {
    expectedRevision: NO_STREAM,
    credentials,
  })
  const last = await client.appendToStream(named('1'), someEvents(200), { expectedRevision: NO_STREAM, credentials })
  const checkpoints: bigint[] = []
  const filter = streamNameFilter({
    prefixes: [named('none-')],
    checkpointInterval: 2,
    maxSearchWindow: 32,
    checkpointReached: async (_subscription, { commit }) => void checkpoints.push(commit),
  })
  const heard = follow(t, client.subscribeToAll({ fromPosition: position ?? START, filter }))
  await waitFor('caught up', () => heard.includes('caughtUp'))
  t.equal(checkpoints.length, 3, 'after 64, 128 and 192 of 200 events')
  t.ok(checkpoints.every((commit) => commit < (last.position?.commit ?? 0n)))
})

void t.test('a position beyond the end is no error', async (t) => {
  const { client, named } = await openServer(t)
  const appended = await client.appendToStream(named('1'), someEvents(1), { expectedRevision: NO_STREAM, credentials })
  const beyond = (appended.position?.commit ?? 0n) + 1_000_000_000n
  const filter = streamNameFilter({ prefixes: [named('')] })
  const heard = follow(t, client.subscribeToAll({ fromPosition: { commit: beyond, prepare: beyond }, filter }))
  await waitFor('caught up', () => heard.includes('caughtUp'))
  t.strictSame(heard, ['confirmation', 'caughtUp'])
})

void t.test('a stream: also one that comes later, and until its tombstone', async (t) => {
  const { client, named } = await openServer(t)
  const [stream, later] = [named('1'), named('2')]
  await client.appendToStream(stream, someEvents(3), { expectedRevision: NO_STREAM, credentials })
  const heard = follow(t, client.subscribeToStream(stream, { fromRevision: 0n }))
  const heardLater = follow(t, client.subscribeToStream(later))
  await waitFor('caught up', () => heard.includes('caughtUp') && heardLater.includes('confirmation'))
  await waitFor('history', () => eventsOf(heard).length === 2)
  t.strictSame(eventsOf(heard), [`${stream}@1`, `${stream}@2`])
  t.notOk(heardLater.includes('caughtUp'))
  await client.appendToStream(stream, someEvents(1), { expectedRevision: 2n, credentials })
  await client.appendToStream(later, someEvents(1), { expectedRevision: NO_STREAM, credentials })
  await waitFor('new events', () => eventsOf(heard).length === 3 && eventsOf(heardLater).length === 1)
  t.equal(eventsOf(heard).at(-1), `${stream}@3`)
  await client.tombstoneStream(stream)
  await waitFor('the end', () => failureOf(heard) !== undefined)
  t.match(failureOf(heard), { code: 9, type: 'stream-deleted' })
})

void t.test('a live consumer that falls behind is dropped, one that reads history is waited for', async (t) => {
  const { client, named } = await openServer(t)
  const [stream, filter] = [named('1'), streamNameFilter({ prefixes: [named('')] })]
  const events = (count: number) =>
    Array.from({ length: count }, () => jsonEvent({ type: 'Happened', data: 'x'.repeat(10_000) }))
  const { position } = await client.appendToStream(stream, events(50), { expectedRevision: NO_STREAM, credentials })
  for (const revision of [49n, 99n, 149n]) {
    await client.appendToStream(stream, events(50), { expectedRevision: revision, credentials })
  }
  const history = client.subscribeToAll({ fromPosition: position ?? START, filter })
  const heard = follow(t, history.pause())
  const live = client.subscribeToAll({ fromPosition: END, filter })
  const heardLive = follow(t, live)
  await waitFor('both', () => heardLive.includes('caughtUp') && heard.includes('confirmation'))
  live.pause()
  // Far more than both sides buffer for a consumer that does not read, and 32 besides.
  for (let revision = 199n; revision < 499n; revision += 1n) {
    await client.appendToStream(stream, events(1), { expectedRevision: revision, credentials })
  }
  live.resume()
  await waitFor('the drop', () => failureOf(heardLive) !== undefined)
  t.match(failureOf(heardLive), { code: 10, message: /Consumer too slow/ })
  t.equal(heard.includes('caughtUp'), false)
  history.resume()
  await waitFor('all', () => eventsOf(heard).length === 450)
})

void t.test('a slow consumer is dropped at the end of history already', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  const events = (count: number) =>
    Array.from({ length: count }, () => jsonEvent({ type: 'Happened', data: 'x'.repeat(20_000) }))
  const { position } = await client.appendToStream(stream, events(1), { expectedRevision: NO_STREAM, credentials })
  // More than the client takes in for a consumer that does not read, and less than two pages of
  // the server's.
  for (const revision of [0n, 30n]) {
    await client.appendToStream(stream, events(30), { expectedRevision: revision, credentials })
  }
  const filter = streamNameFilter({ prefixes: [named('')] })
  const subscription = client.subscribeToAll({ fromPosition: position ?? START, filter })
  const heard = follow(t, subscription.pause())
  // The library's types do not say that it is a transforming stream.
  const buffers = subscription as unknown as Transform
  await waitFor('the first page', () => buffers.readableLength + buffers.writableLength >= 32)
  for (let revision = 60n; revision < 160n; revision += 1n) {
    await client.appendToStream(stream, events(1), { expectedRevision: revision, credentials })
  }
  subscription.resume()
  await waitFor('the drop', () => failureOf(heard) !== undefined)
  t.match(failureOf(heard), { code: 10, message: /Consumer too slow/ })
})

void t.test('a connection carries a hundred calls; one more waits until another ends', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  await client.appendToStream(stream, someEvents(1), { expectedRevision: NO_STREAM, credentials })
  const subscriptions = Array.from({ length: 100 }, () => client.subscribeToStream(stream))
  const heard = subscriptions.map((subscription) => follow(t, subscription))
  await waitFor('all', () => heard.every((one) => eventsOf(one).length === 1))
  const append = (deadline: number) =>
    client.appendToStream(stream, someEvents(1), { expectedRevision: 0n, credentials, deadline })
  t.match(await failure(append(300)), { code: 4 })
  await subscriptions[0]?.unsubscribe()
  t.match(await append(10_000), { nextExpectedRevision: 1n })
})

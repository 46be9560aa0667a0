/**
 * Facts of scavenges. With `EVENTSTORE_URL` they are checked on that server instead of the
 * stand-in; it scavenges its whole log then.
 */
import {
  BACKWARDS,
  FORWARDS,
  NO_STREAM,
  START,
  streamNameFilter,
  type EventStoreDBClient,
  type Position,
} from '@eventstore/db-client'
import t, { type Test } from 'tap'
import { waitFor } from '../../support/wait-for.js'
import { collect, connect, credentials, failure, openServer, openStandIn, scavenge, someEvents } from './for-test.js'

type Named = (name: string) => string

/** So many streams of one event each; their positions. */
async function streamsOfOne(client: EventStoreDBClient, named: Named, count: number): Promise<Position[]> {
  const positions: Position[] = []
  for (let stream = 0; stream < count; stream += 1) {
    const options = { expectedRevision: NO_STREAM, credentials } as const
    const { position } = await client.appendToStream(named(String(stream)), someEvents(1), options)
    if (position !== undefined) positions.push(position)
  }
  return positions
}

/**
 * The streams of which a subscription from this position gets an event, until it has caught up.
 */
async function subscribed(
  t: Test,
  client: EventStoreDBClient,
  named: Named,
  fromPosition: Position,
): Promise<string[]> {
  const streams: string[] = []
  const filter = streamNameFilter({ prefixes: [named('')] })
  const subscription = client.subscribeToAll({ fromPosition, filter })
  t.teardown(() => subscription.unsubscribe())
  let caughtUp = false
  subscription
    .on('data', ({ event }) => {
      if (event?.type === 'Happened') streams.push(event.streamId)
    })
    .on('caughtUp', () => (caughtUp = true))
  await waitFor('caught up', () => caughtUp)
  return streams
}

void t.test('what was deleted leaves $all, and nothing else moves; reads begin at the next that is left', async (t) => {
  const { client, connectionString, named } = await openServer(t)
  const positions = await streamsOfOne(client, named, 6)
  for (const stream of ['2', '3']) await client.tombstoneStream(named(stream))
  await scavenge(connectionString)
  const [first, , third, fourth] = positions as [Position, Position, Position, Position]
  const read = await collect(client.readAll({ fromPosition: first }))
  const ours = read.filter(({ event }) => event?.streamId.startsWith(named('')))
  t.strictSame(
    ours.filter(({ event }) => event?.type === 'Happened').map(({ event }) => event?.position),
    positions.filter((_, index) => index !== 2 && index !== 3),
  )
  t.equal(ours.filter(({ event }) => event?.type === '$streamDeleted').length, 2, 'the tombstones stay')
  const next = async (fromPosition: Position, direction: typeof FORWARDS | typeof BACKWARDS) =>
    (await collect(client.readAll({ fromPosition, direction, maxCount: 1 })))[0]?.event?.position
  for (const gone of [third, fourth]) {
    t.strictSame(await next(gone, FORWARDS), positions[4])
    t.strictSame(await next(gone, BACKWARDS), positions[1])
  }
  t.match(
    await failure(client.appendToStream(named('2'), someEvents(1), { expectedRevision: NO_STREAM, credentials })),
    { name: 'StreamDeletedError' },
  )
})

void t.test('a subscription after an event that was scavenged passes over the next one', async (t) => {
  const { client, connectionString, named } = await openServer(t)
  const positions = await streamsOfOne(client, named, 12)
  const [before, at] = [positions[3], positions[4]] as [Position, Position]
  for (const stream of ['4', '5', '8']) await client.tombstoneStream(named(stream))
  const rest = ['6', '7', '9', '10', '11'].map(named)
  t.strictSame(
    (await subscribed(t, client, named, at)).filter((stream) => rest.includes(stream)),
    rest,
  )
  await scavenge(connectionString)
  t.strictSame(await subscribed(t, client, named, at), rest.slice(1))
  t.strictSame(await subscribed(t, client, named, before), rest, 'after one that is left, all are there')
})

void t.test('a stream keeps its last event, regardless of its metadata, and its revisions', async (t) => {
  const { client, connectionString, named } = await openServer(t)
  const options = { expectedRevision: NO_STREAM, credentials } as const
  const { position } = await client.appendToStream(named('first'), someEvents(1), options)
  for (const stream of ['counted', 'deleted']) await client.appendToStream(named(stream), someEvents(4), options)
  await client.setStreamMetadata(named('counted'), { maxCount: 2 })
  await client.deleteStream(named('deleted'))
  await scavenge(connectionString)
  const left = async (stream: string) => {
    const all = await collect(client.readAll({ fromPosition: position ?? START }))
    return all.filter(({ event }) => event?.streamId === named(stream)).map(({ event }) => event?.revision)
  }
  t.strictSame(await left('counted'), [2n, 3n])
  t.strictSame(await left('deleted'), [3n])
  t.strictSame(
    (await collect(client.readStream(named('counted')))).map(({ event }) => event?.revision),
    [2n, 3n],
  )
  for (const stream of ['counted', 'deleted']) {
    const expectedRevision = stream === 'counted' ? 3n : NO_STREAM
    t.match(await client.appendToStream(named(stream), someEvents(1), { expectedRevision, credentials }), {
      nextExpectedRevision: 4n,
    })
  }
})

void t.test('what was scavenged stays away after a restart', async (t) => {
  const standIn = await openStandIn(t)
  const client = connect(t, standIn.connectionString)
  const named = (name: string) => `s-${name}`
  const positions = await streamsOfOne(client, named, 4)
  await client.appendToStream('long', someEvents(3), { expectedRevision: NO_STREAM, credentials })
  await client.setStreamMetadata('long', { truncateBefore: 2 })
  await client.tombstoneStream(named('1'))
  await scavenge(standIn.connectionString)
  const all = await collect(client.readAll())
  await standIn.restart()
  const again = connect(t, standIn.connectionString)
  await waitFor('the server', () => collect(again.readAll({ maxCount: 1 })).catch(() => null))
  const kept = (await collect(again.readAll())).slice(0, all.length)
  t.strictSame(kept, all)
  t.strictSame(await subscribed(t, again, named, positions[1] as Position), [named('3')])
  t.match(await again.appendToStream('long', someEvents(1), { expectedRevision: 2n, credentials }), {
    nextExpectedRevision: 3n,
  })
})

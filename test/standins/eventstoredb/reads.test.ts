/**
 * Facts of reading. With `EVENTSTORE_URL` they are checked on that server instead of the
 * stand-in.
 */
import { BACKWARDS, END, FORWARDS, NO_STREAM, START, type ResolvedEvent } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { credentials as channels } from '@grpc/grpc-js'
import t from 'tap'
import { collect, connect, credentials, failure, openServer, openStandIn, someEvents } from './for-test.js'

const revisions = (read: readonly ResolvedEvent[]) => read.map(({ event }) => event?.revision)

void t.test('a stream, from any revision and in both directions, inclusive', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  await client.appendToStream(stream, someEvents(5), { expectedRevision: NO_STREAM, credentials })
  const read = async (options: Parameters<typeof client.readStream>[1]) =>
    revisions(await collect(client.readStream(stream, options)))
  t.strictSame(await read({}), [0n, 1n, 2n, 3n, 4n])
  t.strictSame(await read({ fromRevision: 2n }), [2n, 3n, 4n])
  t.strictSame(await read({ fromRevision: 1n, maxCount: 2 }), [1n, 2n])
  t.strictSame(await read({ fromRevision: 9n }), [])
  t.strictSame(await read({ fromRevision: END, direction: BACKWARDS, maxCount: 2 }), [4n, 3n])
  t.strictSame(await read({ fromRevision: 1n, direction: BACKWARDS }), [1n, 0n])
  t.match(await failure(collect(client.readStream(named('2')))), { name: 'StreamNotFoundError' })
})

void t.test('$all: forwards from the position on, backwards from before it', async (t) => {
  const { client, named } = await openServer(t)
  const appended = await client.appendToStream(named('1'), someEvents(1), { expectedRevision: NO_STREAM, credentials })
  const fromPosition = appended.position ?? START
  await client.appendToStream(named('2'), someEvents(1), { expectedRevision: NO_STREAM, credentials })
  const streams = async (direction: typeof FORWARDS | typeof BACKWARDS) =>
    (await collect(client.readAll({ fromPosition, direction, maxCount: 1 }))).map(({ event }) => event?.streamId)
  t.strictSame(await streams(FORWARDS), [named('1')])
  t.notMatch(await streams(BACKWARDS), [named('1')])
  const newest = await collect(client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1_000 }))
  const positions = newest.map(({ event }) => event?.position?.commit ?? 0n)
  t.strictSame(
    positions,
    positions.toSorted((a, b) => (a < b ? 1 : -1)),
  )
  const ours = newest.filter(({ event }) => event?.streamId.startsWith(named('')))
  t.strictSame(
    ours.map(({ event }) => event?.streamId),
    [named('2'), named('1')],
  )
})

void t.test('the newest event may be a system event', async (t) => {
  const { client, named } = await openServer(t)
  await client.appendToStream(named('1'), someEvents(1), { expectedRevision: NO_STREAM, credentials })
  await client.setStreamMetadata(named('1'), { maxCount: 10 })
  const [newest] = await collect(client.readAll({ fromPosition: END, direction: BACKWARDS, maxCount: 1 }))
  t.match(newest?.event, { streamId: `$$${named('1')}`, type: '$metadata' })
})

void t.test('metadata hides events from the stream, not from $all', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  const { position } = await client.appendToStream(stream, someEvents(1), { expectedRevision: NO_STREAM, credentials })
  await client.appendToStream(stream, someEvents(4), { expectedRevision: 0n, credentials })
  const visible = async (metadata: Parameters<typeof client.setStreamMetadata>[1]) => {
    await client.setStreamMetadata(stream, metadata)
    t.match((await client.getStreamMetadata(stream)).metadata, metadata)
    return revisions(await collect(client.readStream(stream)))
  }
  t.strictSame(await visible({ maxCount: 2 }), [3n, 4n])
  t.strictSame(await visible({ truncateBefore: 4 }), [4n])
  t.strictSame(await visible({ truncateBefore: 5 }), [])
  t.strictSame(await visible({ maxAge: 3_600 }), [0n, 1n, 2n, 3n, 4n])
  await client.setStreamMetadata(stream, { maxCount: 1 })
  t.strictSame(revisions(await collect(client.readStream(stream, { fromRevision: 1n }))), [4n])
  const all = await collect(client.readAll({ fromPosition: position ?? START }))
  t.equal(all.filter(({ event }) => event?.streamId === stream).length, 5)
  t.match(await client.appendToStream(stream, someEvents(1), { expectedRevision: 4n, credentials }), {
    nextExpectedRevision: 5n,
  })
})

void t.test('a filtered read of $all, which this client can not ask for', async (t) => {
  const { connectionString, endpoint } = await openStandIn(t)
  const client = connect(t, connectionString)
  for (const stream of ['a-1', 'b-1', 'a-2']) {
    await client.appendToStream(stream, someEvents(1), { expectedRevision: NO_STREAM, credentials })
  }
  const expression = new streams.ReadReq.Options.FilterOptions.Expression().setPrefixList(['a-'])
  const options = new streams.ReadReq.Options()
    .setAll(new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty()))
    .setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS)
    .setCount('2')
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setFilter(
      new streams.ReadReq.Options.FilterOptions()
        .setStreamIdentifier(expression)
        .setCount(new shared.Empty())
        .setCheckpointintervalmultiplier(1),
    )
  const service = new services.StreamsClient(`${endpoint.host}:${endpoint.port}`, channels.createInsecure())
  t.teardown(() => service.close())
  const read = await collect<InstanceType<typeof streams.ReadResp>>(
    service.read(new streams.ReadReq().setOptions(options)),
  )
  const names = read.map((message) => message.getEvent()?.getEvent()?.getStreamIdentifier()?.getStreamName_asU8())
  t.strictSame(
    names.map((name) => Buffer.from(name ?? []).toString()),
    ['a-2', 'a-1'],
  )
})

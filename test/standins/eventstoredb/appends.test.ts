/**
 * Facts of appending, seen by the bare client. With `EVENTSTORE_URL` they are checked on that
 * server instead of the stand-in.
 */
import {
  ANY,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  type AppendExpectedRevision,
  type JSONEventData,
} from '@eventstore/db-client'
import t from 'tap'
import { collect, connect, credentials, failure, openServer, openStandIn, someEvents } from './for-test.js'

void t.test('an append returns the revision and the position of its last event', async (t) => {
  const { client, named } = await openServer(t)
  for (const options of [{ credentials }, {}]) {
    const stream = named('credentials' in options ? 'classic' : 'batch')
    const first = await client.appendToStream(stream, someEvents(3), { expectedRevision: NO_STREAM, ...options })
    t.match(first, { success: true, nextExpectedRevision: 2n })
    const second = await client.appendToStream(stream, someEvents(1), { expectedRevision: 2n, ...options })
    const read = await collect(client.readStream(stream))
    t.strictSame(
      read.map(({ event }) => event?.revision),
      [0n, 1n, 2n, 3n],
    )
    const positions = read.map(({ event }) => event?.position)
    t.strictSame([positions[2], positions[3]], [first.position, second.position])
    t.ok(positions.every((position) => position?.commit === position?.prepare))
    t.ok((second.position?.commit ?? 0n) > (first.position?.commit ?? 0n) + 1n, 'positions have gaps')
  }
})

void t.test('events are read as they were written', async (t) => {
  const { client, named } = await openServer(t)
  const event = jsonEvent({
    type: 'Happened',
    data: { text: 'Someș', big: 1e21, nothing: null },
    metadata: { $a: [1] },
  })
  const before = Date.now()
  await client.appendToStream(named('1'), [event], { expectedRevision: NO_STREAM, credentials })
  const [read] = await collect(client.readStream(named('1')))
  const { created, position, ...rest } = read?.event ?? {}
  t.strictSame(rest, {
    streamId: named('1'),
    id: event.id,
    revision: 0n,
    type: 'Happened',
    data: event.data,
    metadata: { $a: [1] },
    isJson: true,
  })
  t.equal(read?.commitPosition, position?.commit)
  t.ok(Math.abs((created?.getTime() ?? 0) - before) < 60_000)
})

void t.test('expected revisions', async (t) => {
  const { client, named } = await openServer(t)
  const [present, absent] = [named('present'), named('absent')]
  await client.appendToStream(present, someEvents(2), { expectedRevision: NO_STREAM, credentials })
  const refused = [
    [present, NO_STREAM, 1n],
    [present, 0n, 1n],
    [present, 2n, 1n],
    [absent, 0n, 'no_stream'],
    [absent, STREAM_EXISTS, 'no_stream'],
  ] as const
  for (const [stream, expectedRevision, actualVersion] of refused) {
    for (const options of [{ credentials }, {}]) {
      t.match(await failure(client.appendToStream(stream, someEvents(1), { expectedRevision, ...options })), {
        name: 'WrongExpectedVersionError',
        streamName: stream,
        expectedVersion: expectedRevision,
        actualVersion,
        message: '',
      })
    }
  }
  t.match(await client.appendToStream(present, someEvents(1), { expectedRevision: STREAM_EXISTS, credentials }), {
    nextExpectedRevision: 2n,
  })
  t.match(await client.appendToStream(present, someEvents(1), { expectedRevision: ANY, credentials }), {
    nextExpectedRevision: 3n,
  })
})

interface RepeatedAppend {
  readonly says: string
  /** Of three events that stand, `a` to `c`, and a new one. */
  readonly events: readonly ('a' | 'b' | 'c' | 'x')[]
  readonly at: AppendExpectedRevision
  readonly answer: bigint | 'wrong'
  /** Instead of what stands. */
  readonly data?: string
}

void t.test('repeated appends', async (t) => {
  const { client, named } = await openServer(t)
  const table: readonly RepeatedAppend[] = [
    { says: 'all of it, again', events: ['a', 'b', 'c'], at: NO_STREAM, answer: 2n },
    { says: 'its first events', events: ['a', 'b'], at: NO_STREAM, answer: 1n },
    { says: 'its last events, where they stand', events: ['b', 'c'], at: 0n, answer: 2n },
    { says: 'other bodies under the same ids', events: ['a', 'b', 'c'], at: NO_STREAM, answer: 2n, data: 'other' },
    { says: 'any revision, soon after', events: ['a', 'b', 'c'], at: ANY, answer: 2n },
    { says: 'partly new', events: ['a', 'b', 'c', 'x'], at: NO_STREAM, answer: 'wrong' },
    { says: 'partly others', events: ['a', 'x', 'c'], at: NO_STREAM, answer: 'wrong' },
    { says: 'in another order', events: ['b', 'a'], at: NO_STREAM, answer: 'wrong' },
    { says: 'at another revision', events: ['a'], at: 0n, answer: 'wrong' },
    { says: 'any revision, partly new', events: ['a', 'x'], at: ANY, answer: 'wrong' },
    { says: 'at the present end: written a second time', events: ['a'], at: 2n, answer: 3n },
    { says: 'any revision, a new one first: written a second time', events: ['x', 'a'], at: ANY, answer: 4n },
  ]
  for (const [index, { says, events, at, answer, data }] of table.entries()) {
    const stream = named(String(index))
    // New ids each time: the server's memory of "any" is one for all streams.
    const [a, b, c, x] = someEvents(4) as [JSONEventData, JSONEventData, JSONEventData, JSONEventData]
    const known = { a, b, c, x }
    await client.appendToStream(stream, [a, b, c], { expectedRevision: NO_STREAM, credentials })
    const sent = events.map((id) => (data === undefined ? known[id] : { ...known[id], data }))
    const repeated = client.appendToStream(stream, sent, { expectedRevision: at, credentials })
    if (answer === 'wrong') {
      t.match(await failure(repeated), { name: 'WrongExpectedVersionError', actualVersion: 2n }, says)
      continue
    }
    const { nextExpectedRevision, position } = await repeated
    t.equal(nextExpectedRevision, answer, says)
    const read = await collect(client.readStream(stream))
    t.strictSame(read[Number(answer)]?.event?.position, position, `${says}: position`)
    t.equal(read.length, answer > 2n ? Number(answer) + 1 : 3, `${says}: events`)
  }
})

void t.test('"any" knows an event id for one stream alone, the first that had it', async (t) => {
  const { client, named } = await openServer(t)
  const events = someEvents(2)
  const append = (stream: string, expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(named(stream), events, { expectedRevision, credentials })
  await append('first', NO_STREAM)
  await append('second', NO_STREAM)
  t.match(await append('first', ANY), { nextExpectedRevision: 1n }, 'known there')
  t.match(await append('second', ANY), { nextExpectedRevision: 3n }, 'written a second time')
  t.match(await append('second', NO_STREAM), { nextExpectedRevision: 1n }, 'an explicit revision finds them anywhere')
})

void t.test('an append holds 1,048,576 bytes of data', async (t) => {
  const { client, named } = await openServer(t)
  const half = (bytes: number) => jsonEvent({ type: 'Tt', data: 'x'.repeat(bytes) })
  const quotes = 2
  // Two bytes for each character of a type are meant to count besides, and do on newer servers.
  const fitting = [half(524_288 - quotes - 4), half(524_288 - quotes - 4)]
  const tooMuch = [half(524_288 - quotes), half(524_288 - quotes + 1)]
  for (const options of [{ credentials }, {}]) {
    const stream = named('credentials' in options ? 'classic' : 'batch')
    t.match(await failure(client.appendToStream(stream, tooMuch, { expectedRevision: NO_STREAM, ...options })), {
      name: 'MaxAppendSizeExceededError',
      maxAppendSize: 1_048_576,
    })
    t.match(await client.appendToStream(stream, fitting, { expectedRevision: NO_STREAM, ...options }), {
      nextExpectedRevision: 1n,
    })
  }
})

void t.test('23.10 counts the data alone: neither metadata nor type', async (t) => {
  const client = connect(t, (await openStandIn(t)).connectionString)
  const event = jsonEvent({ type: 'T'.repeat(100), data: 'x'.repeat(1_048_574), metadata: { m: 'y'.repeat(900_000) } })
  for (const options of [{ credentials }, {}]) {
    const stream = 'credentials' in options ? 'classic' : 'batch'
    t.match(await client.appendToStream(stream, [event], { expectedRevision: NO_STREAM, ...options }), {
      nextExpectedRevision: 0n,
    })
  }
})

void t.test('a softly deleted stream is not found, and continues where it was', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  await client.appendToStream(stream, someEvents(3), { expectedRevision: NO_STREAM, credentials })
  t.match(await failure(client.deleteStream(stream, { expectedRevision: 0n })), {
    name: 'WrongExpectedVersionError',
    code: 9,
  })
  t.type((await client.deleteStream(stream, { expectedRevision: 2n })).position?.commit, 'bigint')
  t.match(await failure(collect(client.readStream(stream))), { name: 'StreamNotFoundError' })
  t.match(
    await failure(client.appendToStream(stream, someEvents(1), { expectedRevision: STREAM_EXISTS, credentials })),
    { name: 'StreamDeletedError', code: 9, streamName: stream },
  )
  t.match(await client.appendToStream(stream, someEvents(2), { expectedRevision: NO_STREAM, credentials }), {
    nextExpectedRevision: 4n,
  })
  const read = await collect(client.readStream(stream))
  t.strictSame(
    read.map(({ event }) => event?.revision),
    [3n, 4n],
  )
})

void t.test('a tombstone is for ever, and the events stay in $all', async (t) => {
  const { client, named } = await openServer(t)
  const stream = named('1')
  const { position } = await client.appendToStream(stream, someEvents(1), { expectedRevision: NO_STREAM, credentials })
  await client.tombstoneStream(stream, { expectedRevision: ANY })
  const deleted = { name: 'StreamDeletedError', code: 9, streamName: stream }
  for (const expectedRevision of [NO_STREAM, ANY, 0n] as const) {
    t.match(await failure(client.appendToStream(stream, someEvents(1), { expectedRevision, credentials })), deleted)
  }
  t.match(await failure(client.tombstoneStream(stream)), deleted)
  t.match(await failure(client.deleteStream(stream)), deleted)
  t.match(await failure(collect(client.readStream(stream))), deleted)
  const after = await collect(client.readAll({ fromPosition: position ?? 'start' }))
  t.match(
    after.filter(({ event }) => event?.streamId === stream).map(({ event }) => event?.type),
    ['Happened', '$streamDeleted'],
  )
})

void t.test('a tombstone can come before the first event', async (t) => {
  const { client, named } = await openServer(t)
  await client.tombstoneStream(named('1'), { expectedRevision: NO_STREAM })
  t.match(
    await failure(client.appendToStream(named('1'), someEvents(1), { expectedRevision: NO_STREAM, credentials })),
    { name: 'StreamDeletedError' },
  )
})

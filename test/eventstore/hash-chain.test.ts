import fc from 'fast-check'
import t from 'tap'
import type { RecordedEvent } from '../../src/domain/event.js'
import { chainEnd, EMPTY_CHAIN, GENESIS_HASH, seal, verifyChain } from '../../src/eventstore/hash-chain.js'
import type { UnsealedEvent } from '../../src/eventstore/hash-chain.js'
import { unsealedEvent } from './events.js'

const STREAM = 'liveInvoice-1'

/** Streams of two to six events with arbitrary data, as a store would give them back. */
const streams = fc
  .array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), { minLength: 2, maxLength: 6 })
  .map((all) => record(all.map((data) => unsealedEvent({ data }))))

void t.test('a stream as it was written is sound, also after the way through JSON', async (t) => {
  fc.assert(
    fc.property(streams, (events) => {
      t.equal(verifyChain(STREAM, events), null)
      t.equal(verifyChain(STREAM, JSON.parse(JSON.stringify(events, bigintAsText)) as RecordedEvent[]), null)
    }),
  )
})

void t.test('a stream sealed event by event equals one sealed at once', async (t) => {
  const events = [unsealedEvent(), unsealedEvent(), unsealedEvent()]
  const atOnce = seal(STREAM, EMPTY_CHAIN, events)
  let end = EMPTY_CHAIN
  const oneByOne = events.flatMap((event, revision) => {
    const sealed = seal(STREAM, end, [event])
    end = { revision, hash: sealed[0]?.metadata.hash ?? '' }
    return sealed
  })
  t.strictSame(oneByOne, atOnce)
  t.equal(atOnce[0]?.metadata.prevHash, GENESIS_HASH)
})

void t.test('the hash does not depend on the order of keys, and undefined is as good as absent', async (t) => {
  const event = unsealedEvent({ data: { b: 1, a: { d: 1, c: undefined } } })
  const same = { ...event, data: { a: { d: 1 }, b: 1 } }
  t.equal(seal(STREAM, EMPTY_CHAIN, [event])[0]?.metadata.hash, seal(STREAM, EMPTY_CHAIN, [same])[0]?.metadata.hash)
})

void t.test('the hash is the one that any other implementation computes', async (t) => {
  const event = unsealedEvent({
    id: '00000000-0000-4000-8000-000000000000',
    type: 'InvoiceCreated',
    data: { number: 'RE-1', total: '119.00' },
    occurredAt: '2026-01-02T03:04:05.006Z',
  })
  // Computed with Python: hashlib.sha256 over 64 zeros and json.dumps(…, sort_keys=True,
  // separators=(',', ':')).
  t.equal(
    seal(STREAM, EMPTY_CHAIN, [event])[0]?.metadata.hash,
    'bb008d00aa0a9ce73c63a2f9f1ca43035d92c0391108b1f37a2a9e28a51605cd',
  )
})

void t.test('any edit of an event is found at its revision', async (t) => {
  const edits: readonly ((event: RecordedEvent) => RecordedEvent)[] = [
    (event) => ({ ...event, data: { ...event.data, forged: true } }),
    (event) => ({ ...event, type: `${event.type}2` }),
    (event) => ({ ...event, id: '00000000-0000-4000-8000-000000000000' }),
    (event) => ({ ...event, stream: 'liveInvoice-2' }),
    (event) => ({ ...event, revision: event.revision + 1 }),
    (event) => ({ ...event, metadata: { ...event.metadata, account: 'another' } }),
    (event) => ({ ...event, metadata: { ...event.metadata, occurredAt: '2020-01-01T00:00:00.000Z' } }),
    (event) => ({ ...event, metadata: { ...event.metadata, hash: 'f'.repeat(64) } }),
    (event) => ({ ...event, metadata: { ...event.metadata, prevHash: 'f'.repeat(64) } }),
  ]
  fc.assert(
    fc.property(streams, fc.nat(), fc.constantFrom(...edits), (events, at, edit) => {
      const index = at % events.length
      const edited = events.map((event, i) => (i === index ? edit(event) : event))
      t.equal(verifyChain(STREAM, edited)?.revision, index)
    }),
  )
})

void t.test('a dropped event is found, whether or not the others are renumbered', async (t) => {
  fc.assert(
    fc.property(streams, fc.nat(), fc.boolean(), (events, at, renumber) => {
      const index = at % (events.length - 1)
      const rest = events.toSpliced(index, 1)
      t.equal(verifyChain(STREAM, renumber ? renumbered(rest) : rest)?.revision, index)
    }),
  )
})

void t.test('events dropped at the end are found by a reader that noted where the stream ended', async (t) => {
  fc.assert(
    fc.property(streams, fc.nat(), (events, at) => {
      const end = chainEnd(events)
      const kept = at % events.length
      t.equal(verifyChain(STREAM, events, end), null)
      t.strictSame(verifyChain(STREAM, events.slice(0, kept), end), { revision: kept, reason: 'wrong-end' })
    }),
  )
})

void t.test('reordered events are found, whether or not they are renumbered', async (t) => {
  fc.assert(
    fc.property(streams, fc.nat(), fc.nat(), fc.boolean(), (events, a, b, renumber) => {
      const from = a % events.length
      const to = b % events.length
      fc.pre(from !== to)
      const moved = events.toSpliced(from, 1).toSpliced(to, 0, ...events.slice(from, from + 1))
      t.equal(verifyChain(STREAM, renumber ? renumbered(moved) : moved)?.revision, Math.min(from, to))
    }),
  )
})

void t.test('an inserted event is found, at the latest behind itself', async (t) => {
  fc.assert(
    fc.property(streams, fc.nat(), (events, at) => {
      const index = at % events.length
      // The strongest forger: who seals the insertion correctly onto the events before it.
      const forged = seal(STREAM, chainEnd(events.slice(0, index)), [unsealedEvent({ data: { forged: true } })])
      const inserted = renumbered(events.toSpliced(index, 0, ...recorded(forged, index)))
      t.equal(verifyChain(STREAM, inserted)?.revision, index + 1)
    }),
  )
})

function record(events: readonly UnsealedEvent[]): readonly RecordedEvent[] {
  return recorded(seal(STREAM, EMPTY_CHAIN, events), 0)
}

function recorded(events: ReturnType<typeof seal>, first: number): readonly RecordedEvent[] {
  return events.map((event, index) => ({
    ...event,
    stream: STREAM,
    revision: first + index,
    position: BigInt(first + index + 1),
  }))
}

function renumbered(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return events.map((event, revision) => ({ ...event, revision }))
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

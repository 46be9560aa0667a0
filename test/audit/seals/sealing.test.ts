import t, { type Test } from 'tap'
import { goBackToStore } from '../../../src/audit/after-restore.js'
import { leafHash, rootOf, verifyInclusion } from '../../../src/audit/seals/merkle.js'
import { SEALED_PREFIXES } from '../../../src/audit/seals/prefixes.js'
import { faultsOfSeals, readSeals } from '../../../src/audit/seals/seals.js'
import { growTree, leavesOfStream, treeEnd, TreeHasGrown, TreeReader } from '../../../src/audit/seals/tree.js'
import type { RecordedEvent } from '../../../src/domain/event.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { lookForRestore } from '../../../src/eventstore/restores.js'
import { PostgresRestores } from '../../../src/eventstore/postgres-restores.js'
import { newSigner, type SealedHistory, sealedHistory } from './sealed-history.js'

const { signal } = new AbortController()

/** What a seal must be over: read from the store alone. */
async function liveEvents(store: EventStore): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const message of store.subscribe({ after: null, streamPrefixes: SEALED_PREFIXES, signal })) {
    if (message.kind === 'caughtUp') break
    events.push(...message.events)
  }
  return events
}

async function rootOfStore(store: EventStore): Promise<string> {
  const leaves = (await liveEvents(store)).map(({ metadata }) => leafHash(Buffer.from(metadata.hash, 'hex')))
  return rootOf(leaves).toString('hex')
}

const seals = async ({ store }: SealedHistory) => (await readSeals(store, signal)).map(({ seal }) => seal)

/** The same events in another store, except what `change` leaves out or changes. */
async function copyOf(store: EventStore, change: (event: RecordedEvent) => RecordedEvent | null): Promise<EventStore> {
  const copy = new MemoryEventStore()
  for await (const message of store.subscribe({ after: null, signal })) {
    if (message.kind === 'caughtUp') break
    for (const event of message.events) {
      const copied = change(event)
      if (copied === null) continue
      const { revision, stream } = event
      const { id, type, data, metadata } = copied
      await copy.append(stream, revision === 0 ? 'none' : revision - 1, [{ id, type, data, metadata }])
    }
  }
  return copy
}

t.test(
  'events of live streams are sealed, of test ones not; again when there are new ones, and when it is due',
  async (t) => {
    const fixture = await sealedHistory(t)
    const { store, clock, write, account } = fixture
    const sealing = fixture.sealing()
    t.equal(await sealing.run(signal), 'done')
    t.same(await seals(fixture), [], 'of nothing there is no seal')
    await account()
    await write('production', 40)
    await write('test', 3)
    await sealing.run(signal)
    const [first] = await seals(fixture)
    const { length: size } = await liveEvents(store)
    t.match(first, {
      sequence: 1,
      size,
      streams: 4,
      root: await rootOfStore(store),
      previousSeal: null,
      previousKeyId: null,
    })
    await write('production', 2)
    clock.advance(59)
    await sealing.run(signal)
    t.equal((await seals(fixture)).length, 1, 'not due')
    clock.advance(1)
    await sealing.run(signal)
    const [, second, ...none] = await seals(fixture)
    t.match(second, {
      sequence: 2,
      size: size + 2,
      streams: 5,
      root: await rootOfStore(store),
      previousKeyId: first?.keyId,
    })
    t.same(none, [])
    clock.advance(60)
    await sealing.run(signal)
    t.equal((await seals(fixture)).length, 2, 'nothing new')
    t.match(await sealing.sealNow('operator', signal), { seal: { sequence: 3, size: size + 2 } }, 'on demand')
    t.same(faultsOfSeals(await seals(fixture)), [])
  },
)

t.test('a new month has its own stream, and the seals continue', async (t) => {
  const fixture = await sealedHistory(t)
  await fixture.account()
  for (let month = 0; month < 3; month++) {
    await fixture.sealing().sealNow('operator', signal)
    fixture.clock.advance(31 * 24 * 60)
  }
  const all = await readSeals(fixture.store, signal)
  t.same(
    all.map(({ stream }) => stream),
    ['seal-2026-11', 'seal-2026-12', 'seal-2027-01'],
  )
  t.same(faultsOfSeals(all.map(({ seal }) => seal)), [])
})

t.test('another key is taken, and shows', async (t) => {
  const fixture = await sealedHistory(t)
  await fixture.account()
  await fixture.sealing().sealNow('operator', signal)
  const signer = newSigner()
  await fixture.sealing({ signer }).sealNow('operator', signal)
  const [first, second] = await seals(fixture)
  t.match(second, { keyId: signer.keyId, previousKeyId: first?.keyId })
  t.not(first?.keyId, signer.keyId)
  t.same(faultsOfSeals([first as never, second as never]), [])
  t.match(fixture.log.at(-1), /another key than before/)
})

t.test('any change in a seal, or in their order, is found', async (t) => {
  const fixture = await sealedHistory(t)
  await fixture.account()
  for (let count = 0; count < 3; count++) await fixture.sealing().sealNow('operator', signal)
  const [first, second, third] = (await seals(fixture)) as [never, never, never]
  const changes = {
    size: 99,
    root: '00',
    sealedAt: '2020-01-01T00:00:00.000Z',
    streams: 0,
    firstPosition: '9',
    signature: '',
  }
  for (const [field, value] of Object.entries(changes)) {
    const changed = { ...(second as object), [field]: value } as never
    t.match(faultsOfSeals([first, changed]), [{ sequence: 2, fault: 'wrong-signature' }], field)
    t.match(faultsOfSeals([first, changed, third])[1], { sequence: 3, fault: 'wrong-previous-seal' }, field)
  }
  t.match(faultsOfSeals([{ ...(first as object), publicKey: newSigner().publicKey } as never]), [
    { fault: 'wrong-key-id' },
  ])
  t.match(faultsOfSeals([first, third]), [{ sequence: 3, fault: 'wrong-sequence' }])
  t.match(faultsOfSeals([second]), [{ sequence: 2, fault: 'wrong-sequence' }])
})

t.test('a store that was restored, cut off or changed is never sealed over', async (t) => {
  const fixture = await sealedHistory(t)
  const { store, pool, clock, write } = fixture
  const stream = await write('production', 3)
  await fixture.sealing().sealNow('operator', signal)
  const last = await write('production', 2)
  await fixture.sealing().sealNow('operator', signal)
  clock.advance(120)
  const refused = async (name: string, changed: EventStore, message: RegExp): Promise<void> => {
    await changed.append('liveWebhook-acc_new', 'none', await newEvents(store, stream))
    const sealing = fixture.sealing({ store: changed })
    await t.rejects(sealing.run(signal), { name: 'HistoryDiffers', message }, name)
    await t.rejects(sealing.sealNow('operator', signal), { name: 'HistoryDiffers', message }, name)
    const { rows } = await pool.query<{ trouble: string }>('SELECT trouble FROM audit.tree')
    t.match(rows[0]?.trouble, message, name)
    const before = await readSeals(store, signal)
    t.ok((await readSeals(changed, signal)).length <= before.length, `${name}: no new seal`)
  }
  await refused('cut off', await copyOf(store, (event) => (event.position > 4n ? null : event)), /restored|ends before/)
  await refused('empty', new MemoryEventStore(), /restored|ends before/)
  await refused(
    'without the last stream and its seal',
    await copyOf(store, (event) => (event.stream === last || event.position > 5n ? null : event)),
    /restored|ends before/,
  )
  const rewritten = await copyOf(store, (event) =>
    event.stream === last && event.revision === 1
      ? { ...event, metadata: { ...event.metadata, hash: 'ab'.repeat(32) } }
      : event,
  )
  await refused('a recomputed chain', rewritten, /is no longer the event/)
  await fixture.sealing().run(signal)
  const { rows } = await pool.query<{ trouble: string | null }>('SELECT trouble FROM audit.tree')
  t.equal(rows[0]?.trouble, null, 'the right store again')
})

t.test('after a restore that the operator knows of, sealing continues from the newest seal that is left', async (t) => {
  const fixture = await sealedHistory(t)
  const { store, pool, write } = fixture
  const stream = await write('production', 20)
  await fixture.sealing().sealNow('operator', signal)
  const end = (await store.head()) ?? 0n
  await write('production', 30)
  await fixture.sealing().sealNow('operator', signal)
  const restored = await copyOf(store, (event) => (event.position > end ? null : event))
  await restored.append('liveWebhook-acc_new', 'none', await newEvents(store, stream))
  const sealing = fixture.sealing({ store: restored })
  await t.rejects(sealing.sealNow('operator', signal), { name: 'HistoryDiffers' })
  t.same(await goBackToStore({ store: restored, pool }, signal), { kept: 1, known: 2, leavesTaken: 30 })
  const sealed = await sealing.sealNow('operator', signal)
  t.match(sealed, { seal: { sequence: 2, size: 21, streams: 2, root: await rootOfStore(restored) } })
  t.same(faultsOfSeals((await readSeals(restored, signal)).map(({ seal }) => seal)), [])

  // A store from before the first seal, and a tree that was damaged: all of it is read again.
  const empty = new MemoryEventStore()
  await empty.append(stream, 'none', await newEvents(store, stream))
  t.match(await goBackToStore({ store: empty, pool }, signal), { kept: 0, known: 2, leavesTaken: 21 })
  t.match(await fixture.sealing({ store: empty }).sealNow('operator', signal), { seal: { sequence: 1, size: 1 } })
  await pool.query('DELETE FROM audit.leaf')
  t.match(await goBackToStore({ store: empty, pool }, signal), { kept: 1, known: 1, leavesTaken: 1 })
  t.match(await fixture.sealing({ store: empty }).sealNow('operator', signal), { seal: { sequence: 2, size: 1 } })
})

/**
 * A store that a restore has taken back to its seal, with as many new events since as it lost, so
 * that positions alone show nothing. The tree has passed the lost ones, and has none of them.
 */
async function restoredBehindSeal(t: Test) {
  const fixture = await sealedHistory(t)
  const { store, pool, clock, write, sealing } = fixture
  const stream = await write('production', 3)
  await sealing().sealNow('operator', signal)
  const end = (await store.head()) ?? 0n
  await write('test', 5)
  await sealing().run(signal)
  const restored = await copyOf(store, (event) => (event.position > end ? null : event))
  await restored.append('liveWebhook-acc_new', 'none', await newEvents(store, stream))
  for (let n = 1; ((await restored.head()) ?? 0n) < end + 5n; n++)
    await restored.append(`testWebhook-acc_${n}`, 'none', await newEvents(store, stream, n + 1))
  return { pool, clock, restored, sealing }
}

t.test('after a restore that lost nothing sealed, events at the lost positions are sealed too', async (t) => {
  const { pool, clock, restored, sealing } = await restoredBehindSeal(t)
  t.ok(await new PostgresRestores(pool).note(0, 'the scheduler of deliveries', 'an event'))
  clock.advance(120)
  const sealed = await sealing({ store: restored }).sealNow('operator', signal)
  t.match(sealed, { seal: { sequence: 2, root: await rootOfStore(restored), streams: 2 } })
})

t.test('the sealing finds by itself that a restore has lost what it passed over', async (t) => {
  const { pool, clock, restored, sealing } = await restoredBehindSeal(t)
  clock.advance(120)
  const sealed = await sealing({ store: restored }).sealNow('operator', signal)
  t.match(sealed, { seal: { sequence: 2, root: await rootOfStore(restored), streams: 2 } })
  t.equal(await new PostgresRestores(pool).count(), 1, 'the others follow')
  const { rows } = await pool.query<{ trouble: string | null }>('SELECT trouble FROM audit.tree')
  t.equal(rows[0]?.trouble, null, 'nothing sealed was lost')
})

t.test('what the sealing has passed over shows a restore to others', async (t) => {
  const fixture = await sealedHistory(t)
  const { store, pool, write } = fixture
  await write('production', 3)
  const end = (await store.head()) ?? 0n
  await write('test', 2)
  await fixture.sealing().run(signal)
  const restored = await copyOf(store, (event) => (event.position > end ? null : event))
  t.equal(await lookForRestore(restored, new PostgresRestores(pool), 'a rebuild'), 1)
  t.equal(await lookForRestore(restored, new PostgresRestores(pool), 'a rebuild'), 1, 'once')
})

/** Events that another stream may take. */
async function newEvents(store: EventStore, stream: string, number = 1) {
  const [event] = await store.readStream(stream)
  if (event === undefined) throw new Error('no event')
  const { type, data, metadata } = event
  return [{ id: `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`, type, data, metadata }]
}

t.test('a tree that was lost is made again from the events, and must fit the seals', async (t) => {
  const fixture = await sealedHistory(t)
  const { store, pool, clock, write } = fixture
  const stream = await write('production', 30)
  await fixture.sealing().sealNow('operator', signal)
  await write('production', 5)
  await fixture.sealing().sealNow('operator', signal)
  const lose = async (): Promise<void> => {
    await pool.query('TRUNCATE audit.leaf, audit.node, audit.seal')
    await pool.query('UPDATE audit.tree SET size = 0, streams = 0, position = NULL')
  }
  await lose()
  await write('production', 1)
  clock.advance(60)
  await fixture.sealing().run(signal)
  const [, , third] = await seals(fixture)
  t.match(third, { sequence: 3, size: 36, streams: 3, root: await rootOfStore(store) })
  t.same(faultsOfSeals(await seals(fixture)), [])

  await pool.query("UPDATE audit.leaf SET hash = decode(repeat('ab', 32), 'hex') WHERE index = 35")
  await t.rejects(fixture.sealing().sealNow('operator', signal), /is no longer the event/)
  await lose()
  await store.erase(stream)
  await t.rejects(fixture.sealing().sealNow('operator', signal), /covers 36 events, but only 6/)
})

t.test(
  'a stream that is erased after it was sealed stays in the tree, and does not stand against the next seal',
  async (t) => {
    const fixture = await sealedHistory(t)
    const stream = await fixture.write('production', 3)
    await fixture.sealing().sealNow('operator', signal)
    await fixture.store.erase(stream)
    t.match(await fixture.sealing().sealNow('operator', signal), { seal: { size: 3 } })
    await fixture.write('production', 1)
    t.match(await fixture.sealing().sealNow('operator', signal), { seal: { size: 4 } })
    t.equal((await leavesOfStream(fixture.pool, stream)).length, 3)
  },
)

t.test('two processes that seal at once make one tree, and one seal of a sequence', async (t) => {
  const fixture = await sealedHistory(t)
  await fixture.write('production', 50)
  const attempts = Array.from({ length: 4 }, () => fixture.sealing().sealNow('operator', signal))
  for (const result of await Promise.allSettled(attempts))
    if (result.status === 'rejected') t.match(result.reason, TreeHasGrown)
  await fixture.sealing().sealNow('operator', signal)
  const all = await seals(fixture)
  t.same(faultsOfSeals(all), [])
  t.match(all.at(-1), { size: 50, root: await rootOfStore(fixture.store) })
})

t.test('a seal whose signing fails is not made, and the next try succeeds', async (t) => {
  const fixture = await sealedHistory(t)
  await fixture.write('production', 5)
  const signer = { ...newSigner(), sign: () => Promise.reject(new Error('the key is out of reach')) }
  await t.rejects(fixture.sealing({ signer }).run(signal), /out of reach/)
  t.match((await fixture.pool.query('SELECT trouble FROM audit.tree')).rows, [{ trouble: /out of reach/ }])
  t.equal((await seals(fixture)).length, 0)
  await fixture.sealing().run(signal)
  t.match(await seals(fixture), [{ sequence: 1, size: 5 }])
})

t.test('proofs from the tables are those of the whole tree, also of 100,000 leaves, with few rows read', async (t) => {
  const { pool } = await sealedHistory(t)
  const hashOf = (index: number): Buffer => leafHash(Buffer.from(`event ${index}`))
  let end = await treeEnd(pool)
  for (const count of [1, 14, 1, 17, 300, 3_667, 96_000]) {
    const leaves = Array.from({ length: count }, (_, index) => {
      const place = end.size + index
      return { position: BigInt(place + 1), stream: `liveInvoice-${place}`, revision: 0, hash: hashOf(place) }
    })
    const anchor = { stream: 'liveInvoice-1', revision: 0, id: 'aaaaaaaa-0000-4000-8000-000000000001' }
    end = await growTree(pool, end, leaves, { position: BigInt(end.size + count), anchor })
  }
  t.equal(end.size, 100_000)
  const all = Array.from({ length: end.size }, (_, index) => leafHash(hashOf(index)))
  let rows = 0
  const counting = {
    query: async (text: string, values: readonly unknown[]) => {
      const result = await pool.query(text, [...values])
      rows += result.rows.length
      return result
    },
  } as unknown as typeof pool
  for (const size of [1, 2, 15, 16, 17, 255, 256, 257, 4_000, 65_537, 99_999, 100_000]) {
    const root = rootOf(all.slice(0, size))
    t.ok((await new TreeReader(pool).root(size)).equals(root), `root of ${size}`)
    for (const index of [0, Math.floor(size / 3), size - 1]) {
      rows = 0
      const path = await new TreeReader(counting).inclusionPath(index, size)
      const leaf = all[index] as Buffer
      t.ok(verifyInclusion({ leaf, index, size, path, root }), `${index} of ${size}`)
      t.ok(rows <= 16 * 10, `${rows} rows for ${index} of ${size}`)
    }
  }
  const anchor = { stream: 'liveInvoice-1', revision: 0, id: 'aaaaaaaa-0000-4000-8000-000000000001' }
  await t.rejects(growTree(pool, { ...end, size: 5 }, [], { position: 1n, anchor }), TreeHasGrown)
})

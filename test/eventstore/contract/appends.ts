import fc from 'fast-check'
import type { Test } from 'tap'
import { InvalidAppend, MAX_APPEND_BYTES, MAX_EVENT_BYTES } from '../../../src/eventstore/port.js'
import type { OpenStore } from './store-under-test.js'
import { eventsToAppend, eventToAppend } from '../events.js'

const STREAM = 'liveInvoice-1'
const ESCAPES = fc.constantFrom('\\u0000', '\\ud83d', '\\', '\u{1F600}')
/** What no read model can hold. */
const UNHOLDABLE = ['\u0000', 'a\ud83d', '\ude00', '\ude00\ud83d', '\\\u0000', 'x\\\\\ud800\u{1F600}']

/** Append, read, conflict, idempotent retry, atomicity. */
export function appendContract(t: Test, open: OpenStore): void {
  void t.test('what was appended comes back in order, place by place', async (t) => {
    const { store } = await open(t)
    const events = eventsToAppend(3)
    const outcome = await store.append(STREAM, 'none', events)
    t.match(outcome, { kind: 'appended', revision: 2 })
    const stored = await store.readStream(STREAM)
    t.strictSame(
      stored.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
      events,
    )
    t.strictSame(
      stored.map(({ stream, revision }) => [stream, revision]),
      [0, 1, 2].map((revision) => [STREAM, revision]),
    )
    t.strictSame(await store.readStream(STREAM, 1), stored.slice(1))
    t.strictSame(await store.readStream(STREAM, 3), [])
    t.strictSame(await store.readStream('liveInvoice-2'), [])
    t.equal(await store.head(), stored[2]?.position)
  })

  void t.test('data comes back as it was, character by character, key by key', async (t) => {
    const { store } = await open(t)
    let streams = 0
    // Every character but U+0000, by itself and in what looks like an escape.
    const text = fc.string({ unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), ESCAPES) })
    const held = text.map((each) => each.replaceAll('\0', '\\u0000'))
    const data = fc.dictionary(
      held,
      fc.letrec((tie) => ({
        value: fc.oneof(
          { maxDepth: 3 },
          ...[
            held,
            fc.double({ noDefaultInfinity: true, noNaN: true }).map((each) => each + 0),
            fc.boolean(),
            fc.constant(null),
          ],
          ...[fc.array(tie('value')), fc.dictionary(held, tie('value'), { noNullPrototype: true })],
        ),
      })).value,
      { noNullPrototype: true },
    )
    await fc.assert(
      fc.asyncProperty(data, async (data) => {
        streams += 1
        await store.append(`liveInvoice-${streams}`, 'none', [eventToAppend({ data })])
        const [stored] = await store.readStream(`liveInvoice-${streams}`)
        t.equal(JSON.stringify(stored?.data), JSON.stringify(data))
      }),
    )
    const awkward = {
      b: '\uffff \\u0000 \\\\ud800 \u{1F600} "\'{}',
      a: [1e308, 5e-324, -0.1, 12345678901234567890n.toString()],
    }
    await store.append(STREAM + 'a', 'none', [eventToAppend({ data: awkward })])
    const [stored] = await store.readStream(STREAM + 'a')
    t.equal(JSON.stringify(stored?.data), JSON.stringify(awkward))
  })

  void t.test('what another store holds is copied as it is, also what no new event may hold', async (t) => {
    const { store } = await open(t)
    const events = eventsToAppend(2, { data: { texts: UNHOLDABLE } })
    await t.rejects(store.append(STREAM, 'none', events), InvalidAppend)
    t.match(await store.append(STREAM, 'none', events, { copied: true }), { kind: 'appended', revision: 1 })
    const stored = await store.readStream(STREAM)
    t.strictSame(
      stored.map(({ data }) => data),
      events.map(({ data }) => data),
    )
  })

  void t.test('an append to a stream that is elsewhere conflicts, says where it is, and stores nothing', async (t) => {
    const { store } = await open(t)
    t.strictSame(await store.append(STREAM, 0, eventsToAppend(1)), { kind: 'conflict', actualRevision: 'none' })
    await store.append(STREAM, 'none', eventsToAppend(2))
    const head = await store.head()
    for (const expected of ['none', 0, 2, 7] as const) {
      t.strictSame(await store.append(STREAM, expected, eventsToAppend(2)), { kind: 'conflict', actualRevision: 1 })
    }
    t.equal((await store.readStream(STREAM)).length, 2)
    t.equal(await store.head(), head)
  })

  void t.test('a retry with the same ids gets the old answer, also after others have gone on', async (t) => {
    const { store } = await open(t)
    const first = eventsToAppend(3)
    const second = eventsToAppend(2)
    const answers = [await store.append(STREAM, 'none', first), await store.append(STREAM, 2, second)]
    await store.append('liveInvoice-2', 'none', eventsToAppend(1))
    t.strictSame([await store.append(STREAM, 'none', first), await store.append(STREAM, 2, second)], answers)
    t.equal((await store.readStream(STREAM)).length, 5)
  })

  void t.test('a retry of the first events alone is answered the same way', async (t) => {
    const { store } = await open(t)
    const events = eventsToAppend(3)
    await store.append(STREAM, 'none', events)
    const [first] = await store.readStream(STREAM)
    t.strictSame(await store.append(STREAM, 'none', events.slice(0, 1)), {
      kind: 'appended',
      revision: 0,
      position: first?.position,
    })
  })

  void t.test('ids that are there only in part, in another order or at another revision conflict', async (t) => {
    const { store } = await open(t)
    const events = eventsToAppend(3)
    await store.append(STREAM, 'none', events)
    const conflict = { kind: 'conflict', actualRevision: 2 }
    t.strictSame(await store.append(STREAM, 'none', [...events, ...eventsToAppend(1)]), conflict, 'more than stored')
    t.strictSame(
      await store.append(STREAM, 'none', [...events.slice(0, 2), ...eventsToAppend(1)]),
      conflict,
      'another last',
    )
    t.strictSame(await store.append(STREAM, 'none', events.toReversed()), conflict, 'another order')
    t.strictSame(await store.append(STREAM, 0, events.slice(0, 2)), conflict, 'behind its place')
    t.strictSame(await store.append(STREAM, 2, events), conflict, 'again at the end')
    t.strictSame(
      await store.append(STREAM, 2, [...eventsToAppend(1), ...events.slice(2)]),
      conflict,
      'one of two is old',
    )
    t.equal((await store.readStream(STREAM)).length, 3)
  })

  void t.test('of sixteen who append at one revision, one wins', async (t) => {
    const { store, reopen } = await open(t)
    const stores = [store, ...(reopen ? [reopen()] : [])]
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        (stores[i % stores.length] ?? store).append(STREAM, 'none', eventsToAppend(2)),
      ),
    )
    t.equal(outcomes.filter(({ kind }) => kind === 'appended').length, 1)
    t.equal(outcomes.filter(({ kind }) => kind === 'conflict').length, 15)
    t.equal((await store.readStream(STREAM)).length, 2)
    await Promise.all(stores.slice(1).map((other) => other.close()))
  })

  void t.test('an append that no store could take is refused, and its neighbours are not', async (t) => {
    const { store } = await open(t)
    const [event, other] = [eventToAppend(), eventToAppend()]
    const text = 'x'.repeat(MAX_EVENT_BYTES - Buffer.byteLength(JSON.stringify(event.metadata)) - '{"t":""}'.length)
    const largest = eventToAppend({ data: { t: text } })
    const tooLarge = eventToAppend({ data: { t: `${text}x` } })
    const mistakes = [
      store.append(STREAM, 'none', []),
      store.append(STREAM, 'none', [event, other, event]),
      store.append(STREAM, 'none', [{ ...event, id: event.id.toUpperCase().replace(/^./, 'A') }]),
      store.append(STREAM, 'none', [{ ...event, id: 'inv_1' }]),
      store.append(STREAM, 'none', [event, tooLarge]),
      store.append(
        STREAM,
        'none',
        eventsToAppend(Math.ceil(MAX_APPEND_BYTES / 200_000) + 1, { data: { t: 'x'.repeat(200_000) } }),
      ),
      store.append(STREAM, 'none', [{ ...event, data: { amount: 1n } }]),
      ...UNHOLDABLE.flatMap((text) => [
        store.append(STREAM, 'none', [{ ...event, data: { texts: ['ok', text] } }]),
        store.append(STREAM, 'none', [{ ...event, data: { [text]: 'ok' } }]),
        store.append(STREAM, 'none', [{ ...event, metadata: { ...event.metadata, account: text } }]),
      ]),
      store.append(STREAM, 'none', [{ ...event, type: 'Invoice\u0000' }]),
      store.append('', 'none', [event]),
      store.append('liveInvoice-\u0000', 'none', [event]),
      store.append(STREAM, -1, [event]),
      store.append(STREAM, 0.5, [event]),
    ].map(async (mistake, index) => t.rejects(mistake, InvalidAppend, `mistake ${index}`))
    const good = await Promise.all([
      store.append(STREAM, 'none', [largest]),
      store.append('liveInvoice-2', 'none', eventsToAppend(1)),
    ])
    await Promise.all(mistakes)
    t.strictSame(
      good.map(({ kind }) => kind),
      ['appended', 'appended'],
    )
    t.equal((await store.readStream(STREAM)).length, 1)
  })

  void t.test('positions ascend in the order of appends, without gaps where the store has none', async (t) => {
    const { store, gapless } = await open(t)
    t.equal(await store.head(), null)
    const outcomes = []
    for (let stream = 0; stream < 20; stream += 1) {
      outcomes.push(await store.append(`liveInvoice-${stream}`, 'none', eventsToAppend(3)))
      // What stores nothing takes no position either.
      await store.append(`liveInvoice-${stream}`, 'none', eventsToAppend(2))
    }
    const positions = outcomes.map((outcome) => (outcome.kind === 'appended' ? outcome.position : -1n))
    t.strictSame(
      positions,
      positions.toSorted((a, b) => (a < b ? -1 : 1)),
    )
    t.equal(new Set(positions).size, 20)
    if (gapless) t.equal((positions[19] ?? 0n) - (positions[0] ?? 0n), 19n * 3n)
  })
}

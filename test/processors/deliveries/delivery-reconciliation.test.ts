import t from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import { invoice } from '../../../src/domain/invoice.js'
import { systemClock } from '../../../src/domain/clock.js'
import { countryOf } from '../../../src/countries/registry.js'
import { idInStream } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import type { Marks } from '../../../src/processors/work/marks.js'
import { PostgresMarks } from '../../../src/processors/work/postgres/marks.js'
import { PostgresRestores } from '../../../src/eventstore/postgres-restores.js'
import { checkAllDeliveries, DeliveryReconciliation } from '../../../src/processors/deliveries/reconciliation.js'
import type { AppendOutcome, EventStore } from '../../../src/eventstore/port.js'
import { HttpsSender } from '../../../src/processors/deliveries/sender.js'
import { Processors } from '../../../src/processors/processors.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { type Scheduling, scheduling, VALIDATED } from './scheduling.js'
import { OpenGates } from '../../standins/gates.js'
import { eventsToAppend } from '../../eventstore/events.js'
import { waitFor } from '../../support/wait-for.js'
import { delivering } from './delivering.js'

/** Runs until there is no more to check; answers how often it ran. */
async function reconcile({ pool, deps }: Scheduling, store: EventStore = deps.store): Promise<number> {
  const reconciliation = new DeliveryReconciliation({
    store,
    marks: new PostgresMarks(pool),
    restores: new PostgresRestores(pool),
    clock: systemClock,
    log: deps.log,
  })
  const { signal } = new AbortController()
  let runs = 1
  while ((await reconciliation.run(signal)) === 'more') runs++
  return runs
}

/** A scheduler that has passed everything and has scheduled nothing. */
async function pretendToHavePassed({ pool, store }: Scheduling): Promise<void> {
  await pool.query(
    `INSERT INTO processing.checkpoints (name, position, restores)
     VALUES ('delivery-scheduler', $1, (SELECT coalesce(max(number), 0) FROM storage.restore))
     ON CONFLICT (name) DO UPDATE SET position = excluded.position, restores = excluded.restores`,
    [String(await store.head())],
  )
}

t.test("an event that can't be delivered does not stop others", async (t) => {
  const { account, configure, invoice: created, scheduled, process, log, deps, passed } = await scheduling(t)
  const [broken, other] = [await account(), await account()]
  for (const scope of [broken, other]) await configure(scope, null)
  const context = { ...broken, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const orphan = handle(deps, context, invoice, 'testInvoice-inv_0000000000000000000000', () => accept(VALIDATED))
  await t.rejects(orphan, /before InvoiceCreated/)
  const stream = await created(other)
  const scheduler = process()
  scheduler.lead()
  await passed()
  await scheduler.stop()
  t.same(await scheduled(other), [`${stream} invoice.created`])
  t.same(await scheduled(broken), [])
  const line = { level: 50, stream: 'testInvoice-inv_0000000000000000000000', revision: 0, msg: /deliveries check/ }
  t.match(
    log.map((each) => JSON.parse(each) as object),
    [line],
  )
})

t.test('an event without an owner is delivered to no client, and does not stop others', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice: created, scheduled, process, log, deps, passed, store } = fixture
  const [broken, other] = [await account(), await account()]
  for (const scope of [broken, other]) await configure(scope, null)
  const [first] = await store.readStream(await created(other))
  const context = { ...broken, environment: null, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const stray = 'liveInvoice-inv_0000000000000000000000'
  await handle(deps, context, invoice, stray, () => accept({ type: 'InvoiceCreated', data: first?.data } as never))
  const stream = await created(other)
  const scheduler = process()
  scheduler.lead()
  await passed()
  await scheduler.stop()
  await reconcile(fixture)
  t.same(await scheduled(other), [`${first?.stream} invoice.created`, `${stream} invoice.created`])
  t.same(await scheduled(broken), [])
  const line = { level: 50, stream: stray, revision: 0, msg: /does not name its environment/ }
  t.match(
    log.map((each) => JSON.parse(each) as object),
    [line, line],
  )
})

t.test('a lost delivery is scheduled once, under the id that it would have had, and logged as an error', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice, validate, scheduled, process, pool, log, store } = fixture
  const scope = await account()
  await configure(scope, ['invoice.created'])
  const [first, second] = [await invoice(scope), await invoice(scope)]
  await validate(scope, first)
  await pretendToHavePassed(fixture)
  await configure(scope, ['invoice.validated'])
  await invoice(scope)
  await reconcile(fixture)
  t.same(await scheduled(scope), [`${first} invoice.created`, `${second} invoice.created`])
  t.match(
    log.map((line) => JSON.parse(line) as object),
    [{ level: 50, repaired: 2, deliveries: [/^dlv_/, /^dlv_/] }],
  )
  await checkAllDeliveries(new PostgresMarks(pool))
  await reconcile(fixture)
  t.equal((await scheduled(scope)).length, 2, 'a second time changes nothing')
  t.equal(log.length, 1, 'and is no news')
  // The scheduler does the same over again and meets the same ids.
  await pool.query("DELETE FROM processing.checkpoints WHERE name = 'delivery-scheduler'")
  const scheduler = process()
  scheduler.lead()
  await scheduler.resign()
  t.equal((await scheduled(scope)).length, 2)
  const head = await store.head()
  await checkAllDeliveries(new PostgresMarks(pool))
  await reconcile(fixture)
  t.equal(await store.head(), head, 'nothing was written')
})

t.test(
  'it goes no further than the scheduler, in bounded runs, from where it was, and reads each event once',
  async (t) => {
    const fixture = await scheduling(t)
    const { account, configure, invoice, scheduled, store, pool } = fixture
    const scope = await account()
    await configure(scope, ['invoice.created'])
    const counted = counting(store)
    const reconcileCounted = async (events: number) => {
      const before = counted.reads.length
      await pool.query("DELETE FROM processing.checkpoints WHERE name = 'delivery-reconciliation'")
      const runs = await reconcile(fixture, counted.store)
      return { runs, reads: (counted.reads.length - before) / events }
    }
    for (let n = 0; n < 1_500; n++) await invoice(scope)
    t.equal(await reconcile(fixture), 1)
    t.same(await scheduled(scope), [], 'where the scheduler has not been, nothing is missing')
    await pretendToHavePassed(fixture)
    await reconcile(fixture)
    t.equal((await scheduled(scope)).length, 1_500)
    const small = await reconcileCounted(1_500)
    for (let n = 0; n < 3_000; n++) await invoice(scope)
    await pretendToHavePassed(fixture)
    await reconcile(fixture)
    const large = await reconcileCounted(4_500)
    t.equal(small.runs, 1)
    t.ok(large.runs >= 2, 'more than one run')
    t.ok(large.reads <= small.reads * 1.1, `${large.reads} reads an event, ${small.reads} with a third of them`)
  },
)

function counting(store: EventStore): { readonly store: EventStore; readonly reads: string[] } {
  const reads: string[] = []
  return {
    reads,
    store: {
      append: (stream, revision, events) => store.append(stream, revision, events),
      readStream: (stream, from) => {
        reads.push(stream)
        return store.readStream(stream, from)
      },
      subscribe: (options) => store.subscribe(options),
      eventAt: (position) => store.eventAt(position),
      head: () => store.head(),
      erase: (stream) => store.erase(stream),
      close: () => store.close(),
    },
  }
}

t.test('a delivery that was erased is not scheduled again, nor one whose invoice was', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice, scheduled, store, process, pool, log } = fixture
  const scope = await account()
  await configure(scope, null)
  await invoice(scope)
  const gone = await invoice(scope)
  const scheduler = process()
  scheduler.lead()
  await scheduler.resign()
  const streams: string[] = []
  for await (const message of store.subscribe({
    after: null,
    streamPrefixes: ['testDelivery-'],
    signal: new AbortController().signal,
  })) {
    if (message.kind === 'caughtUp') break
    streams.push(...message.events.map(({ stream }) => stream))
  }
  t.equal(streams.length, 2)
  await store.erase(streams[0] ?? '')
  await store.erase(streams[1] ?? '')
  await store.erase(gone)
  await checkAllDeliveries(new PostgresMarks(pool))
  await reconcile(fixture)
  t.same(await scheduled(scope), [])
  t.same(log, [])
})

/** Loses the scheduler's records, and reports success. */
class ForgetfulStore extends MemoryEventStore {
  forgetting = false
  forgotten = 0

  override async append(...[stream, revision, events]: Parameters<MemoryEventStore['append']>): Promise<AppendOutcome> {
    if (!this.forgetting || events[0]?.metadata.actor !== 'processor:delivery-scheduler') {
      return super.append(stream, revision, events)
    }
    this.forgotten += 1
    return { kind: 'appended', revision: 0, position: (await this.head()) ?? 0n }
  }
}

t.test('what was lost is sent after all, unless the webhook was removed since: then it is cancelled', async (t) => {
  const store = new ForgetfulStore()
  const { receiver, account, invoice, settled, history, vault, running, looked, clock, deliveries } = await delivering(
    t,
    {},
    store,
  )
  const reconciliation = new DeliveryReconciliation({
    store,
    marks: new PostgresMarks(running.pool),
    restores: new PostgresRestores(running.pool),
    clock,
    log: running.log,
  })
  const endpoint = await receiver()
  const { scope: kept } = await account(endpoint.url(), ['invoice.created'])
  const { scope: removed } = await account(endpoint.url(), ['invoice.created'])
  store.forgetting = true
  const stream = await invoice(kept)
  await invoice(removed)
  await waitFor('both are lost', () => store.forgotten === 2)
  store.forgetting = false
  await history.removeWebhook(removed)
  await history.webhook(removed, vault, endpoint.url())
  // Proves that the scheduler has passed all that.
  await looked()
  t.same([...(await deliveries(kept)), ...(await deliveries(removed))], [])
  await reconciliation.run(new AbortController().signal)
  t.match(await settled(kept, 'succeeded'), [{ invoice_id: idInStream(stream) }])
  await settled(removed, 'cancelled')
  clock.advance(24 * 3_600_000)
  await looked()
  t.equal(endpoint.received.length, 1)
})

t.test('a store that was restored to an older point is checked from its beginning', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice, scheduled, pool } = fixture
  const scope = await account()
  await configure(scope, null)
  await invoice(scope)
  await pretendToHavePassed(fixture)
  await pool.query(
    `INSERT INTO processing.checkpoints (name, position, anchor)
     SELECT 'delivery-reconciliation', position - 1, '{"stream":"testInvoice-inv_gone","revision":0,"id":"00000000-0000-4000-8000-000000000000"}'
     FROM processing.checkpoints WHERE name = 'delivery-scheduler'`,
  )
  await reconcile(fixture)
  t.same((await pool.query('SELECT found_by FROM storage.restore')).rows, [
    { found_by: 'the reconciliation of deliveries' },
  ])
  t.same(await scheduled(scope), [], 'nothing is missing before the scheduler has begun again')
  await pretendToHavePassed(fixture)
  await reconcile(fixture)
  await waitFor('the lost delivery', async () => (await scheduled(scope)).length === 1)
})

t.test('the marks of scheduler and reconciliation are positions of events that can be looked for', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice, deps, store, process } = fixture
  const scope = await account()
  await configure(scope, null)
  await invoice(scope)
  await store.append('seal-1', 'none', eventsToAppend(1))
  const head = await store.head()
  const leader = process()
  leader.lead()
  const marked = async (name: string) => {
    const { position, anchor } = await deps.marks.read(name)
    const [event] = anchor === null ? [] : await store.readStream(anchor.stream, anchor.revision)
    if (position === null) return null
    // The scheduler's rests on a delivery, which follows the event that it is of.
    t.ok(event !== undefined && event.position >= position, name)
    t.equal((await store.eventAt(position))?.position, position, name)
    return position
  }
  await waitFor('the scheduler has passed an event of another stream', async () => {
    return ((await marked('delivery-scheduler')) ?? 0n) >= (head ?? 0n)
  })
  await leader.stop()
  await reconcile(fixture)
  t.equal(await marked('delivery-reconciliation'), await marked('delivery-scheduler'))
})

t.test('the processors see to it by themselves', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice, scheduled, pool, deps } = fixture
  const scope = await account()
  await configure(scope, null)
  const stream = await invoice(scope)
  await pretendToHavePassed(fixture)
  const sender = new HttpsSender({ allowPrivateNetwork: true })
  const documents = new PostgresDocuments(pool)
  const all = { ...deps, sender, documents, countryOf, gates: new OpenGates(), countrySettings: {}, pace: 1 }
  const stopping = new AbortController()
  const running = new Processors({ ...all, gatewayFor: () => null }).run(stopping.signal)
  try {
    await waitFor('the lost delivery', async () => (await scheduled(scope)).length === 1)
    t.same(await scheduled(scope), [`${stream} invoice.created`])
  } finally {
    stopping.abort()
    await running
    await sender.close()
  }
})

t.test('nothing is scheduled while the mark of the scheduler rests on a lost event', async (t) => {
  const fixture = await scheduling(t)
  const { account, configure, invoice, validate, scheduled, pool, process, store } = fixture
  const scope = await account()
  await configure(scope, null)
  const stream = await invoice(scope)
  // It has passed the invoice, whose delivery was lost afterwards.
  await pool.query(
    `INSERT INTO processing.checkpoints (name, position, restores) VALUES ('delivery-reconciliation', $1, 0)`,
    [String(await store.head())],
  )
  await validate(scope, stream)
  await pool.query(
    `INSERT INTO processing.checkpoints (name, position, anchor, restores)
     VALUES ('delivery-scheduler', $1, '{"stream":"testDelivery-dlv_gone","revision":0,"id":"00000000-0000-4000-8000-000000000000"}', 0)`,
    [String(await store.head())],
  )
  await reconcile(fixture)
  t.same(await scheduled(scope), [], 'what comes later would be delivered first')
  t.equal((await new PostgresMarks(pool).read('delivery-scheduler')).restoresFound, 1, 'the restore is noted')
  const scheduler = process()
  scheduler.lead()
  await waitFor('both deliveries', async () => (await scheduled(scope)).length === 2)
  await scheduler.stop()
  t.same(await scheduled(scope), [`${stream} invoice.created`, `${stream} invoice.validated`])
})

t.test('the mark of the scheduler rests on the deliveries, too', async (t) => {
  const { account, configure, invoice, process, pool, store } = await scheduling(t)
  const scope = await account()
  await configure(scope, null)
  await invoice(scope)
  const scheduler = process()
  scheduler.lead()
  await scheduler.resign()
  const { anchor } = await new PostgresMarks(pool).read('delivery-scheduler')
  t.match(anchor?.stream, /^testDelivery-/)
  const newest = await store.eventAt((await store.head()) ?? 0n)
  t.equal(anchor?.id, newest?.id)
})

t.test('a restore that is found between two reads is not noted again', async (t) => {
  const { pool, deps } = await scheduling(t)
  const restores = new PostgresRestores(pool)
  const marks = new PostgresMarks(pool)
  const gone = { stream: 'testDelivery-dlv_gone', revision: 0, id: '00000000-0000-4000-8000-000000000000' }
  const reconciliation = new DeliveryReconciliation({
    ...deps,
    marks: {
      ...marksOf(marks),
      async read(name) {
        if (name !== 'delivery-scheduler') return marks.read(name)
        // Another process finds the restore, and all begins again, while this one stands still.
        const read = { position: 7n, anchor: gone, restores: 0, restoresFound: 0 }
        await restores.note(0, 'another', 'an event')
        return read
      },
    },
    restores,
  })
  t.equal(await reconciliation.run(new AbortController().signal), 'more')
  t.equal(await restores.count(), 1)
})

function marksOf(marks: PostgresMarks): Marks {
  return {
    read: (name) => marks.read(name),
    move: (name, from, to) => marks.move(name, from, to),
    reach: (name, count, event) => marks.reach(name, count, event),
    restart: (name, from) => marks.restart(name, from),
    forget: (name) => marks.forget(name),
  }
}

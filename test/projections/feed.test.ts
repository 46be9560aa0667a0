import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import type { PipelineFinding } from '../../src/commands/invoice.js'
import { type RecordedEvent, type Scope, scopeOfEvent } from '../../src/domain/event.js'
import type { InvoiceEvent } from '../../src/domain/invoice.js'
import { categoryPrefixes } from '../../src/domain/streams.js'
import { publicBody, type PublicEvent, publicEventOf } from '../../src/domain/public-events/public-event.js'
import { type EventKind, eventToPublish } from '../../src/domain/public-events/event-kinds.js'
import { feedPosition, listFeed } from '../../src/projections/feed.js'
import type { ReadModels } from '../../src/projections/read-models.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { type Running, runningProjections } from './running.js'

const XML = { sha256: 'a'.repeat(64), size: 10, mediaType: 'application/xml' }
const attemptId = 'a1'
/** The way of an invoice to its acceptance. */
const WAY: readonly PipelineFinding[] = [
  { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } },
  { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
  { type: 'SubmissionStarted', data: { attemptId } },
  { type: 'SubmissionDeferred', data: { attemptId, reason: 'away', nextTryAt: '2030-01-01T00:00:00.000Z' } },
  { type: 'InvoiceSubmitted', data: { attemptId, uploadId: '1', govEndpoint: 'simulated' } },
  { type: 'InvoiceAccepted', data: { govId: '3001', govMessage: 'ok', receipt: null } },
]

const PROJECTED = { projections: PROJECTIONS.filter(({ name }) => name === 'feed') }

function database({ pool }: Running): Kysely<ReadModels> {
  return new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
}

/** What the feed must hold, computed from the streams themselves. */
async function feedOf({ store }: Running, scope: Scope): Promise<readonly PublicEvent[]> {
  const all: RecordedEvent[] = []
  const streamPrefixes = [...categoryPrefixes('Invoice'), ...categoryPrefixes('Connection')]
  for await (const message of store.subscribe({ after: null, streamPrefixes, signal: new AbortController().signal })) {
    if (message.kind === 'caughtUp') break
    all.push(...message.events)
  }
  const events: PublicEvent[] = []
  for (const event of all.filter((each) => scopeOfEvent(each).account === scope.account)) {
    const happened = eventToPublish(event)
    if (happened) events.push(publicEventOf(happened, await store.readStream(event.stream)))
  }
  return events
}

async function caughtUp(running: Running): Promise<void> {
  const head = (await running.store.head()) ?? 0n
  await waitFor('the feed has everything', () => running.progress.waitFor(head, ['feed']))
}

type Step = { readonly read: number } | { readonly begin: true } | { readonly proceed: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ read: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ begin: true } as const),
    fc.record({ proceed: fc.nat({ max: 5 }) }),
  ),
  { minLength: 5, maxLength: 30 },
)

t.test('pages of any size concatenate to the whole, in its order, while events are appended', async (t) => {
  const running = await runningProjections(t, undefined, PROJECTED)
  const db = database(running)
  const history = new History(running.store)
  await fc.assert(
    fc.asyncProperty(steps, async (ways: readonly Step[]) => {
      const scope = await history.account()
      const begun: { readonly stream: string; at: number }[] = []
      const seen: PublicEvent[] = []
      let after = -1n
      const read = async (limit: number): Promise<number> => {
        const page = await listFeed(db, scope, {}, after, limit)
        seen.push(...page)
        after = page.at(-1)?.position ?? after
        return page.length
      }
      await history.connection(scope, await history.company(scope))
      for (const step of ways) {
        if ('read' in step) await read(step.read)
        else if ('begin' in step) {
          begun.push({ stream: (await history.invoice(scope, acceptedInvoice(`F-${begun.length}`))).stream, at: 0 })
        } else {
          const invoice = begun[step.proceed % Math.max(1, begun.length)]
          const next = WAY[invoice?.at ?? WAY.length]
          if (!invoice || !next) continue
          await history.findings(scope, invoice.stream, next)
          invoice.at += 1
        }
      }
      await caughtUp(running)
      while ((await read(3)) > 0);
      const expected = await feedOf(running, scope)
      t.strictSame(
        seen.map((event) => publicBody(event)),
        expected.map(publicBody),
      )
      t.strictSame(
        seen.map(({ stream, revision }) => [stream, revision]),
        expected.map(({ stream, revision }) => [stream, revision]),
      )
    }),
    { numRuns: 20 },
  )
})

t.test('kinds and times choose events, and change nothing of their order', async (t) => {
  const running = await runningProjections(t, undefined, PROJECTED)
  const db = database(running)
  let now = new Date('2026-03-31T09:00:00.000Z')
  const history = new History(running.store, { now: () => now })
  const scope = await history.account()
  const minutes = (count: number): Date => new Date(Date.parse('2026-03-31T09:00:00.000Z') + count * 60_000)
  // Two clocks that are two minutes apart write in turns.
  for (let n = 0; n < 20; n++) {
    now = minutes(n % 2 === 0 ? n : n - 2)
    const { stream } = await history.invoice(scope, acceptedInvoice(`F-${n}`))
    await history.findings(scope, stream, ...WAY.slice(0, n % WAY.length))
  }
  await caughtUp(running)
  const all = await listFeed(db, scope, {}, -1n, 1_000)
  t.strictSame(all.map(publicBody), (await feedOf(running, scope)).map(publicBody))
  const kinds: readonly EventKind[] = ['invoice.submitted', 'invoice.validated']
  for (const [from, to] of [
    [3, 15],
    [0, 1],
    [-10, 100],
    [50, 60],
    [-60, -50],
  ] as const) {
    const filter = { kinds, from: minutes(from), to: minutes(to) }
    const chosen = all.filter(({ kind, createdAt }) => {
      const at = new Date(createdAt)
      return kinds.includes(kind) && at >= filter.from && at < filter.to
    })
    t.strictSame(await listFeed(db, scope, filter, -1n, 1_000), chosen, `from ${from} to ${to}`)
    const [first] = chosen
    if (first) t.strictSame(await listFeed(db, scope, filter, first.position, 2), chosen.slice(1, 3))
  }
  t.strictSame(await listFeed(db, { ...scope, environment: 'production' }, {}, -1n, 10), [])
  t.strictSame(await listFeed(db, await history.account(), {}, -1n, 10), [])
  const [first] = all
  t.equal(await feedPosition(db, scope, first?.id ?? ''), first?.position)
  t.equal(await feedPosition(db, { ...scope, environment: 'production' }, first?.id ?? ''), null, "another's")
})

t.test('a connection is shown as it was, also after it is gone', async (t) => {
  const running = await runningProjections(t, undefined, PROJECTED)
  const history = new History(running.store)
  const scope = await history.account()
  const id = await history.connection(scope, await history.company(scope))
  await history.deleteConnection(scope, id)
  await caughtUp(running)
  t.match(await listFeed(database(running), scope, {}, -1n, 10), [
    { kind: 'connection.active', data: { id, status: 'active', lastErrorMessage: null } },
  ])
})

t.test('what a buyer says is shown with the invoice, each as its own event', async (t) => {
  const running = await runningProjections(t, undefined, PROJECTED)
  const history = new History(running.store)
  const scope = await history.account()
  const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
  await history.findings(scope, stream, ...WAY)
  await history.response(scope, stream, 'IP')
  await history.response(scope, stream, 'AP')
  await caughtUp(running)
  const all = await listFeed(database(running), scope, {}, -1n, 10)
  t.strictSame(all.map(publicBody), (await feedOf(running, scope)).map(publicBody))
  t.match(all.slice(-3), [
    { kind: 'invoice.accepted', data: { status: 'accepted', govId: '3001', response: undefined } },
    { kind: 'invoice.response', data: { status: 'accepted', response: { code: 'IP', document: 'response-1' } } },
    { kind: 'invoice.response', data: { status: 'accepted', response: { code: 'AP', document: 'response-2' } } },
  ])
})

t.test('each step of the report of a payment is shown, with that payment alone', async (t) => {
  const running = await runningProjections(t, undefined, PROJECTED)
  const history = new History(running.store)
  const scope = await history.account()
  const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
  await history.findings(scope, stream, ...WAY)
  const paid = (paymentId: string, amount: string): InvoiceEvent => ({
    type: 'PaymentReportRequested',
    data: { paymentId, paidOn: '2026-11-20', amounts: [{ vatRate: '20', amount }] },
  })
  await history.older(
    scope,
    stream,
    paid('p1', '1.00'),
    paid('p2', '2.00'),
    { type: 'PaymentReportRefused', data: { paymentId: 'p2', errorMessage: '501 Irrecevable' } },
    { type: 'PaymentReported', data: { paymentId: 'p1', reportId: 'r1', document: null } },
  )
  await history.response(scope, stream, 'AP')
  await caughtUp(running)
  const all = await listFeed(database(running), scope, {}, -1n, 20)
  t.strictSame(all.map(publicBody), (await feedOf(running, scope)).map(publicBody))
  const p1 = { id: 'p1', paidOn: '2026-11-20', amounts: [{ vatRate: '20', amount: '1.00' }] }
  const p2 = { id: 'p2', paidOn: '2026-11-20', amounts: [{ vatRate: '20', amount: '2.00' }] }
  const refused = { status: 'refused', reportId: null, errorMessage: '501 Irrecevable' }
  const reported = { status: 'reported', reportId: 'r1', errorMessage: null }
  t.match(all.slice(-6), [
    { kind: 'invoice.accepted', data: { status: 'accepted', payment: undefined } },
    { kind: 'invoice.payment_report_requested', data: { status: 'accepted', payment: { ...p1, status: 'requested' } } },
    { kind: 'invoice.payment_report_requested', data: { status: 'accepted', payment: { ...p2, status: 'requested' } } },
    { kind: 'invoice.payment_report_refused', data: { status: 'accepted', payment: { ...p2, ...refused } } },
    { kind: 'invoice.payment_reported', data: { status: 'accepted', payment: { ...p1, ...reported } } },
    { kind: 'invoice.response', data: { response: { code: 'AP' }, payment: undefined } },
  ])
})

t.test('what never changes of an invoice is stored once, and shown with each of its events', async (t) => {
  const running = await runningProjections(t, undefined, PROJECTED)
  const history = new History(running.store)
  const scope = await history.account()
  const strange = '}, "id": "x", \\u0000 \\" é 😀 {'
  const created = { ...acceptedInvoice('F-1'), externalId: strange }
  const { stream } = await history.invoice(scope, created)
  const FAULT = { errorMessage: strange, errorTranslated: '}', errorFix: '' }
  await history.findings(scope, stream, ...WAY.slice(0, 5), {
    type: 'InvoiceRejected',
    data: { ...FAULT, document: null },
  })
  await history.invoice(scope, acceptedInvoice('F-2'))
  await caughtUp(running)
  const db = database(running)
  const all = await listFeed(db, scope, {}, -1n, 100)
  t.strictSame(all.map(publicBody), (await feedOf(running, scope)).map(publicBody))
  t.match(
    all.filter((each) => each.stream === stream).map(({ kind, data }) => [kind, data['externalId']]),
    [
      ['invoice.created', strange],
      ['invoice.validated', strange],
      ['invoice.submitted', strange],
      ['invoice.rejected', strange],
    ],
  )
  const { rows } = await running.pool.query<{ revision: number; external: unknown; length: number }>(
    `SELECT revision, state ->> 'external_id' AS external, length(state::text) AS length
     FROM read_feed_1.feed WHERE subject = $1 ORDER BY position`,
    [stream],
  )
  t.strictSame(
    rows.map(({ external }) => external),
    [strange, null, null, null],
  )
  for (const { revision, length } of rows.slice(1)) t.ok(length < 350, `the state of revision ${revision} is short`)

  // The planner reads no state where none is asked for.
  const plan = await running.pool.query<Record<'QUERY PLAN', string>>(
    `EXPLAIN SELECT min(position) FROM read.feed WHERE account = 'a' AND environment = 'test' AND type IS NOT NULL`,
  )
  t.notMatch(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /first/)
})

import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import type { PipelineFinding } from '../../../src/commands/invoice.js'
import { type PublicEvents, type Replayed, replayEvents } from '../../../src/commands/use-cases/replay.js'
import type { Scope } from '../../../src/domain/event.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { scheduledUpTo } from '../../../src/processors/deliveries/scheduled.js'
import { PostgresMarks } from '../../../src/processors/work/postgres/marks.js'
import { listFeed } from '../../../src/projections/feed.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { waitFor } from '../../support/wait-for.js'
import { delivering, type Delivering } from './delivering.js'

const XML = { sha256: 'e'.repeat(64), size: 10, mediaType: 'application/xml' }
const WAY: readonly PipelineFinding[] = [
  { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } },
  { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
  { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
  { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '3828', govEndpoint: 'https://gov.example' } },
  { type: 'InvoiceAccepted', data: { govId: '3001', govMessage: 'ok', receipt: null } },
]
const KINDS = ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted']

/** Replays the last two days, by a client of the account. */
async function replay(
  { running, clock }: Delivering,
  scope: Scope,
  changes: Partial<PublicEvents<bigint>> = {},
): Promise<Replayed> {
  const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool: running.pool }) })
  const events: PublicEvents<bigint> = {
    list: (of, period, after, limit) => listFeed(db, of, period, after ?? -1n, limit),
    scheduledUpTo: (wanted) =>
      scheduledUpTo(new PostgresMarks(running.pool), systemTimers, wanted, new AbortController().signal),
    ...changes,
  }
  const head = (await running.store.head()) ?? 0n
  await waitFor('the feed has everything', () => running.progress.waitFor(head, ['feed', 'outbox']))
  const context = { ...scope, actor: 'key:key_1', correlationId: 'req_1', causationId: 'req_1' } as const
  const from = new Date(clock.now().getTime() - 2 * 86_400_000)
  return replayEvents({ store: running.store, clock }, events, context, { from, to: null, kinds: null, after: null })
}

t.test('a receiver that lost a day gets it again, in the order of each invoice', async (t) => {
  const fixture = await delivering(t)
  const { receiver, account, invoice, settled, history, clock } = fixture
  const endpoint = await receiver()
  const { scope } = await account(endpoint.url())
  const streams = [await invoice(scope, 'F-1'), await invoice(scope, 'F-2'), await invoice(scope, 'F-3')]
  for (const stream of streams) await history.findings(scope, stream, ...WAY.slice(0, 1))
  await settled(scope, 'succeeded', 6)
  // Deliveries fail from now on, and wait for their retry.
  endpoint.answer = () => 503
  for (const stream of streams) await history.findings(scope, stream, ...WAY.slice(1, 4))
  await waitFor('the submissions failed once', () => endpoint.received.length === 9)
  for (const stream of streams) await history.findings(scope, stream, ...WAY.slice(4))
  await settled(scope, 'pending', 6)

  endpoint.answer = () => 200
  const before = endpoint.received.length
  t.match(await replay(fixture, scope), { scheduled: 6, pending: 6, exhausted: 0, last: null })
  await settled(scope, 'succeeded', 6)
  clock.advance(60_000)
  await settled(scope, 'succeeded', 12)
  const again = endpoint.received.slice(before).map(({ headers, body }) => ({
    kind: String(headers['x-service-event']),
    delivery: String(headers['x-service-delivery-id']),
    invoice: (JSON.parse(body) as { data: { id: string } }).data.id,
  }))
  for (const stream of streams) {
    const ofInvoice = again.filter((one) => stream.endsWith(one.invoice))
    t.strictSame(
      ofInvoice.map(({ kind }) => kind),
      KINDS,
    )
  }
  const earlier = new Set(endpoint.received.slice(0, before).map(({ headers }) => headers['x-service-delivery-id']))
  t.ok(
    again.filter(({ kind }) => kind === 'invoice.created').every(({ delivery }) => earlier.has(delivery)),
    'under the ids that they had',
  )
})

t.test('a webhook that came later, or again, gets what was before it', async (t) => {
  const fixture = await delivering(t)
  const { receiver, account, invoice, settled, history, vault } = fixture
  const first = await receiver()
  first.answer = () => 503
  const { scope } = await account(first.url(), ['invoice.created'])
  const stream = await invoice(scope, 'F-1')
  await waitFor('it failed once', () => first.received.length === 1)
  await history.removeWebhook(scope)
  await settled(scope, 'cancelled', 1)
  await history.findings(scope, stream, ...WAY)
  const second = await receiver()
  await history.webhook(scope, vault, second.url())
  t.match(await replay(fixture, scope), { scheduled: 4, pending: 0 })
  await settled(scope, 'succeeded', 4)
  t.strictSame(second.kinds(), KINDS)
  t.equal(second.received[0]?.body, first.received[0]?.body, 'the same bytes')
  t.match(await replay(fixture, scope), { scheduled: 4, pending: 0 }, 'past deliveries are delivered again')
})

t.test('an event that is still to be scheduled by itself is left to that', async (t) => {
  const fixture = await delivering(t)
  const { receiver, history, invoice, settled, vault, deliveries } = fixture
  const { url, kinds } = await receiver().then((endpoint) => ({ url: endpoint.url(), kinds: () => endpoint.kinds() }))
  const scope = await history.account()
  const stream = await invoice(scope)
  const head = (await fixture.running.store.head()) ?? 0n
  await history.findings(scope, stream, ...WAY)
  await history.webhook(scope, vault, url)
  // The others may follow an event that is not in the period: in their turn, they come after it.
  const upTo = (position: bigint | null): Partial<PublicEvents<bigint>> => ({
    scheduledUpTo: () => Promise.resolve(position),
  })
  t.match(await replay(fixture, scope, upTo(null)), { scheduled: 0, pending: 4 })
  t.strictSame(await deliveries(scope), [])
  t.match(await replay(fixture, scope, upTo(head)), { scheduled: 1, pending: 3 })
  await settled(scope, 'succeeded')
  t.match(await replay(fixture, scope), { scheduled: 4, pending: 0 })
  await settled(scope, 'succeeded', 4)
  t.strictSame(kinds(), ['invoice.created', ...KINDS])
})

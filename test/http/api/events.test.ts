import t from 'tap'
import { recordAttempt } from '../../../src/commands/delivery.js'
import { handle } from '../../../src/commands/handle.js'
import { delivery } from '../../../src/domain/delivery.js'
import { streamName } from '../../../src/domain/streams.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { type Answer, type Client, type Json, startTestService, type TestService } from './test-service.js'

const URL = 'https://example.com/hooks'
const VALIDATED = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } } as const
const DAY = 24 * 3_600_000

async function caughtUp({ deps }: TestService): Promise<void> {
  const head = (await deps.store.head()) ?? 0n
  await deps.freshness.waitFor(head, ['feed', 'deliveries', 'outbox', 'receivers'])
}

/** Invoices that were created and validated, each a minute after the one before. */
async function invoices(service: TestService, account: string, count: number): Promise<readonly string[]> {
  const history = new History(service.deps.store, service.clock)
  const scope = { account, environment: 'test' } as const
  const streams: string[] = []
  for (let n = 0; n < count; n++) {
    const { stream } = await history.invoice(scope, acceptedInvoice(`F-${n}`))
    await history.findings(scope, stream, VALIDATED)
    streams.push(stream)
    service.clock.advance(60_000)
  }
  await caughtUp(service)
  return streams
}

const types = (answer: Answer): readonly string[] => (answer.body['data'] ?? []).map((event) => String(event['type']))

t.test('the feed has every event, oldest first, and continues where a client has stopped', async (t) => {
  const service = await startTestService(t)
  const { id, test, live } = await service.account()
  const other = (await service.account()).test
  const nothing = { data: [], hasMore: false, nextCursor: null }
  t.same((await test.get('/v1/events')).body, nothing, 'nothing has happened yet')
  const [stream = ''] = await invoices(service, id, 3)

  const first = await test.get('/v1/events?limit=4')
  t.equal(first.status, 200)
  t.strictSame(types(first), ['invoice.created', 'invoice.validated', 'invoice.created', 'invoice.validated'])
  t.equal(first.body['hasMore'], true)
  t.same(first.body['data']?.[0], {
    id: String(first.body['data']?.[0]?.['id']),
    type: 'invoice.created',
    createdAt: '2026-03-31T09:30:00.000Z',
    data: {
      id: stream.slice('testInvoice-'.length),
      country: 'RO',
      supplierVat: 'RO12345674',
      customerVat: 'RO87654329',
      status: 'created',
      netAmount: '200.00',
      vatAmount: '42.00',
      grossAmount: '242.00',
      currency: 'RON',
      govId: null,
      externalId: null,
    },
  })
  const timeline = await test.get(`/v1/invoices/${stream.slice('testInvoice-'.length)}/events`)
  t.same(
    timeline.body['data']?.map((entry) => entry['id']),
    first.body['data']?.slice(0, 2).map((event) => event['id']),
    'the ids are those of the timeline',
  )
  const second = await test.get(`/v1/events?limit=4&cursor=${String(first.body['nextCursor'])}`)
  t.strictSame([types(second).length, second.body['hasMore']], [2, false])
  const end = String(second.body['nextCursor'])
  t.same((await test.get(`/v1/events?cursor=${end}`)).body, { data: [], hasMore: false, nextCursor: end })
  await invoices(service, id, 1)
  t.strictSame(types(await test.get(`/v1/events?cursor=${end}`)), ['invoice.created', 'invoice.validated'])

  for (const stranger of [live, other]) {
    t.same((await stranger.get('/v1/events')).body, nothing)
    t.equal((await stranger.get(`/v1/events?cursor=${end}`)).status, 400, "another's cursor")
  }
})

t.test('kinds and a time choose from the feed', async (t) => {
  const service = await startTestService(t)
  const { id, test } = await service.account()
  await invoices(service, id, 3)
  await test.post('/v1/webhooks', { url: URL })
  await test.post('/v1/webhooks/test')
  await caughtUp(service)
  t.strictSame(types(await test.get('/v1/events?types=invoice.validated')), Array(3).fill('invoice.validated'))
  const two = 'types=connection.active,invoice.created,invoice.created'
  t.strictSame(types(await test.get(`/v1/events?${two}&from=2026-03-31T09:31:00Z`)), Array(2).fill('invoice.created'))
  t.strictSame(types(await test.get('/v1/events?from=2026-04-01')), [])
  t.equal(types(await test.get('/v1/events')).length, 6, 'test events are no part of it')
  for (const query of ['types=invoice.lost', 'types=webhook.test', 'types=,', 'from=soon', 'limit=101', 'cursor=x']) {
    const answer = await test.get(`/v1/events?${query}`)
    t.equal(answer.status, 400, query)
    t.equal(answer.body['error']?.['details']?.[0]?.['path'], query.split('=')[0], query)
  }
})

async function deliveriesOf(client: Client): Promise<readonly Json[]> {
  const { body } = await client.get('/v1/webhooks/deliveries?limit=100')
  return [...(body['data'] ?? [])]
}

t.test('a period is delivered again: what was, what failed, and what never had a delivery', async (t) => {
  const service = await startTestService(t)
  const { id, test } = await service.account()
  const scope = { account: id, environment: 'test' } as const
  const from = '2026-03-31T00:00:00.000Z'
  t.equal((await test.post('/v1/webhooks/replay', { from })).status, 409, 'nothing is configured')
  const streams = await invoices(service, id, 3)
  await test.post('/v1/webhooks', { url: URL, events: ['invoice.validated', 'connection.active'] })
  const replay = async (body: object): Promise<unknown> => {
    const answer = await test.post('/v1/webhooks/replay', body)
    t.equal(answer.status, 200, JSON.stringify(answer.body))
    await caughtUp(service)
    return answer.body['data']
  }
  const first = { scheduled: 3, pending: 0, exhausted: 0, nextCursor: null }
  const twice = ['invoice.validated', 'invoice.validated']
  t.same(await replay({ from, types: twice }), first, 'events from before the webhook')
  const rows = await deliveriesOf(test)
  t.strictSame(
    rows.map((row) => [row['type'], row['status']]),
    Array(3).fill(['invoice.validated', 'pending']),
  )
  t.same(await replay({ from }), { ...first, scheduled: 0, pending: 3 }, 'they wait already')
  t.strictSame(await deliveriesOf(test), rows, 'and stay as they are')

  const delivered = String(rows[0]?.['id'])
  const at = service.clock.now()
  const attempt = { at: at.toISOString(), statusCode: 200, error: null, durationMs: 5 }
  const context = { ...scope, actor: 'processor:webhooks', correlationId: 'req_1', causationId: 'req_1' } as const
  const stream = streamName('test', 'Delivery', delivered)
  await handle(service.deps, context, delivery, stream, recordAttempt({ url: URL, attempt, endedAt: at }))
  t.same(await replay({ from }), { ...first, scheduled: 1, pending: 2 })
  t.match((await test.get(`/v1/webhooks/deliveries/${delivered}`)).body['data'], { id: delivered, status: 'pending' })
  const ofOne = { from: '2026-03-31T09:31:00Z', to: '2026-03-31T09:32:00Z', types: ['invoice.validated'] }
  t.same(await replay(ofOne), { ...first, scheduled: 0, pending: 1 })
  t.same(await replay({ ...ofOne, types: ['invoice.created'] }), { ...first, scheduled: 0 }, 'not subscribed to')

  const requested = await service.deps.store.readStream(streamName('test', 'Delivery', delivered))
  const feed = await test.get('/v1/events?types=invoice.validated')
  const { body, subject } = requested[0]?.data as { body: string; subject: string }
  t.ok(streams.includes(subject))
  t.same(JSON.parse(body), feed.body['data']?.[streams.indexOf(subject)], 'the body is the item of the feed')
})

t.test('a wrong period is rejected, and a long one continues with a cursor', async (t) => {
  const service = await startTestService(t)
  const { id, test } = await service.account()
  await test.post('/v1/webhooks', { url: URL, events: ['invoice.created'] })
  for (const [body, path] of [
    [{}, 'from'],
    [{ from: 'soon' }, 'from'],
    [{ from: '2026-04-01' }, 'from'],
    [{ from: '2026-02-28T09:29:59.999Z' }, 'from'],
    [{ from: '2026-03-31T09:00:00Z', to: '2026-03-31T09:00:00Z' }, 'from'],
    [{ from: '2026-03-31', to: 'later' }, 'to'],
    [{ from: '2026-03-31', types: ['webhook.test'] }, 'types[0]'],
    [{ from: '2026-03-31', cursor: 'x' }, 'cursor'],
    [{ from: '2026-03-31', all: true }, 'all'],
  ] as const) {
    const answer = await test.post('/v1/webhooks/replay', body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.equal(answer.body['error']?.['details']?.[0]?.['path'], path, JSON.stringify(body))
  }
  const history = new History(service.deps.store, service.clock)
  const scope = { account: id, environment: 'test' } as const
  await Promise.all(Array.from({ length: 1_001 }, (_, n) => history.invoice(scope, acceptedInvoice(`F-${n}`))))
  service.clock.advance(60_000)
  await caughtUp(service)
  const from = '2026-03-31T09:30:00.000Z'
  const first = await test.post('/v1/webhooks/replay', { from })
  t.match(first.body['data'], { scheduled: 1_000, pending: 0, nextCursor: String })
  const cursor = first.body['data']?.['nextCursor']
  const rest = await test.post('/v1/webhooks/replay', { from, cursor })
  t.same(rest.body['data'], { scheduled: 1, pending: 0, exhausted: 0, nextCursor: null })
})

t.test('the configuration shows what is wrong with the receiver', async (t) => {
  const service = await startTestService(t)
  const { id, test } = await service.account()
  const scope = { account: id, environment: 'test' } as const
  await test.post('/v1/webhooks', { url: URL })
  const sent = await test.post('/v1/webhooks/test')
  await test.post('/v1/webhooks/test')
  const stream = streamName('test', 'Delivery', String(sent.body['data']?.['id']))
  const context = { ...scope, actor: 'processor:webhooks', correlationId: 'req_1', causationId: 'req_1' } as const
  const message = async (): Promise<unknown> => {
    await caughtUp(service)
    return (await test.get('/v1/webhooks')).body['data']?.['lastErrorMessage']
  }
  const attempted = async (error: string | null): Promise<void> => {
    const at = service.clock.now()
    const attempt = { at: at.toISOString(), statusCode: null, error, durationMs: 5 }
    await handle(service.deps, context, delivery, stream, recordAttempt({ url: URL, attempt, endedAt: at }))
  }
  await attempted('the connection was refused')
  t.equal(await message(), null, 'retries continue')
  service.clock.advance(5 * DAY)
  t.equal(
    await message(),
    'No delivery has succeeded since 2026-03-31T09:30:00.000Z; 2 deliveries are waiting; until one succeeds, they are attempted one at a time. ' +
      'Last error: the connection was refused',
  )
  for (let n = 0; n < 5; n++) await attempted('the receiver answered 500')
  t.match(await message(), /; 1 delivery is waiting; deliveries whose retries are used up have failed; .*answered 500$/)
  await test.post('/v1/webhooks', { url: URL })
  t.equal(await message(), null, 'a new configuration is a new receiver')
  await test.post(`/v1/webhooks/deliveries/${stream.slice('testDelivery-'.length)}/redeliver`)
  service.clock.advance(1_000)
  for (let n = 0; n < 6; n++) await attempted('the receiver answered 501')
  t.match(await message(), /answered 501$/)
  await test.post(`/v1/webhooks/deliveries/${stream.slice('testDelivery-'.length)}/redeliver`)
  await attempted(null)
  t.equal(await message(), null, 'all is well')
})

import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import type { PipelineFinding } from '../../../src/commands/invoice.js'
import { waitFor } from '../../support/wait-for.js'
import { WEBHOOK_KINDS } from '../../../src/domain/public-events/event-kinds.js'
import { delivering } from './delivering.js'

const VALIDATED: PipelineFinding = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } }
const XML = { sha256: 'e'.repeat(64), size: 10, mediaType: 'application/xml' }
const CONVERTED: PipelineFinding = { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } }
const STARTED: PipelineFinding = { type: 'SubmissionStarted', data: { attemptId: 'a1' } }
const SUBMITTED: PipelineFinding = {
  type: 'InvoiceSubmitted',
  data: { attemptId: 'a1', uploadId: '3828', govEndpoint: 'https://gov.example/upload' },
}
const ACCEPTED: PipelineFinding = {
  type: 'InvoiceAccepted',
  data: { govId: '3001', govMessage: 'ok', receipt: null },
}

t.test('an event reaches the receiver as specified, signed in both ways', async (t) => {
  const { receiver, account, invoice, settled, clock } = await delivering(t)
  const endpoint = await receiver()
  const { scope, secret } = await account(endpoint.url())
  const stream = await invoice(scope)
  const [row] = await settled(scope, 'succeeded')
  const [request] = endpoint.received
  if (!request || !row) throw new Error('nothing came')
  const body = JSON.parse(request.body) as Record<string, unknown>
  t.match(request.headers, {
    'content-type': 'application/json',
    'x-service-event': 'invoice.created',
    'x-service-delivery-id': row.id,
    'webhook-id': row.id,
    'webhook-timestamp': String(Math.floor(clock.now().getTime() / 1000)),
  })
  t.match(row.id, /^dlv_[0-9A-Za-z]{22}$/)
  const hmac = createHmac('sha256', secret).update(request.body).digest('hex')
  t.equal(request.headers['x-service-signature'], `sha256=${hmac}`)
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const verified = new Webhook(secret).verify(request.body, request.headers as Record<string, string>)
  t.strictSame(verified, body, 'the official library of Standard Webhooks agrees')
  t.throws(() => new Webhook(secret).verify(`${request.body} `, request.headers as Record<string, string>))
  t.strictSame(Object.keys(body), ['id', 'type', 'createdAt', 'data'])
  t.match(body, { id: /^evt_[0-9A-Za-z]{22}$/, type: 'invoice.created', createdAt: clock.now().toISOString() })
  t.strictSame(body['data'], {
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
  })
  t.match(row, {
    event_id: body['id'],
    type: 'invoice.created',
    invoice_id: stream.slice('testInvoice-'.length),
    connection_id: null,
    url: endpoint.url(),
    next_attempt_at: null,
    attempts: [{ at: clock.now().toISOString(), statusCode: 200, error: null }],
  })
})

t.test(
  'each event carries the invoice as it was right after it, in order, and internal steps are not delivered',
  async (t) => {
    const { receiver, account, invoice, settled, history } = await delivering(t)
    const endpoint = await receiver()
    const { scope } = await account(endpoint.url())
    const stream = await invoice(scope)
    await history.findings(scope, stream, VALIDATED, CONVERTED, STARTED, SUBMITTED, ACCEPTED)
    await settled(scope, 'succeeded', 4)
    const delivered = endpoint.received.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { status: string; govId: string | null } }
      t.strictSame(Object.keys(data), WEBHOOK_KINDS['invoice.created'].shows)
      return [type, data.status, data.govId]
    })
    t.strictSame(delivered, [
      ['invoice.created', 'created', null],
      ['invoice.validated', 'validated', null],
      ['invoice.submitted', 'submitted', null],
      ['invoice.accepted', 'accepted', '3001'],
    ])
  },
)

t.test('a connection that becomes active is delivered with the connection itself', async (t) => {
  const { receiver, account, settled, history } = await delivering(t)
  const endpoint = await receiver()
  const { scope } = await account(endpoint.url())
  const companyId = await history.company(scope)
  const connectionId = await history.connection(scope, companyId)
  const [row] = await settled(scope, 'succeeded')
  t.match(row, { type: 'connection.active', connection_id: connectionId, invoice_id: null })
  const body = JSON.parse(endpoint.received[0]?.body ?? '') as { readonly data: object }
  t.match(body, {
    type: 'connection.active',
    data: { id: connectionId, companyId, countryCode: 'RO', status: 'active', tokenExpiresAt: null },
  })
  t.strictSame(Object.keys(body.data), WEBHOOK_KINDS['connection.active'].shows)
})

t.test('only subscribed kinds are delivered, and only what happened while the webhook was configured', async (t) => {
  const { receiver, account, invoice, settled, history, vault, deliveries } = await delivering(t)
  const endpoint = await receiver()
  const { scope } = await account(endpoint.url(), ['invoice.validated'])
  const first = await invoice(scope, 'F-1')
  await history.findings(scope, first, VALIDATED)
  await history.removeWebhook(scope)
  await invoice(scope, 'F-2')
  await history.webhook(scope, vault, endpoint.url(), ['invoice.created'])
  await invoice(scope, 'F-3')
  await settled(scope, 'succeeded')
  t.strictSame(endpoint.kinds(), ['invoice.created'])
  const rows = await deliveries(scope)
  t.strictSame(rows.map(({ type, status }) => [type, status]).sort(), [
    ['invoice.created', 'succeeded'],
    ['invoice.validated', 'cancelled'],
  ])
})

t.test('the report of a payment is delivered to a webhook that names it, and to no other', async (t) => {
  const { receiver, account, invoice, settled, deliveries, history, looked } = await delivering(t)
  const named = await receiver()
  const usual = await receiver()
  const kinds = ['invoice.accepted', 'invoice.payment_reported', 'invoice.payment_report_refused']
  const { scope } = await account(named.url(), kinds)
  const other = await account(usual.url())
  const payment = { paidOn: '2026-03-30', amounts: [{ vatRate: '21', amount: '242.00' }] }
  for (const each of [scope, other.scope]) {
    const stream = await invoice(each)
    await history.findings(each, stream, VALIDATED, CONVERTED, STARTED, SUBMITTED, ACCEPTED)
    await history.older(
      each,
      stream,
      { type: 'PaymentReportRequested', data: { paymentId: 'p1', ...payment } },
      { type: 'PaymentReportRefused', data: { paymentId: 'p1', errorMessage: '501 Irrecevable' } },
      { type: 'PaymentReportRequested', data: { paymentId: 'p2', ...payment } },
      { type: 'PaymentReported', data: { paymentId: 'p2', reportId: 'r2', document: null } },
    )
  }
  await settled(scope, 'succeeded', 3)
  t.match(
    named.received.map(({ body }) => JSON.parse(body) as object),
    [
      { type: 'invoice.accepted', data: { status: 'accepted' } },
      {
        type: 'invoice.payment_report_refused',
        data: { status: 'accepted', payment: { id: 'p1', status: 'refused', errorMessage: '501 Irrecevable' } },
      },
      {
        type: 'invoice.payment_reported',
        data: { payment: { id: 'p2', ...payment, status: 'reported', reportId: 'r2', errorMessage: null } },
      },
    ],
  )
  const bodies = named.received.map(({ body }) => JSON.parse(body) as { readonly data: object })
  t.strictSame(Object.keys(bodies.at(-1)?.data ?? {}), WEBHOOK_KINDS['invoice.payment_reported'].shows)
  await settled(other.scope, 'succeeded', 4)
  await looked()
  const ofOther = (await deliveries(other.scope)).map(({ type }) => type).sort()
  t.strictSame(ofOther, ['invoice.accepted', 'invoice.created', 'invoice.submitted', 'invoice.validated'])
})

t.test('the whole ladder of retries: one delivery id, the same bytes, the specified delays, then failed', async (t) => {
  const { receiver, account, invoice, settled, deliveries, clock, events, looked } = await delivering(t)
  const endpoint = await receiver()
  endpoint.answer = () => 500
  const { scope } = await account(endpoint.url())
  await invoice(scope)
  const minutes = [1, 5, 30, 120, 720]
  for (const [index, delay] of minutes.entries()) {
    const row = await waitFor(`failure ${index + 1} is shown`, async () => {
      const [only] = await deliveries(scope)
      return only?.attempts.length === index + 1 && only
    })
    t.equal(row.status, 'pending')
    t.equal(row.next_attempt_at, new Date(clock.now().getTime() + delay * 60_000).toISOString(), `${delay} min`)
    // Not a moment earlier.
    clock.advance(delay * 60_000 - 1)
    await looked()
    t.equal(endpoint.received.length, index + 1)
    clock.advance(1)
  }
  const [row] = await settled(scope, 'failed')
  t.match(row?.attempts, Array(6).fill({ statusCode: 500, error: 'the receiver answered 500' }))
  t.equal(row?.next_attempt_at, null)
  t.equal(new Set(endpoint.received.map(({ headers }) => headers['x-service-delivery-id'])).size, 1)
  t.equal(new Set(endpoint.received.map(({ body }) => body)).size, 1)
  t.equal(
    new Set(endpoint.received.map(({ headers }) => headers['webhook-timestamp'])).size,
    6,
    'signed again each time',
  )
  t.equal(endpoint.received.length, 6)
  if (row) t.strictSame((await events(row)).at(-1)?.type, 'DeliveryFailed')
})

import t from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import { invoice, type InvoiceEvent } from '../../../src/domain/invoice.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const address = { street: '14 quai de la Fosse', city: 'Nantes', postalCode: '44000', country: 'FR' }
const FRENCH = {
  country: 'FR',
  currency: 'EUR',
  supplier: { vatNumber: 'FR82812473155', name: 'Ateliers SAS', siret: '81247315500024', address },
  customer: { vatNumber: 'FR51394728612', name: 'Librairie SARL', siret: '39472861200018', address },
  lines: [
    { description: 'Conseil', quantity: 10, unitPrice: 50, vatRate: 20 },
    { description: 'Guide', quantity: 1, unitPrice: 100, vatRate: 5.5 },
  ],
}
const COMPANY = { name: 'Ateliers SAS', vatNumber: 'FR82812473155', country: 'FR' }
const XML = { sha256: 'e'.repeat(64), size: 10, mediaType: 'application/xml' }
const ACCEPTED: readonly InvoiceEvent[] = [
  { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } },
  { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
  { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
  { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: 'u1', govEndpoint: 'simulated' } },
  { type: 'InvoiceAccepted', data: { govId: 'g1', govMessage: 'ok', receipt: null } },
]

const account = await service.account()
const client = account.test
await connectedCompany(client, COMPANY, 'FR')
await connectedCompany(client)

/** Appends to an invoice what the pipeline would. */
async function happens(id: string, ...events: readonly InvoiceEvent[]): Promise<void> {
  const context = { account: account.id, environment: 'test', actor: 'operator', correlationId: 'r', causationId: 'r' }
  const decide = () => accept(...events)
  const outcome = await handle(service.deps, context as never, invoice, `testInvoice-${id}`, decide)
  if (outcome.kind === 'done') await service.deps.freshness.waitFor(outcome.loaded.position, ['invoices'])
}

async function created(body: object): Promise<string> {
  const answer = await client.post('/v1/invoices', body)
  return String(answer.body['data']?.['id'])
}

async function accepted(body: object = FRENCH): Promise<string> {
  const id = await created(body)
  await happens(id, ...ACCEPTED)
  return id
}

const pay = (id: string, body: object, by: Client = client, headers = {}) =>
  by.post(`/v1/invoices/${id}/paid`, body, headers)
const payments = async (id: string): Promise<Json | undefined> =>
  (await client.get(`/v1/invoices/${id}`)).body['data']?.['payments']
const details = (body: Json): unknown => body['error']?.['details']

t.test('the payment of the whole invoice, by its VAT rates', async (t) => {
  const id = await accepted()
  t.equal(await payments(id), undefined)
  const answer = await pay(id, { paidOn: '2026-03-30' })
  t.equal(answer.status, 200, JSON.stringify(answer.body))
  const requested = {
    id: /^[0-9a-f-]{36}$/,
    paidOn: '2026-03-30',
    amounts: [
      { vatRate: '20', amount: '600.00' },
      { vatRate: '5.5', amount: '105.50' },
    ],
    status: 'requested',
    reportId: null,
    errorMessage: null,
    requestedAt: '2026-03-31T09:30:00.000Z',
  }
  t.match(answer.body['data'], { id, status: 'accepted', payments: [requested] })
  t.same((await client.get(`/v1/invoices/${id}`)).body, answer.body)
  const again = await pay(id, { paidOn: '2026-03-30' })
  t.match(again, { status: 409, body: { error: { message: /whole invoice is already reported as paid/ } } })

  const paymentId = String(answer.body['data']?.['payments']?.[0]?.['id'])
  await happens(id, { type: 'PaymentReported', data: { paymentId, reportId: 'r1', document: null } })
  t.match(await payments(id), [{ ...requested, status: 'reported', reportId: 'r1' }])
  await service.deps.freshness.waitFor((await service.deps.store.head()) ?? 0n, ['timeline'])
  const entries = (await client.get(`/v1/invoices/${id}/events`)).body['data']
  const { paidOn, amounts } = requested
  t.match(entries?.slice(-3), [
    { event: 'invoice.accepted', status: 'accepted' },
    {
      event: 'invoice.payment_report_requested',
      status: 'accepted',
      metadata: { paymentId, paidOn, amounts },
    },
    { event: 'invoice.payment_reported', status: 'accepted', metadata: { paymentId, reportId: 'r1' } },
  ])
  const listed = (await client.get('/v1/invoices?country=FR')).body['data']
  t.match(listed?.[0], { id, payments: [{ status: 'reported' }] })
})

t.test('parts of an invoice add up to no more than it', async (t) => {
  const id = await accepted()
  const part = { paidOn: '2026-03-01', amounts: [{ vatRate: 20, amount: 599.99 }] }
  t.equal((await pay(id, part)).status, 200)
  const tooMuch = await pay(id, part)
  t.equal(tooMuch.status, 400)
  t.match(details(tooMuch.body), [{ path: 'amounts[0].amount', message: /part of the open amount of 0\.01 at 20 %/ }])
  const rest = await pay(id, { paidOn: '2026-03-02' })
  t.match(rest.body['data']?.['payments']?.[1], {
    amounts: [
      { vatRate: '20', amount: '0.01' },
      { vatRate: '5.5', amount: '105.50' },
    ],
  })
  const [first] = (await payments(id)) ?? []
  const paymentId = String(first?.['id'])
  await happens(id, { type: 'PaymentReportRefused', data: { paymentId, errorMessage: '501 Irrecevable' } })
  t.match((await payments(id))?.[0], { status: 'refused', errorMessage: '501 Irrecevable' })
  t.equal((await pay(id, part)).status, 200, 'what was refused is left again')
  await service.deps.freshness.waitFor((await service.deps.store.head()) ?? 0n, ['timeline'])
  const entries = (await client.get(`/v1/invoices/${id}/events`)).body['data']
  t.match(entries?.slice(-2), [
    { event: 'invoice.payment_report_refused', metadata: { paymentId, errorMessage: '501 Irrecevable' } },
    { event: 'invoice.payment_report_requested', metadata: { amounts: [{ vatRate: '20', amount: '599.99' }] } },
  ])
})

t.test('the same request again reports nothing more', async (t) => {
  const id = await accepted()
  const body = { paidOn: '2026-03-30' }
  const headers = { 'x-idempotency-key': 'paid-1' }
  const [one, two] = await Promise.all([pay(id, body, client, headers), pay(id, body, client, headers)])
  t.same([one.status, two.status, two.body], [200, 200, one.body])
  const later = await pay(id, body, client, headers)
  t.same([later.headers['idempotent-replayed'], later.body], ['true', one.body])
  t.equal((await payments(id))?.length, 1)
})

t.test('what is refused', async (t) => {
  const pending = await created({ ...FRENCH, externalId: 'p-1' })
  t.match(await pay(pending, { paidOn: '2026-03-30' }), {
    status: 409,
    body: { error: { message: /accepted invoice is reported; this one is created/ } },
  })
  const id = await accepted({ ...FRENCH, externalId: 'p-2' })
  for (const [body, path] of [
    [{}, 'paidOn'],
    [{ paidOn: '2026-04-01' }, 'paidOn'],
    [{ paidOn: '30.03.2026' }, 'paidOn'],
    [{ paidOn: '2026-03-30', amounts: [] }, 'amounts'],
    [{ paidOn: '2026-03-30', amounts: [{ vatRate: 19, amount: 1 }] }, 'amounts[0].vatRate'],
    [{ paidOn: '2026-03-30', amount: 1 }, 'amount'],
  ] as const) {
    const answer = await pay(id, body)
    t.equal(answer.status, 400, JSON.stringify(body))
    t.match(details(answer.body), [{ path }])
  }
  t.equal(await payments(id), undefined)
  const romanian = await accepted(sampleInvoice({ externalId: 'ro-1' }))
  t.match(await pay(romanian, { paidOn: '2026-03-30' }), {
    status: 400,
    body: { error: { message: /Romania does not collect payment reports/ } },
  })
  const credit = { ...FRENCH, externalId: 'p-3', invoiceType: 'credit_note', precedingInvoice: { number: 'p-2' } }
  t.equal((await pay(await accepted(credit), { paidOn: '2026-03-30' })).status, 409)
  t.equal((await pay('inv_0000000000000000000000', { paidOn: '2026-03-30' })).status, 404)
})

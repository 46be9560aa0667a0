import t from 'tap'
import { connectedCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

t.test('an invoice is created, found, listed and has a timeline at once', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const { companyId } = await connectedCompany(test)

  const created = await test.post('/v1/invoices', sampleInvoice({ externalId: 'order-4711' }))
  t.equal(created.status, 201, JSON.stringify(created.body))
  const invoice = created.body['data']
  t.match(invoice, {
    id: /^inv_[0-9A-Za-z]{22}$/,
    country: 'RO',
    supplierVat: 'RO12345674',
    customerVat: 'RO87654329',
    status: 'created',
    netAmount: '1554.99',
    vatAmount: '326.55',
    grossAmount: '1881.54',
    currency: 'RON',
    govId: null,
    externalId: 'order-4711',
    number: 'order-4711',
    invoiceType: 'invoice',
    issueDate: '2026-03-31',
    dueDate: '2026-04-30',
    companyId,
    customerName: 'Client SRL',
    errorMessage: null,
    createdAt: '2026-03-31T09:30:00.000Z',
    updatedAt: '2026-03-31T09:30:00.000Z',
  })
  const id = String(invoice?.['id'])
  const found = await test.get(`/v1/invoices/${id}`)
  t.same(found.body, created.body)
  const listed = await test.get('/v1/invoices')
  t.same(listed.body, { data: [invoice], hasMore: false, nextCursor: null })
  const timeline = await test.get(`/v1/invoices/${id}/events`)
  t.equal(timeline.status, 200)
  t.match(timeline.body['data'], [
    { id: /^evt_[0-9A-Za-z]{22}$/, event: 'invoice.created', status: 'created', metadata: null },
  ])
})

t.test('an invoice is shown with its terms: what was given, and what the service filled in', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  await connectedCompany(test)
  const shown = async (changes: Record<string, unknown>) =>
    (await test.post('/v1/invoices', sampleInvoice(changes))).body['data']
  t.match(
    await shown({
      dueDate: undefined,
      paymentMeans: { dueDate: '2026-05-15', bankAccount: 'RO49AAAA1B31007593840000' },
    }),
    {
      dueDate: '2026-05-15',
    },
  )
  t.match(await shown({ dueDate: undefined, paymentMeans: undefined, issueDate: undefined, number: 'N-1' }), {
    number: 'N-1',
    dueDate: null,
    issueDate: '2026-03-31',
  })
  const credit = { invoiceType: 'credit_note', precedingInvoice: { number: 'RE-1' } }
  t.match(await shown(credit), { invoiceType: 'credit_note', number: /^2026-[0-9A-F]{12}$/ })
})

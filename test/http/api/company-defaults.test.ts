import t from 'tap'
import { invoice } from '../../../src/domain/invoice.js'
import { load } from '../../../src/commands/handle.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, startTestService } from './test-service.js'

const service = await startTestService(t)

const DEFAULTS = {
  notes: [{ text: 'Penalități 0,1 %', subjectCode: 'PMD' }],
  paymentMeans: { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: '30 de zile' },
  legalInformation: 'SRL, capital social 10.000 RON',
}

/** An invoice that does not say how to pay. */
const UNPAID = sampleInvoice({ paymentMeans: undefined, dueDate: undefined })

/** The invoice as it stands in the event. */
async function invoiceIn(answer: Answer) {
  const { state } = await load(service.deps.store, invoice, `testInvoice-${String(answer.body['data']?.['id'])}`)
  if (state.status === 'none' || state.facts.content.kind !== 'inline') throw new Error(JSON.stringify(answer.body))
  return state.facts.content.invoice
}

t.test('defaults are set as a whole, shown and removed', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const path = `/v1/companies/${companyId}/defaults`
  t.match(await test.get(path), { status: 200, body: { data: { companyId } } })
  t.same((await test.send('PUT', path, DEFAULTS)).body['data'], { companyId, ...DEFAULTS })
  t.same((await test.get(path)).body['data'], { companyId, ...DEFAULTS })
  const other = { legalInformation: 'SRL' }
  t.same((await test.send('PUT', path, other)).body['data'], { companyId, ...other })
  t.same((await test.send('DELETE', path)).body['data'], { companyId })
  t.same((await test.get(path)).body['data'], { companyId })
  t.match(await test.send('PUT', path, { logo: 'x' }), {
    status: 400,
    body: { error: { details: [{ path: 'logo' }] } },
  })
  t.match(await test.send('PUT', path, { taxRegime: 'RF19' }), {
    status: 400,
    body: { error: { details: [{ path: 'taxRegime', message: /only for IT/ }] } },
  })
  const italian = await test.post('/v1/companies', sampleCompany({ vatNumber: 'IT01879020517', country: 'IT' }))
  const id = String(italian.body['data']?.['id'])
  t.match(await test.send('PUT', `/v1/companies/${id}/defaults`, { ...DEFAULTS, taxRegime: 'RF19' }), {
    status: 400,
    body: { error: { details: [{ path: 'legalInformation' }, { path: 'notes[0].subjectCode' }] } },
  })
  t.equal((await test.send('PUT', `/v1/companies/${id}/defaults`, { taxRegime: 'RF19' })).status, 200)
  t.equal((await test.send('PUT', '/v1/companies/comp_0000000000000000000000/defaults', {})).status, 404)
  await test.delete(`/v1/companies/${companyId}`)
  t.equal((await test.send('PUT', path, other)).status, 409)
})

t.test('an invoice of the company has them from its creation on, and none that is set later', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const path = `/v1/companies/${companyId}/defaults`
  const before = await test.post('/v1/invoices', UNPAID, {
    'x-idempotency-key': 'before',
  })
  await test.send('PUT', path, DEFAULTS)
  const posted = await test.post('/v1/invoices', UNPAID, {
    'x-idempotency-key': 'k',
  })
  t.equal(posted.status, 201)
  const { notes, paymentMeans, supplier } = await invoiceIn(posted)
  t.same({ notes, paymentMeans, legalInformation: supplier.legalInformation }, DEFAULTS)

  await test.send('PUT', path, { legalInformation: 'SA' })
  const repeated = await test.post('/v1/invoices', UNPAID, {
    'x-idempotency-key': 'k',
  })
  t.same([repeated.headers['idempotent-replayed'], repeated.body], ['true', posted.body])
  t.equal((await invoiceIn(repeated)).supplier.legalInformation, DEFAULTS.legalInformation)
  t.equal((await invoiceIn(before)).supplier.legalInformation, undefined)
  t.equal((await invoiceIn(await test.post('/v1/invoices', UNPAID))).supplier.legalInformation, 'SA')
})

t.test('validate judges the invoice with them, and another supplier has none of them', async (t) => {
  const { test } = await service.account('unlimited')
  const german = {
    vatNumber: 'DE136695976',
    name: 'Isar GmbH',
    email: 'a@isar.example',
    phone: '+49 89 1',
    address: { street: 'A', city: 'München', postalCode: '80337', country: 'DE' },
  }
  const { companyId } = await connectedCompany(
    test,
    sampleCompany({ vatNumber: german.vatNumber, country: 'DE' }),
    'DE',
  )
  const body = {
    country: 'DE',
    supplier: german,
    customer: { ...german, vatNumber: 'DE129273398', name: 'B', email: 'b@b.example' },
    buyerReference: 'x',
    dueDate: '2099-12-31',
    lines: [{ description: 'x', unitPrice: 1, vatRate: 19 }],
  }
  const valid = async (changes: object) =>
    (await test.post('/v1/invoices/validate', { ...body, ...changes })).body['valid']
  t.equal(await valid({}), false, 'XRechnung wants to know how to pay')
  await test.send('PUT', `/v1/companies/${companyId}/defaults`, {
    paymentMeans: { bankAccount: 'DE89370400440532013000' },
  })
  t.equal(await valid({}), true)
  t.equal(await valid({ companyId }), true)
  t.equal(await valid({ companyId, supplier: { ...german, vatNumber: 'DE811128135' } }), false)
})

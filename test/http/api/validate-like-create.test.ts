import fc from 'fast-check'
import t from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { mutationsOf, schemaFor, valuesOf } from './schema-arbitrary.js'
import { type Answer, type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

/** An account with every kind of company that `companyId` may name, and an invoice. */
async function populated(test: Client) {
  const connected = await connectedCompany(test)
  for (const country of COUNTRY_CODES)
    await test.post('/v1/connections', { companyId: connected.companyId, countryCode: country })
  const bare = await test.post('/v1/companies', sampleCompany({ vatNumber: 'RO555' }))
  const deleted = await connectedCompany(test, sampleCompany({ vatNumber: 'RO666' }))
  await test.delete(`/v1/companies/${deleted.companyId}`)
  const invoice = await test.post('/v1/invoices', sampleInvoice({ number: 'RE-1' }))
  return {
    companies: [connected.companyId, String(bare.body['data']?.['id']), deleted.companyId, 'comp_x'],
    invoice: String(invoice.body['data']?.['id']),
  }
}

const { test } = await service.account('unlimited')
const { companies, invoice } = await populated(test)

/** Everything that a body may name beyond itself. */
const known = {
  country: fc.constantFrom('RO', 'DE'),
  companyId: fc.constantFrom(undefined, undefined, companies[0], ...companies),
  precedingInvoice: fc.constantFrom(
    undefined,
    { number: 'RE-1' },
    { id: invoice },
    { id: invoice, number: 'RE-1' },
    { id: 'inv_0000000000000000000000' },
    {},
  ),
  'supplier.vatNumber': fc.constantFrom('RO12345674', 'ro 12.345-674', 'RO777', 'DE136695976'),
} as const

const detailsOf = ({ body }: Answer) => body['error']?.['details']

/** What creating does with a body, judged first or not, is what validating says of it. */
async function sameOfBoth(body: unknown): Promise<void> {
  const validated = await test.post('/v1/invoices/validate', body)
  const created = await test.post('/v1/invoices?validate=true', body)
  const verdict = [...(validated.body['details'] ?? [])].filter(({ severity }) => severity === 'fatal')
  const expected =
    validated.status !== 200
      ? [validated.status, detailsOf(validated)]
      : verdict.length > 0
        ? [400, verdict]
        : [201, undefined]
  t.same([created.status, detailsOf(created)], expected, JSON.stringify(body).slice(0, 2_000))
  const later = await test.post('/v1/invoices', body)
  if (validated.status === 200) t.equal(later.status, 201)
  else t.same([later.status, detailsOf(later)], [validated.status, detailsOf(validated)])
}

t.test('what POST /v1/invoices refuses, validate refuses with the same details, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(valuesOf(schemaFor('RO', InvoiceBody), known), (body) => sameOfBoth(body)),
    { numRuns: 60 },
  )
  const sound = { ...sampleInvoice(), precedingInvoice: { number: 'RE-1' }, companyId: companies[0] }
  for (const { body } of mutationsOf(InvoiceBody, sound).slice(0, 150)) await sameOfBoth(body)
  for (const companyId of companies) await sameOfBoth(sampleInvoice({ companyId }))
})

t.test('validate needs no company and no gateway, as nothing is to be sent', async (t) => {
  const { test: empty, live } = await service.account()
  t.match(await empty.post('/v1/invoices', sampleInvoice()), { status: 400 })
  t.match(await empty.post('/v1/invoices/validate', sampleInvoice()), { status: 200, body: { valid: true } })
  t.match(detailsOf(await live.post('/v1/invoices', sampleInvoice())), [{ path: 'country' }])
  t.match(await live.post('/v1/invoices/validate', sampleInvoice()), { status: 200, body: { valid: true } })
  const { address } = sampleInvoice()['supplier'] as { readonly address: object }
  const unconnected = sampleInvoice({ supplier: { vatNumber: 'RO555', name: 'Exemplu SRL', address } })
  t.match(detailsOf(await test.post('/v1/invoices', unconnected)), [{ path: 'companyId' }])
  t.match(await test.post('/v1/invoices/validate', unconnected), { status: 200, body: { valid: true } })
})

t.test('a company that is named is judged, in this account and environment alone', async (t) => {
  const { test: other, live } = await service.account()
  const message = (answer: Answer) => String((detailsOf(answer) as Json)[0]?.['message'])
  const [connected, bare, deleted] = companies
  for (const [companyId, says] of [
    [bare, /no active connection for RO; connect it with POST \/v1\/connections/],
    [deleted, /was deleted/],
    ['comp_x', /does not match a company of this account and environment/],
  ] as const) {
    const answer = await test.post('/v1/invoices/validate', sampleInvoice({ companyId }))
    t.equal(answer.status, 400)
    t.match(detailsOf(answer), [{ path: 'companyId' }])
    t.match(message(answer), says)
  }
  for (const client of [other, live])
    t.match(
      message(await client.post('/v1/invoices/validate', sampleInvoice({ companyId: connected }))),
      /does not match a company/,
    )
})

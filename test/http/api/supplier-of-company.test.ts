import t from 'tap'
import { invoice } from '../../../src/domain/invoice.js'
import { load } from '../../../src/commands/handle.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

const address = {
  street: 'Strada Lipscani 12',
  city: 'Cluj-Napoca',
  postalCode: '400001',
  country: 'RO',
  stateOrProvince: 'CJ',
}
const contacts = { email: 'billing@exemplu.ro', phone: '+40 264 000 000' }
const bare = { vatNumber: 'RO12345674', name: 'Exemplu SRL' }

/** The supplier as it stands in the event. */
async function supplierIn(answer: Answer): Promise<unknown> {
  const { state } = await load(service.deps.store, invoice, `testInvoice-${String(answer.body['data']?.['id'])}`)
  if (state.status === 'none') throw new Error(JSON.stringify(answer.body))
  const { content } = state.facts
  return content.kind === 'inline' ? content.invoice.supplier : content
}

const post = async (client: Client, changes: Record<string, unknown>, key?: string) =>
  client.post('/v1/invoices', sampleInvoice(changes), key === undefined ? {} : { 'x-idempotency-key': key })

t.test("address and contacts that the supplier leaves out are the company's", async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test, sampleCompany({ address, contacts }))
  const { phone } = contacts
  for (const [given, expected] of [
    [{}, { address, ...contacts }],
    [{ email: 'a@b.ro' }, { address, phone, email: 'a@b.ro' }],
    [
      { address: { country: 'RO' }, phone: '1' },
      { address: { country: 'RO' }, email: contacts.email, phone: '1' },
    ],
  ] as const) {
    const supplier = { ...bare, vatNumber: '12.345.674', ...given }
    t.same(await supplierIn(await post(test, { supplier })), { ...bare, ...expected })
  }
  const validated = await test.post('/v1/invoices/validate', sampleInvoice({ supplier: bare }))
  t.same([validated.body['valid'], validated.body['errors']], [true, []])
})

t.test('not those of a company with another VAT number, nor what a company does not say', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test, sampleCompany({ vatNumber: 'RO999', address, contacts }))
  t.same(await supplierIn(await post(test, { supplier: bare })), bare, 'the oldest that is connected submits it')
  t.same(await supplierIn(await post(test, { supplier: bare, companyId })), bare)
  await connectedCompany(test, sampleCompany({ contacts: { phone: '7' } }))
  t.same(await supplierIn(await post(test, { supplier: bare })), { ...bare, phone: '7' })
  for (const body of [sampleInvoice({ supplier: bare }), sampleInvoice({ supplier: bare, companyId })]) {
    const { body: verdict } = await test.post('/v1/invoices/validate', body)
    t.equal(verdict['valid'], false, 'the address is missing in validate too')
    t.ok([...(verdict['details'] as Json)].some(({ path }) => String(path).startsWith('supplier.address')))
  }
})

t.test('as they were when the invoice was created, also for a repetition', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test, sampleCompany({ address, contacts }))
  const first = await post(test, { supplier: bare }, 'k')
  const moved = { ...address, street: 'Strada Nouă 1' }
  t.equal((await test.patch(`/v1/companies/${companyId}`, { address: moved, contacts: {} })).status, 200)
  const repeated = await post(test, { supplier: bare }, 'k')
  t.same([repeated.headers['idempotent-replayed'], repeated.body], ['true', first.body])
  t.same(await supplierIn(repeated), { ...bare, address, ...contacts })
  t.equal((await post(test, { supplier: { ...bare, address } }, 'k')).status, 409, 'the body as it was sent counts')
  t.same(await supplierIn(await post(test, { supplier: bare })), { ...bare, address: moved })
})

const warned = ({ body }: Answer) => [...(body['warnings'] as Json)].filter((each) => each.startsWith('CW-SUPPLIER: '))

t.test('a supplier that is no company of the account is a warning, whose page exists', async (t) => {
  const { test, live } = await service.account('unlimited')
  const unknown = await test.post('/v1/invoices/validate', sampleInvoice())
  t.match(unknown, { status: 200, body: { valid: true, errors: [] } })
  t.match(warned(unknown), [/RO12345674/])
  const detail = [...(unknown.body['details'] as Json)].find(({ rule }) => rule === 'CW-SUPPLIER')
  t.match(detail, { severity: 'warning', path: 'supplier.vatNumber', term: 'BT-31', fix: /self-billing/ })
  t.equal(unknown.body['findingsTotal'], unknown.body['details']?.length)
  const page = await service.app.inject(String(detail?.['docs']).replace('https://api.example.com', ''))
  t.equal(page.statusCode, 200)

  const { companyId } = await connectedCompany(test)
  const other = await connectedCompany(test, sampleCompany({ vatNumber: 'RO999' }))
  const german = sampleCompany({ vatNumber: 'DE136695976', country: 'DE' })
  await test.post('/v1/companies', german)
  for (const [client, changes, count] of [
    [test, {}, 0],
    [test, { companyId }, 0],
    [test, { companyId: other.companyId }, 0],
    [test, { supplier: { ...bare, vatNumber: 'RO 999' } }, 0],
    [test, { supplier: { ...bare, vatNumber: 'DE136695976' } }, 0],
    [test, { supplier: { ...bare, vatNumber: 'RO777' } }, 1],
    [live, {}, 1],
  ] as const) {
    t.equal(warned(await client.post('/v1/invoices/validate', sampleInvoice(changes))).length, count)
  }
  await test.delete(`/v1/companies/${companyId}`)
  t.equal(
    warned(await test.post('/v1/invoices/validate', sampleInvoice())).length,
    1,
    'a deleted company takes no invoices',
  )
  const selfBilled = await test.post(
    '/v1/invoices?validate=true',
    sampleInvoice({ supplier: { ...bare, vatNumber: 'RO777', address } }),
  )
  t.equal(selfBilled.status, 201, 'and it is never refused')
})

t.test('an invoice that the customer issues belongs to the company of the customer', async (t) => {
  const { test } = await service.account('unlimited')
  const street = { street: 'x', city: 'y', postalCode: '20100', stateOrProvince: 'MI' }
  const party = (country: string, vatNumber: string, more = {}) => ({
    vatNumber,
    name: 'Firma',
    address: { ...street, country },
    ...more,
  })
  const cases = [
    ['BE', 'BE0403170701', 'BE0202239951', { selfBilled: true }],
    ['DE', 'DE136695976', 'DE129273398', { selfBilled: true }],
    ['IT', 'IT00743110157', 'IT01879020517', { documentType: 'TD16' }],
  ] as const
  for (const [country, supplier, customer, more] of cases) {
    const companies = new Map<string, string>()
    // The supplier's is older.
    for (const vatNumber of [supplier, customer]) {
      const company = sampleCompany({ vatNumber, country, address: { ...street, country } })
      companies.set(vatNumber, (await connectedCompany(test, company, country)).companyId)
    }
    const body = {
      country,
      buyerReference: 'x',
      issueDate: '2026-03-31',
      dueDate: '2026-04-30',
      supplier: party(
        country,
        supplier,
        country === 'DE' ? { email: 'a@b.de', phone: '+49 30 1', contactName: 'A' } : {},
      ),
      lines: [{ description: 'x', unitPrice: 1, vatRate: { BE: 21, DE: 19, IT: 22 }[country] }],
      paymentMeans: { bankAccount: 'DE89370400440532013000' },
    }
    const bareCustomer = { vatNumber: customer, name: 'Firma' }
    for (const [more_, owner] of [
      [more, customer],
      [{ customer: party(country, customer) }, supplier],
    ] as const) {
      // The company completes its own party.
      const sent = { ...body, customer: bareCustomer, ...more_ }
      const validated = await test.post('/v1/invoices/validate', sent)
      t.match(validated.body, { valid: true }, `${country} ${JSON.stringify(validated.body['errors'])}`)
      t.equal(warned(validated).length, 0)
      const created = await test.post('/v1/invoices', sent)
      t.equal(created.body['data']?.['companyId'], companies.get(owner), `${country} ${JSON.stringify(more_)}`)
    }
    const stranger = {
      ...body,
      ...more,
      customer: party(country, { BE: 'BE0417497106', DE: 'DE811128135', IT: 'IT00488410010' }[country]),
    }
    const unknown = await test.post('/v1/invoices/validate', stranger)
    t.match(warned(unknown), [/the customer's number/])
    const detail = [...(unknown.body['details'] as Json)].find(({ rule }) => rule === 'CW-SUPPLIER')
    t.match(detail, { path: 'customer.vatNumber', term: 'BT-48', fix: /^Check customer\.vatNumber/ })
  }
})

import t from 'tap'
import { COUNTRIES, COUNTRY_CODES } from '../../../src/countries/registry.js'
import { invoice } from '../../../src/domain/invoice.js'
import { handle, load } from '../../../src/commands/handle.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

async function accepted(answer: { body: Json }) {
  const { state } = await load(service.deps.store, invoice, `testInvoice-${String(answer.body['data']?.['id'])}`)
  if (state.status === 'none') throw new Error(JSON.stringify(answer.body))
  return state.facts
}

function paths(answer: { body: Json }): string[] {
  return [...(answer.body['error']?.['details'] as Json)].map(({ path }) => String(path))
}

t.test('defaults are filled in, and VAT numbers get their prefix', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  // Already 1 April in Bucharest.
  service.clock.set('2026-03-31T21:30:00.000Z')
  const answer = await test.post('/v1/invoices', {
    country: 'RO',
    supplier: { vatNumber: 'ro 12.345-674', name: 'A' },
    customer: { vatNumber: '123456789', name: 'B', address: { country: 'GR' } },
    lines: [{ description: 'x', unitPrice: 10, vatRate: 19 }],
  })
  const facts = await accepted(answer)
  const { content } = facts
  t.match(content, {
    kind: 'inline',
    invoice: {
      invoiceType: 'invoice',
      number: /^2026-[0-9A-F]{12}$/,
      supplier: { vatNumber: 'RO12345674' },
      customer: { vatNumber: 'EL123456789' },
      currency: 'EUR',
      issueDate: '2026-04-01',
      lines: [{ description: 'x', quantity: 1, unitPrice: 10, vatRate: 19, unitCode: 'C62' }],
    },
  })
  t.match(answer.body['data'], {
    externalId: null,
    customerVat: 'EL123456789',
    netAmount: '10.00',
    grossAmount: '11.90',
  })
  service.clock.set('2026-03-31T09:30:00.000Z')
})

t.test('the company is the one named, else by VAT number, else the oldest that is connected', async (t) => {
  const { test } = await service.account('unlimited')
  const companyOf = async (changes: Record<string, unknown> = {}) =>
    (await accepted(await test.post('/v1/invoices', sampleInvoice(changes)))).companyId
  const none = await test.post('/v1/invoices', sampleInvoice())
  t.same([none.status, paths(none)], [400, ['companyId']])

  const bare = String((await test.post('/v1/companies', sampleCompany({ vatNumber: 'RO555' }))).body['data']?.['id'])
  const unconnected = await test.post('/v1/invoices', sampleInvoice({ companyId: bare }))
  t.same([unconnected.status, paths(unconnected)], [400, ['companyId']])
  t.match(unconnected.body['error']?.['message'], /POST \/v1\/connections/)

  service.clock.advance(1)
  const oldest = await connectedCompany(test, sampleCompany({ vatNumber: 'RO111' }))
  service.clock.advance(1)
  const younger = await connectedCompany(test, sampleCompany({ vatNumber: 'RO222' }))
  t.equal(await companyOf(), oldest.companyId)
  t.equal(await companyOf({ companyId: younger.companyId }), younger.companyId)
  service.clock.advance(1)
  const matching = await connectedCompany(test)
  t.equal(await companyOf(), matching.companyId)

  await test.delete(`/v1/connections/${matching.connectionId}`)
  const lost = await test.post('/v1/invoices', sampleInvoice())
  t.same([lost.status, paths(lost)], [400, ['companyId']], 'another company is not used instead')
  await test.delete(`/v1/companies/${matching.companyId}`)
  t.equal(await companyOf(), oldest.companyId)
  const deleted = await test.post('/v1/invoices', sampleInvoice({ companyId: matching.companyId }))
  t.same(paths(deleted), ['companyId'])
  const unknown = await test.post('/v1/invoices', sampleInvoice({ companyId: 'comp_x\u{1F9FE}' }))
  t.same(paths(unknown), ['companyId'])
})

t.test('a country whose format is not built is refused on `country`', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test, sampleCompany(), 'RO')
  const unbuilt = COUNTRY_CODES.filter((code) => service.deps.countryOf(code).invoicing === null)
  for (const country of unbuilt) {
    for (const url of ['/v1/invoices', '/v1/invoices/validate']) {
      const answer = await test.post(url, sampleInvoice({ country }))
      t.same([answer.status, paths(answer)], [400, ['country']])
      t.match(answer.body['error']?.['message'], /not available/)
    }
  }
})

t.test('attachments and large invoices lie in the document store', async (t) => {
  const { id, test } = await service.account()
  const { companyId } = await connectedCompany(test)
  const content = Buffer.from('%PDF-1.7\n').toString('base64')
  const line = { description: 'x'.repeat(300), unitPrice: 1, vatRate: 21 }
  const answer = await test.post(
    '/v1/invoices',
    sampleInvoice({
      companyId,
      lines: Array.from({ length: 1_000 }, () => line),
      attachments: [{ filename: 'bestellung ä.pdf', content, mimeType: 'application/pdf' }],
    }),
  )
  t.equal(answer.status, 201, JSON.stringify(answer.body))
  const facts = await accepted(answer)
  t.equal(facts.content.kind, 'document')
  t.equal(facts.netAmount, '1000.00')
  const url = `/v1/invoices/${facts.invoiceId}/documents`
  const listed = await test.get(url)
  t.match(listed.body['data'], [
    {
      kind: 'attachment-1',
      filename: 'bestellung ä.pdf',
      mediaType: 'application/pdf',
      size: 9,
      sha256: /^[0-9a-f]{64}$/,
    },
  ])
  const fetched = await test.get(`${url}/attachment-1`)
  t.same([fetched.status, fetched.body], [200, '%PDF-1.7\n'])
  t.equal(fetched.headers['content-type'], 'application/pdf')
  t.match(fetched.headers['content-disposition'], /^attachment; filename\*=UTF-8''bestellung%20/)
  t.equal((await test.get(`${url}/xml`)).status, 404)
  const scope = { account: id, environment: 'test' as const }
  const xml = await service.deps.documents.put(scope, Buffer.from('<Invoice/>'), 'application/xml')
  await record(facts.invoiceId, id, [
    { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'f' } },
    { type: 'InvoiceConverted', data: { format: 'f', document: xml } },
  ])
  t.equal((await test.get(`${url}/xml`)).body, '<Invoice/>')
})

t.test('a note may name the invoice that it corrects by id', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test)
  const original = await test.post('/v1/invoices', sampleInvoice({ number: 'RE-1' }))
  const id = original.body['data']?.['id']
  const note = sampleInvoice({ invoiceType: 'credit_note', precedingInvoice: { id } })
  const { content } = await accepted(await test.post('/v1/invoices', note))
  t.match(content, { invoice: { precedingInvoice: { number: 'RE-1', issueDate: '2026-03-31' } } })
  for (const [precedingInvoice, path] of [
    [{ id: 'inv_0000000000000000000000' }, 'precedingInvoice.id'],
    [{ id, number: 'x' }, 'precedingInvoice.id'],
    [{}, 'precedingInvoice.number'],
  ] as const) {
    const answer = await test.post('/v1/invoices', sampleInvoice({ precedingInvoice }))
    t.same([answer.status, paths(answer)], [400, [path]])
  }
})

t.test('only an errored invoice can be retried', async (t) => {
  const { id: account, test } = await service.account()
  await connectedCompany(test)
  const created = await test.post('/v1/invoices', sampleInvoice())
  const id = String(created.body['data']?.['id'])
  const url = `/v1/invoices/${id}/retry`
  t.equal((await test.post(url)).status, 409)
  const fault = { errorMessage: 'BR-01: x', errorTranslated: 'x', errorFix: 'y' }
  await record(id, account, [{ type: 'InvoiceFailed', data: { reason: 'rules', ...fault } }])
  const docs = ['https://api.example.com/docs/rules/BR-01']
  t.match((await test.get(`/v1/invoices/${id}`)).body['data'], { status: 'error', ...fault, docs })
  const retried = await test.post(url)
  t.equal(retried.status, 200)
  t.match(retried.body['data'], { status: 'created', errorMessage: null, errorTranslated: null, errorFix: null })
  t.notOk('docs' in (retried.body['data'] ?? {}))
  t.same((await test.get(`/v1/invoices/${id}`)).body, retried.body)
  const events = (await test.get(`/v1/invoices/${id}/events`)).body['data'] as Json
  t.same(
    [...events].map(({ event }) => event),
    ['invoice.created', 'invoice.error'],
  )
})

t.test('what an error shows only the beginning of can be fetched until the invoice is retried', async (t) => {
  const { id: account, test } = await service.account()
  await connectedCompany(test)
  const scope = { account, environment: 'test' as const }
  const fault = { errorMessage: 'BR-1: x', errorTranslated: 'x', errorFix: 'y' }
  for (const [reason, kind, content, mediaType] of [
    ['rules', 'findings', '[{"rule":"BR-1"}]', 'application/json'],
    ['government', 'rejection', 'closed', 'text/plain; charset=utf-8'],
  ] as const) {
    const id = String((await test.post('/v1/invoices', sampleInvoice())).body['data']?.['id'])
    const document = await service.deps.documents.put(scope, Buffer.from(content), mediaType)
    const failed = { type: 'InvoiceFailed', data: { reason, ...fault, document } } as const
    const way = [
      { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'f' } },
      { type: 'InvoiceConverted', data: { format: 'f', document } },
      { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
    ] as const
    await record(id, account, reason === 'rules' ? [failed] : [...way, failed])
    const url = `/v1/invoices/${id}/documents`
    t.match([...((await test.get(url)).body['data'] as Json)].at(-2), { kind, filename: null, mediaType })
    const fetched = await test.get(`${url}/${kind}`)
    t.same([fetched.status, fetched.headers['content-type']], [200, mediaType])
    t.equal(typeof fetched.body === 'string' ? fetched.body : JSON.stringify(fetched.body), content)
    t.match(fetched.headers['content-disposition'], kind === 'findings' ? /findings\.json$/ : /rejection\.txt$/)
    await test.post(`/v1/invoices/${id}/retry`)
    t.equal((await test.get(`${url}/${kind}`)).status, 404)
  }
})

t.test('validate judges by the rules and leaves no trace', async (t) => {
  const { test } = await service.account()
  const good = await test.post('/v1/invoices/validate', sampleInvoice())
  t.same([good.status, good.body['valid'], good.body['errors']], [200, true, []], JSON.stringify(good.body))
  const bad = await test.post('/v1/invoices/validate', sampleInvoice({ issueDate: '2026-03-01', currency: undefined }))
  t.equal(bad.body['valid'], false)
  for (const error of bad.body['errors'] as Json) t.match(String(error), /^[A-Z0-9-]+: ./)
  t.ok((bad.body['details'] as Json).length >= (bad.body['errors'] as Json).length)
  t.same((await test.get('/v1/invoices')).body['data'], [])
})

type Fact = Parameters<typeof invoice.evolve>[1]

async function record(id: string, account: string, events: Fact[]): Promise<void> {
  const context = {
    account,
    environment: 'test' as const,
    actor: 'operator' as const,
    correlationId: id,
    causationId: id,
  }
  const outcome = await handle(service.deps, context, invoice, `testInvoice-${id}`, () => ({ kind: 'accept', events }))
  const position = outcome.loaded.position
  await service.deps.freshness.waitFor(position, ['invoices', 'timeline'])
}

t.test('the format is one that the country takes', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  t.match(await test.post('/v1/invoices', sampleInvoice({ format: 'ubl' })), { status: 201 })
  for (const url of ['/v1/invoices', '/v1/invoices/validate'])
    t.match(await test.post(url, sampleInvoice({ format: 'cii' })), {
      status: 400,
      body: { error: { details: [{ path: 'format', message: "can't be cii for RO: Romania accepts ubl" }] } },
    })
  t.match(await test.post('/v1/invoices', sampleInvoice({ format: 'pdf' })), { status: 400 })
  await connectedCompany(test, { name: 'Beispiel GmbH', vatNumber: 'DE136695976', country: 'DE' }, 'DE')
  const german = await test.post('/v1/invoices', sampleInvoice({ country: 'DE', format: 'cii', currency: 'EUR' }))
  t.match(await accepted(german), { content: { invoice: { format: 'cii' } } })
})

t.test('a magic value in the external id does not become the number in the test environment', async (t) => {
  const { test } = await service.account('unlimited')
  await connectedCompany(test)
  const numberOf = async (changes: Record<string, unknown>) =>
    (await accepted(await test.post('/v1/invoices', sampleInvoice(changes)))).number
  const first = await numberOf({ externalId: 'SIM-REJECT-CUI' })
  t.match(first, /^2026-[0-9A-F]{12}$/)
  t.not(await numberOf({ externalId: 'SIM-REJECT-CUI' }), first, 'and works again')
  t.equal(await numberOf({ externalId: 'SIM-OUTAGE-30', number: 'F-30' }), 'F-30')
  t.equal(await numberOf({ externalId: 'SIMPLE-17' }), 'SIMPLE-17')
})

t.test('a live invoice that can not be sent is refused at once, and leaves no trace', async (t) => {
  const plans = { one: { monthlyInvoices: { test: null, production: 1 }, activeCompanies: 10 } }
  const app = await service.secondApp({ hasGateway: (environment) => environment === 'test', config: { plans } })
  const account = await service.account('one')
  const [live, test] = [account.live.on(app), account.test.on(app)]
  const company = await live.post('/v1/companies', sampleCompany({ country: 'BE', vatNumber: 'BE0417710407' }))
  const companyId = String(company.body['data']?.['id'])
  const connection = await live.post('/v1/connections', { companyId, countryCode: 'BE' })
  const credentials = { url: 'https://ap.example/v1', apiKey: 'k' }
  await live.send('PUT', `/v1/connections/${String(connection.body['data']?.['id'])}/credentials`, credentials)

  for (const { code: country, invoicing } of Object.values(COUNTRIES)) {
    if (invoicing === null) continue
    const refused = await live.post('/v1/invoices', sampleInvoice({ country, companyId }))
    t.same([refused.status, refused.body['error']?.['type'], paths(refused)], [400, 'validation_error', ['country']])
    t.match(refused.body['error']?.['message'], /not configured for live invoices .* With a test key/)
  }
  const body = sampleInvoice({ country: 'BE', companyId })
  const key = { 'x-idempotency-key': 'one' }
  t.equal((await live.post('/v1/invoices', body, key)).status, 400)
  t.same((await live.get('/v1/invoices')).body['data'], [])

  const built = await service.secondApp({ hasGateway: () => true, config: { plans } })
  const created = await live.on(built).post('/v1/invoices', body, key)
  t.equal(created.status, 201, 'when there is a gateway the key is free, and so is the only place of the month')
  t.equal((await live.on(built).post('/v1/invoices', body)).status, 403)
  const repeated = await live.post('/v1/invoices', body, key)
  t.same([repeated.status, repeated.headers['idempotent-replayed']], [201, 'true'], 'what was taken in is answered')

  await connectedCompany(test)
  t.equal((await test.post('/v1/invoices', sampleInvoice())).status, 201, 'the simulated governments are there')
  t.equal((await live.post('/v1/invoices/validate', body)).status, 200, 'judging needs no government')
})

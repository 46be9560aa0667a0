import t from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import { invoice, type InvoiceEvent } from '../../../src/domain/invoice.js'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { EXAMPLES } from '../../../src/http/api/openapi/examples/all.js'
import { SHARED_ERRORS } from '../../../src/http/api/openapi/errors.js'
import { withoutAccidents } from '../../support/same-as-example.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, startTestService } from './test-service.js'

const service = await startTestService(t, { config: { rateLimitPerMinute: 600 } })

/** How each example of an error comes about, by its name in the document. */
const PROVOKED: Readonly<Record<string, () => Promise<Answer>>> = {
  missingField: async () => {
    const { test } = await service.account()
    return test.post('/v1/invoices', sampleInvoice({ lines: [{ description: 'x', vatRate: 21 }] }))
  },
  brokenRule: async () => {
    const { test } = await service.account()
    const { companyId } = await connectedCompany(test)
    const body = EXAMPLES['validateInvoice']?.requests?.['invalid']?.value as object
    return test.post('/v1/invoices?validate=true', { ...body, companyId })
  },
  brokenJson: async () => (await service.account()).test.post('/v1/companies', '{x'),
  noKey: async () => (await service.account()).test.send('GET', '/v1/companies', undefined, { authorization: '' }),
  invalidKey: async () => {
    const { test } = await service.account()
    return test.send('GET', '/v1/companies', undefined, { authorization: `Bearer sk_test_${'0'.repeat(40)}` })
  },
  readOnlyKey: async () => {
    const { test } = await service.account()
    const { body } = await test.post('/v1/api-keys', { name: 'reader', permissions: ['read'] })
    const authorization = `Bearer ${String(body['data']?.['key'])}`
    return test.send('POST', '/v1/companies', sampleCompany(), { authorization })
  },
  usageLimit: async () => {
    const { test } = await service.account()
    await connectedCompany(test)
    for (let count = 0; count < 50; count++)
      await test.post('/v1/invoices', sampleInvoice({ externalId: `order-${count}` }))
    return test.post('/v1/invoices', sampleInvoice({ externalId: 'order-50' }))
  },
  companyLimit: async () => {
    const { test } = await service.account()
    for (let count = 0; count < 10; count++) await test.post('/v1/companies', sampleCompany())
    return test.post('/v1/companies', sampleCompany())
  },
  unknown: async () => (await service.account()).test.get('/v1/invoices/inv_0000000000000000000000'),
  otherId: async () => (await service.account()).test.get('/v1/invoices/comp_7QxGk2sVb9LnT0wRc4ZmYe'),
  noLevel: async () => {
    const { id, test } = await service.account()
    const supplier = { vatNumber: 'DE136695976', name: 'Muster', address: { city: 'Berlin', country: 'DE' } }
    await connectedCompany(test, { name: 'Muster', vatNumber: supplier.vatNumber, country: 'DE' }, 'DE')
    const body = JSON.parse(
      JSON.stringify({ ...sampleInvoice(), country: 'DE', supplier, format: 'factur-x', companyId: undefined }),
    ) as object
    const invoiceId = String((await test.post('/v1/invoices', body)).body['data']?.['id'])
    const guideline = 'GuidelineSpecifiedDocumentContextParameter'
    const xml = `<I><${guideline}><ID>urn:cen.eu:en16931:2017#x:extended-ctc-fr</ID></${guideline}></I>`
    const scope = { account: id, environment: 'test' } as const
    const document = await service.deps.documents.put(scope, Buffer.from(xml), 'application/xml')
    const events: readonly InvoiceEvent[] = [
      { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'f' } },
      { type: 'InvoiceConverted', data: { format: 'f', document } },
    ]
    const context = { ...scope, actor: 'operator', correlationId: invoiceId, causationId: invoiceId } as const
    await handle(service.deps, context, invoice, `testInvoice-${invoiceId}`, () => accept(...events))
    return test.get(`/v1/invoices/${invoiceId}/documents/factur-x`)
  },
  keyReused: async () => {
    const { test } = await service.account()
    await connectedCompany(test)
    const key = { 'X-Idempotency-Key': 'first' }
    await test.post('/v1/invoices', sampleInvoice(), key)
    return test.post('/v1/invoices', sampleInvoice({ externalId: 'another' }), key)
  },
  alreadyRevoked: async () => {
    const { test } = await service.account()
    const { body } = await test.post('/v1/api-keys', { name: 'short' })
    const url = `/v1/api-keys/${String(body['data']?.['id'])}`
    await test.delete(url)
    return test.delete(url)
  },
  tooLarge: async () => (await service.account()).test.post('/v1/companies', `{"name":"${'x'.repeat(13 * 2 ** 20)}"}`),
  notJson: async () => {
    const { test } = await service.account()
    return test.send('POST', '/v1/companies', sampleCompany(), { 'content-type': 'text/plain' })
  },
  coding: async () => {
    const { test } = await service.account()
    return test.send('POST', '/v1/companies', sampleCompany(), { 'content-encoding': 'br' })
  },
  tooMany: async () => {
    const { test } = await service.account()
    for (let count = 0; count < 600; count++) await test.get('/v1/invoices/x')
    return test.get('/v1/companies')
  },
  internal: async () => {
    const broken = await service.secondApp({
      countryOf: () => {
        throw new Error('broken on purpose')
      },
    })
    return (await service.account()).test.on(broken).post('/v1/companies', sampleCompany())
  },
  away: async () => {
    const waiting = { waitFor: () => Promise.reject(new EventStoreUnavailable('away on purpose')) }
    const cut = await service.secondApp({ freshness: waiting })
    return (await service.account()).test.on(cut).post('/v1/companies', sampleCompany())
  },
}

for (const [status, { name, examples }] of Object.entries(SHARED_ERRORS)) {
  t.test(`${status} ${name}: each example is what the service answers`, async (t) => {
    for (const [id, { value }] of Object.entries(examples)) {
      const answer = await PROVOKED[id]?.()
      t.equal(answer?.status, Number(status), id)
      t.same(withoutAccidents(answer?.body), withoutAccidents(value), id)
    }
  })
}

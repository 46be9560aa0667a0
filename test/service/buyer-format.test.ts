import { readFileSync } from 'node:fs'
import t from 'tap'
import { databaseSettings, startHere } from '../support/service-here.js'
import { waitFor } from '../support/wait-for.js'

const SAMPLE = JSON.parse(readFileSync('samples/de/02-business-skonto.json', 'utf8')) as {
  readonly supplier: { readonly vatNumber: string }
  readonly customer: object
}

interface Shown {
  readonly status: string
  readonly errorMessage: string | null
  readonly errorFix: string | null
}

t.test('an invoice of the test environment is written as its buyer receives it', { timeout: 120_000 }, async (t) => {
  const service = await startHere(t, { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' })
  const call = async (path: string, body?: object): Promise<Response> =>
    fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${service.demo.testKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const data = async <T>(path: string, body?: object): Promise<T> =>
    ((await (await call(path, body)).json()) as { readonly data: T }).data
  const company = await data<{ id: string }>('/v1/companies', {
    name: 'Isar',
    vatNumber: SAMPLE.supplier.vatNumber,
    country: 'DE',
  })
  await data('/v1/connections', { companyId: company.id, countryCode: 'DE' })
  const decided = async (externalId: string, peppolId: string, format?: string, profile?: string) => {
    const customer = { ...SAMPLE.customer, peppolId }
    const { id } = await data<{ id: string }>('/v1/invoices', { ...SAMPLE, externalId, customer, format, profile })
    const shown = await waitFor('it is decided', async () => {
      const found = await data<Shown>(`/v1/invoices/${id}`)
      return ['accepted', 'rejected', 'error'].includes(found.status) ? found : null
    })
    const events = await data<readonly { event: string; metadata: object | null }[]>(`/v1/invoices/${id}/events`)
    const xml = await (await call(`/v1/invoices/${id}/documents/xml`)).text()
    return { ...shown, validated: events.find(({ event }) => event === 'invoice.validated')?.metadata, xml }
  }
  const chosen = await decided('F-1', '9930:SIM-CII-ONLY')
  t.match(chosen, { status: 'accepted', validated: { format: 'CII D16B XRechnung 3.0' }, xml: /CrossIndustryInvoice/ })
  t.notOk('warnings' in (chosen.validated ?? {}))
  t.match(await decided('F-2', '9930:DE129273398'), { validated: { format: 'UBL 2.1 XRechnung 3.0' } })
  t.match(await decided('F-3', '9930:SIM-UBL-ONLY', 'cii'), {
    status: 'error',
    errorMessage: /does not support the document type .*CrossIndustryInvoice/,
    errorFix: /`format: "ubl"`/,
    validated: undefined,
  })
  t.match(await decided('F-4', '9930:SIM-ZUGFERD', 'factur-x', 'extended'), {
    status: 'accepted',
    validated: { format: 'CII D22B ZUGFeRD 2.5 EXTENDED' },
    xml: /urn:factur-x\.eu:1p0:extended</,
  })
  for (const profile of ['en16931', 'extended'])
    t.match(await decided(`F-5-${profile}`, '9930:DE129273398', 'factur-x', profile), {
      status: 'error',
      errorMessage: /does not support the document type .*CrossIndustryInvoice/,
      errorFix: /without `profile` and `format`/,
    })
})

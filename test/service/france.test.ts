import { readFileSync } from 'node:fs'
import t from 'tap'
import { startChorus } from '../standins/chorus/index.js'
import { facturXIn } from '../standins/factur-x.js'
import { startFlowService } from '../standins/flow-service/index.js'
import { databaseSettings, startHere } from '../support/service-here.js'
import { waitFor } from '../support/wait-for.js'

const sample = (name: string) =>
  JSON.parse(readFileSync(`samples/fr/${name}.json`, 'utf8')) as {
    readonly supplier: { readonly vatNumber: string }
    readonly customer: object
  }
/** The samples with numbers whose check digits are right, as the live environment asks. */
const supplier = { ...sample('12-authority').supplier, vatNumber: 'FR44732829320', siret: '73282932000074' }
const AUTHORITY = {
  ...sample('12-authority'),
  supplier,
  customer: { ...sample('12-authority').customer, vatNumber: 'FR72217500016' },
}
const PRIVATE = {
  ...sample('01-domestic-services'),
  supplier,
  customer: {
    vatNumber: 'FR40303265045',
    name: 'Acheteur SAS',
    address: { country: 'FR', city: 'Lyon', street: '1 rue du Lac', postalCode: '69003' },
  },
}

interface Shown {
  readonly id: string
  readonly status: string
  readonly govId: string | null
  readonly errorMessage: string | null
}

t.test('live invoices go through Chorus Pro or a platform, each in its form', { timeout: 120_000 }, async (t) => {
  const chorus = await startChorus()
  const platform = await startFlowService()
  t.teardown(() => Promise.all([chorus.stop(), platform.stop()]))
  const service = await startHere(t, {
    ...(await databaseSettings(t)),
    ...chorus.settings,
    GATEWAY_ALLOW_PRIVATE_NETWORK: 'true',
    GOVERNMENT_PACE: '0.005',
  })
  const call = async (method: string, path: string, body?: object | string): Promise<Response> =>
    fetch(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${service.demo.liveKey}`,
        'content-type': typeof body === 'string' ? 'application/xml' : 'application/json',
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const data = async <T>(method: string, path: string, body?: object | string): Promise<T> => {
    const answer = await call(method, path, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { readonly data: T }).data
  }
  const company = await data<{ id: string }>('POST', '/v1/companies', {
    name: 'Vendeur',
    vatNumber: AUTHORITY.supplier.vatNumber,
    country: 'FR',
  })
  const connection = await data<{ id: string }>('POST', '/v1/connections', { companyId: company.id, countryCode: 'FR' })
  const credentials = (given: object) => data('PUT', `/v1/connections/${connection.id}/credentials`, given)
  const decided = async ({ id }: { readonly id: string }): Promise<Shown> =>
    waitFor('it is decided', async () => {
      const found = await data<Shown>('GET', `/v1/invoices/${id}`)
      return ['accepted', 'rejected', 'error'].includes(found.status) ? found : null
    })
  const posted = (body: object) => data<Shown>('POST', '/v1/invoices', { companyId: company.id, ...body })
  const bytesOf = async (id: string, kind: string): Promise<Buffer> =>
    Buffer.from(await (await call('GET', `/v1/invoices/${id}/documents/${kind}`)).arrayBuffer())

  await credentials({ ...chorus.credentials, ...platform.credentials })
  const inPdf = await decided(await posted({ ...AUTHORITY, externalId: 'FR-1', number: 'FR-1' }))
  t.match(inPdf, { status: 'accepted', govId: /^CPP/, errorMessage: null })
  t.match(chorus.deposits[0], { syntax: 'IN_DP_E2_CII_FACTURX', name: /\.pdf$/, errors: [] })
  const pdf = await bytesOf(inPdf.id, 'factur-x')
  t.same(facturXIn(pdf), await bytesOf(inPdf.id, 'xml'), 'the PDF that was sent, with the XML inside')
  const kinds = await data<readonly { kind: string; sha256: string | null }[]>(
    'GET',
    `/v1/invoices/${inPdf.id}/documents`,
  )
  t.match(kinds.find(({ kind }) => kind === 'factur-x')?.sha256, /^[0-9a-f]{64}$/)

  for (const [format, syntax] of [
    ['ubl', 'IN_DP_E1_UBL_INVOICE'],
    ['cii', 'IN_DP_E1_CII_16B'],
    ['factur-x', 'IN_DP_E2_CII_FACTURX'],
  ] as const) {
    const number = `FR-${format}`
    t.match(await decided(await posted({ ...AUTHORITY, externalId: number, number, format })), { status: 'accepted' })
    t.equal(chorus.deposits.at(-1)?.syntax, syntax)
  }
  const reform = (
    await bytesOf(
      (await decided(await posted({ ...AUTHORITY, externalId: 'FR-2', number: 'FR-2', format: 'ubl' }))).id,
      'xml',
    )
  )
    .toString()
    .replace('>A1<', '>S1<')
    .replaceAll('FR-2', 'FR-3')
  const own = await decided(await data<Shown>('POST', '/v1/invoices?country=FR', reform))
  t.match(own, { status: 'error', errorMessage: /CW-FR-CHORUS-FRAMEWORK/ }, 'refused before it is deposited')
  t.notOk(chorus.deposits.some(({ invoice }) => invoice.number === 'FR-3'))

  const toPlatform = await decided(await posted({ ...PRIVATE, externalId: 'FR-4', number: 'FR-4', format: 'factur-x' }))
  t.match(toPlatform, { status: 'accepted' })
  t.match(platform.taken.at(-1), { info: { flowSyntax: 'Factur-X' } })
  await credentials(platform.credentials)
  t.match(await decided(await posted({ ...AUTHORITY, externalId: 'FR-5', number: 'FR-5' })), { status: 'accepted' })
  t.match(platform.taken.at(-1), { info: { flowSyntax: 'UBL' }, invoice: { number: 'FR-5' } }, 'a platform forwards it')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { accountOf, domesticSample } from '../../support/account-of-test.js'
import { dataOf } from '../../support/api.js'
import { databaseSettings, startHere } from '../../support/service-here.js'
import { waitFor } from '../../support/wait-for.js'

type Json = Record<string, unknown>
interface Identified extends Json {
  readonly id: string
}

const env = { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' }
const service = await startHere(t, env)

/** An invoice of a country that arrived at a company of the same account. */
async function arrived(t: Test, country: CountryCode) {
  const { api, company } = await accountOf(t, service.url, env)
  const invoice = domesticSample(country)
  const customer = invoice['customer'] as Json & { address: { country: string } }
  const supplier = await company(invoice['supplier'] as Json, country)
  const buyer = await company(customer, customer.address.country)
  dataOf(await api('PUT', `companies/${buyer}/receiving`, { enabled: true, peppolIds: [] }))
  const sent = dataOf<Identified>(await api('POST', 'invoices', { ...invoice, companyId: supplier }))
  const [received] = await waitFor('the invoice', async () => {
    const found = dataOf<Identified[]>(await api('GET', 'received'))
    return found.length > 0 && found
  })
  if (received === undefined) throw new Error('none arrived')
  const path = `received/${received.id}/responses`
  const ended = (count: number) =>
    waitFor(`${count} ended responses`, async () => {
      const found = dataOf<Identified[]>(await api('GET', path))
      const open = found.filter(({ status }) => status === 'requested' || status === 'submitted')
      return found.length === count && open.length === 0 && found
    })
  return { api, sent, received, path, ended }
}

const NATIONAL = { BE: ['UQ', 'AP', 'PD'], DE: ['UQ', 'AP', 'PD'] } as const

for (const country of ['BE', 'DE'] as const) {
  t.test(`responses of ${country} reach the invoice of the sender, in order`, { timeout: 60_000 }, async (t) => {
    const { api, sent, received, path, ended } = await arrived(t, country)
    const reason = 'Lieferung unvollständig <1> & "2" 😀'
    const first = await api('POST', path, { code: 'disputed', reason, reasonCode: 'DEL' })
    t.equal(first.status, 201)
    t.match(dataOf(first), {
      id: /^rsp_/,
      receivedId: received.id,
      code: 'disputed',
      nationalCode: 'UQ',
      reason,
      reasonCode: 'DEL',
      amount: null,
      date: null,
      status: 'requested',
    })
    t.match(dataOf(await api('GET', `received/${received.id}`)), { status: 'answered' })
    t.match(dataOf(await api('POST', path, { code: 'approved' })), { reasonCode: null })
    t.match(dataOf(await api('POST', path, { code: 'paid', amount: 10.5, date: '2026-03-31' })), { amount: '10.50' })
    t.same(
      (await ended(3)).map(({ nationalCode, status }) => [nationalCode, status]),
      NATIONAL[country].map((code) => [code, 'confirmed']),
    )
    const shown = dataOf<Json[]>(await api('GET', `invoices/${sent.id}/responses`))
    t.same(
      shown.map(({ code }) => code),
      NATIONAL[country],
    )
    t.match(shown[0], { reason, label: 'Under query' })
    const late = await api('POST', path, { code: 'rejected', reason: 'Too late' })
    t.equal(late.status, 409)
    const events = dataOf<Json[]>(await api('GET', `received/${received.id}/events`)).map(({ event }) => event)
    const each = ['received.response_requested', 'received.response_sent', 'received.response_confirmed']
    t.same(events.toSorted(), ['received.created', ...each, ...each, ...each].toSorted(), 'nothing is missing')
  })
}

t.test('a message to the seller in Romania, and what fails', { timeout: 60_000 }, async (t) => {
  const { api, sent, received, path, ended } = await arrived(t, 'RO')
  const refused = async (body: Json): Promise<readonly [string, string]> => {
    const answer = await api('POST', path, body)
    t.equal(answer.status, 400, JSON.stringify(body))
    const { error } = answer.body as { error: { details: { path: string; message: string }[] } }
    return [error.details[0]?.path ?? '', error.details[0]?.message ?? '']
  }
  t.match(await refused({ code: 'approved' }), ['code', /disputed, rejected$/])
  t.match(await refused({ code: 'constructor' }), ['code', /disputed, rejected$/])
  t.match(await refused({ code: 'disputed' }), ['reason', /is needed/])
  t.match(await refused({ code: 'rejected' }), ['reason', /is needed/])
  t.match(await refused({ code: 'rejected', reason: 'x', reasonCode: 'OTH' }), ['reasonCode', /Romania has no codes/])
  t.match(await refused({ code: 'rejected', reason: '\u0001' }), ['reason', /./])
  t.match(await refused({ code: 'rejected', reason: 'x', amount: 1.005 }), ['amount', /two decimals/])
  t.match(await refused({ code: 'rejected', reason: 'x', date: '2026-02-30' }), ['date', /./])
  t.same(dataOf(await api('GET', path)), [])
  t.match(dataOf(await api('GET', `received/${received.id}`)), { status: 'received' })

  dataOf(await api('POST', path, { code: 'rejected', reason: 'SIM-REJECT-CUI' }))
  const [failed] = await ended(1)
  t.match(failed, { status: 'failed', nationalCode: 'RASP' })
  t.ok(String(failed?.['errorMessage']).length > 10, "in the government's words")
  t.match(dataOf(await api('GET', `received/${received.id}`)), { status: 'read' })
  t.same(dataOf(await api('GET', `invoices/${sent.id}/responses`)), [])

  dataOf(await api('POST', path, { code: 'rejected', reason: 'Marfa "deteriorată" & <ruptă>' }))
  t.match((await ended(2))[1], { status: 'confirmed' })
  const [shown] = dataOf<Json[]>(await api('GET', `invoices/${sent.id}/responses`))
  t.match(shown, { code: 'RASP', reason: 'Marfa "deteriorată" & <ruptă>' })
  t.equal((await api('POST', path, { code: 'disputed', reason: 'Too late' })).status, 409)
})

t.test('statuses of the life cycle in France', { timeout: 60_000 }, async (t) => {
  const { api, sent, received, path, ended } = await arrived(t, 'FR')
  const other = await api('POST', path, { code: 'disputed', reasonCode: 'DEL' })
  t.equal(other.status, 400)
  t.match(JSON.stringify(other.body), /reasons of the life cycle[^"]*QTE_ERR/)
  const given = [
    { code: 'acknowledged' },
    { code: 'disputed', reason: 'Deux cartons manquent', reasonCode: 'LIVR_INCOMP' },
    { code: 'rejected', reason: 'Rien commandé' },
  ]
  for (const body of given) t.equal((await api('POST', path, body)).status, 201, body.code)
  t.match(
    (await ended(3)).map(({ nationalCode, reasonCode, status }) => [nationalCode, reasonCode, status]),
    [
      ['203', null, 'confirmed'],
      ['207', 'LIVR_INCOMP', 'confirmed'],
      ['210', 'AUTRE', 'confirmed'],
    ],
  )
  const shown = dataOf<Json[]>(await api('GET', `invoices/${sent.id}/responses`))
  t.match(shown, [
    { code: '203', reason: null },
    { code: '207', reason: 'Deux cartons manquent' },
    { code: '210', reason: 'Rien commandé', label: 'Refused by the buyer' },
  ])
  t.equal((await api('POST', path, { code: 'paid' })).status, 409)
  t.match(dataOf(await api('GET', `received/${received.id}`)), { status: 'answered' })
})

t.test('an invoice of Poland takes no response', { timeout: 60_000 }, async (t) => {
  const { api, path } = await arrived(t, 'PL')
  const answer = await api('POST', path, { code: 'approved' })
  t.equal(answer.status, 400)
  t.match(JSON.stringify(answer.body), /Poland has no answers/)
})

t.test(
  'a Belgian and a French company of one account invoice and answer each other',
  { timeout: 60_000 },
  async (t) => {
    const { api, company } = await accountOf(t, service.url, env)
    const read = (file: string): Json =>
      JSON.parse(readFileSync(join(import.meta.dirname, '../../../../samples', file), 'utf8')) as Json
    const invoices = { BE: read('be/04-intra-community.json'), FR: read('fr/03-intra-community.json') }
    const parties = { BE: invoices.BE['supplier'] as Json, FR: invoices.FR['supplier'] as Json }
    const ids = { BE: await company(parties.BE, 'BE'), FR: await company(parties.FR, 'FR') }
    for (const id of Object.values(ids))
      dataOf(await api('PUT', `companies/${id}/receiving`, { enabled: true, peppolIds: [] }))
    for (const [from, to, code, national] of [
      ['BE', 'FR', 'approved', 'AP'],
      ['FR', 'BE', 'approved', '205'],
    ] as const) {
      const { vatNumber, name, address } = parties[to]
      const customer = { vatNumber, name, address }
      const body = { ...invoices[from], customer, companyId: ids[from], externalId: `${from}-to-${to}` }
      const sent = dataOf<Identified>(await api('POST', 'invoices', body))
      const [received] = await waitFor(`the invoice of ${from}`, async () => {
        const found = dataOf<Identified[]>(await api('GET', `received?companyId=${ids[to]}`))
        return found.length > 0 && found
      })
      t.match(received, { country: from, customerVat: vatNumber, supplierVat: parties[from]['vatNumber'], valid: true })
      dataOf(await api('POST', `received/${received?.id ?? ''}/responses`, { code, reason: 'Merci, bedankt' }))
      const [shown] = await waitFor('the response at the sender', async () => {
        const found = dataOf<Json[]>(await api('GET', `invoices/${sent.id}/responses`))
        return found.length > 0 && found
      })
      t.match(shown, { code: national, reason: 'Merci, bedankt' })
    }
  },
)

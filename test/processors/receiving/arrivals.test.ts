import t from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import { accountOf, domesticSample } from '../../support/account-of-test.js'
import { dataOf } from '../../support/api.js'
import { databaseSettings, startHere } from '../../support/service-here.js'
import { waitFor } from '../../support/wait-for.js'

type Json = Record<string, unknown>
interface Received extends Json {
  readonly id: string
  readonly companyId: string
  readonly number: string
}

const env = { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' }
const service = await startHere(t, env)

t.test(
  'an invoice of each country arrives at its customer, once, with its document',
  { timeout: 120_000 },
  async (t) => {
    const { api, company } = await accountOf(t, service.url, env)
    for (const country of COUNTRY_CODES) {
      const invoice = domesticSample(country)
      const customer = invoice['customer'] as Json & { address: { country: string } }
      const supplier = await company(invoice['supplier'] as Json, country)
      const buyer = await company(customer, customer.address.country)
      dataOf(await api('PUT', `companies/${buyer}/receiving`, { enabled: true }))
      const sent = dataOf<Json & { id: string }>(await api('POST', 'invoices', { ...invoice, companyId: supplier }))
      const [arrived] = await waitFor(`the invoice of ${country}`, async () => {
        const found = dataOf<Received[]>(await api('GET', `received?companyId=${buyer}`))
        return found.length > 0 && found
      })
      if (arrived === undefined) throw new Error('none arrived')
      const accepted = await waitFor('the acceptance', async () => {
        const shown = dataOf<Json>(await api('GET', `invoices/${sent.id}`))
        return shown['status'] === 'accepted' && shown
      })
      t.match(
        arrived,
        {
          companyId: buyer,
          country,
          channel: 'simulated',
          govId: accepted['govId'],
          number: accepted['number'],
          supplierVat: accepted['supplierVat'],
          customerVat: accepted['customerVat'],
          netAmount: accepted['netAmount'],
          vatAmount: accepted['vatAmount'],
          grossAmount: accepted['grossAmount'],
          currency: accepted['currency'],
          issueDate: accepted['issueDate'],
          status: 'received',
          valid: true,
          duplicateOf: null,
        },
        country,
      )
      const whole = dataOf<Json & { invoice: Json }>(await api('GET', `received/${arrived.id}`))
      t.same(whole['findings'], [], `${country} has no findings`)
      t.equal((whole.invoice['lines'] as unknown[]).length, (invoice['lines'] as unknown[]).length)
      const documents = dataOf<Json[]>(await api('GET', `received/${arrived.id}/documents`))
      const kept = documents.find(({ kind }) => kind === 'xml')
      const [ofSender] = dataOf<Json[]>(await api('GET', `invoices/${sent.id}/documents`))
      t.equal(kept?.['sha256'], ofSender?.['sha256'], 'byte for byte')
      t.same(
        dataOf<Json[]>(await api('GET', `received/${arrived.id}/events`)).map(({ event, status }) => [event, status]),
        [['received.created', 'received']],
      )
      t.match(dataOf(await api('POST', `received/${arrived.id}/read`)), { status: 'read', readAt: String })
      t.equal(dataOf<Received[]>(await api('GET', `received?companyId=${buyer}`)).length, 1)
    }
    t.equal(dataOf<Received[]>(await api('GET', 'received')).length, COUNTRY_CODES.length)
  },
)

t.test('it arrives only at companies that receive, and only of the same account', { timeout: 60_000 }, async (t) => {
  const one = await accountOf(t, service.url, env)
  const other = await accountOf(t, service.url, env)
  const invoice = domesticSample('RO')
  const supplier = await one.company(invoice['supplier'] as Json, 'RO')
  const customer = invoice['customer'] as Json
  const off = await one.company(customer, 'RO')
  const foreign = await other.company(customer, 'RO')
  dataOf(await other.api('PUT', `companies/${foreign}/receiving`, { enabled: true }))
  dataOf(await one.api('PUT', `companies/${off}/receiving`, { enabled: true }))
  dataOf(await one.api('DELETE', `companies/${off}/receiving`))
  const { id } = dataOf<{ id: string }>(await one.api('POST', 'invoices', { ...invoice, companyId: supplier }))
  await waitFor('the acceptance', async () => {
    const { status } = dataOf<Json>(await one.api('GET', `invoices/${id}`))
    return status === 'accepted'
  })
  t.same(dataOf(await one.api('GET', 'received')), [])
  t.same(dataOf(await other.api('GET', 'received')), [])
})

t.test(
  'the second invoice with a number is a duplicate, and a new account is a warning',
  { timeout: 60_000 },
  async (t) => {
    const { api, company } = await accountOf(t, service.url, env)
    const invoice = domesticSample('BE')
    const supplier = await company(invoice['supplier'] as Json, 'BE')
    const buyer = await company(invoice['customer'] as Json, 'BE')
    // In the network it is the company of the test above.
    dataOf(await api('PUT', `companies/${buyer}/receiving`, { enabled: true, peppolIds: [] }))
    const send = async (changes: Json, count: number): Promise<Received> => {
      dataOf(await api('POST', 'invoices', { ...invoice, companyId: supplier, ...changes }))
      const [newest] = await waitFor(`${count} received`, async () => {
        const found = dataOf<Received[]>(await api('GET', 'received'))
        return found.length === count && found
      })
      if (newest === undefined) throw new Error('none arrived')
      return newest
    }
    const paid = (bankAccount: string): Json => ({
      paymentMeans: { ...(invoice['paymentMeans'] as Json), bankAccount },
    })
    const first = await send({ number: 'B-1', ...paid('BE71096123456769') }, 1)
    t.equal(first['findingsTotal'], 0, "a supplier's first account is none that changed")
    const second = await send({ number: 'B-2', ...paid('BE68539007547034') }, 2)
    const whole = dataOf<{ findings: Json[]; valid: boolean }>(await api('GET', `received/${second.id}`))
    t.match(whole, {
      valid: true,
      findings: [{ rule: 'CW-NEW-ACCOUNT', severity: 'warning', message: /BE68539007547034/ }],
    })
    const third = await send({ number: 'B-3', ...paid('BE68 5390 0754 7034') }, 3)
    t.equal(third['findingsTotal'], 0, 'it is known by now')
    t.same(
      [first, second, third].map(({ duplicateOf }) => duplicateOf),
      [null, null, null],
    )
  },
)

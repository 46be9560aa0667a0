import type { Test } from 'tap'
import { Ksef } from '../standins/ksef/index.js'
import type { KsefOptions } from '../standins/ksef/options.js'
import { Deployment, type Where } from './deployment.js'
import { type Invoice, liveAccount } from './live-account.js'
import type { Connection } from './romania.js'

const NIP = '5260250274'

/** A deployment in front of a stand-in for KSeF, and a connected company with live keys. */
export async function poland(t: Test, options: KsefOptions = {}, where: Where = 'here') {
  const ksef = new Ksef(options)
  await ksef.start()
  t.teardown(() => ksef.stop())
  const deployment = await Deployment.create(t, { ...ksef.settings, GOVERNMENT_PACE: '0.01' })
  const member = await deployment.startAll(t, where)
  const seller = { name: 'Sprzedawca Sp. z o.o.', vatNumber: `PL${NIP}`, country: 'PL' }
  const { company, api, invoice, becomes } = await liveAccount(deployment, member, seller)
  const { id } = await api<Connection>('POST', '/v1/connections', { companyId: company.id, countryCode: 'PL' })
  const handOver = (credentials: object): Promise<Connection> =>
    api('PUT', `/v1/connections/${id}/credentials`, credentials)
  const connection = (): Promise<Connection> => api('GET', `/v1/connections/${id}`)
  const post = (number: string): Promise<Invoice> => api('POST', '/v1/invoices', body(number))
  return { ksef, deployment, member, api, handOver, connection, post, invoice, becomes, nip: NIP }
}

function body(number: string): object {
  const address = { street: 'ul. Marszałkowska 10', city: 'Warszawa', postalCode: '00-590', country: 'PL' }
  return {
    country: 'PL',
    invoiceType: 'invoice',
    externalId: number,
    number,
    issueDate: '2026-02-02',
    currency: 'PLN',
    supplier: { vatNumber: `PL${NIP}`, name: 'Sprzedawca Sp. z o.o.', address },
    customer: { vatNumber: 'PL5265877635', name: 'Nabywca S.A.', address },
    lines: [{ description: 'Usługa doradcza', quantity: 1, unitPrice: 100, vatRate: 23 }],
  }
}

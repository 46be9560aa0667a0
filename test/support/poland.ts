import type { Test } from 'tap'
import { Ksef } from '../standins/ksef/index.js'
import type { KsefOptions } from '../standins/ksef/options.js'
import { call, dataOf } from './api.js'
import { runCli } from './command-line.js'
import { Deployment, type Where } from './deployment.js'
import type { Connection, Invoice } from './romania.js'
import { waitFor } from './wait-for.js'

const NIP = '5260250274'

/** A deployment in front of a stand-in for KSeF, and a connected company with live keys. */
export async function poland(t: Test, options: KsefOptions = {}, where: Where = 'here') {
  const ksef = new Ksef(options)
  await ksef.start()
  t.teardown(() => ksef.stop())
  const deployment = await Deployment.create(t, { ...ksef.settings, GOVERNMENT_PACE: '0.01' })
  const member = await deployment.startAll(t, where)
  const created = await runCli(
    ['accounts', 'create', '--name', 'Test', '--plan', 'unlimited', '--json'],
    deployment.env,
  )
  const { liveKey: key } = JSON.parse(created.stdout) as { liveKey: string }
  const api = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    call(member.url, key, method, path, body).then((answer) => dataOf<T>(answer))
  const company = await waitFor('the new key is known', async () => {
    const body = { name: 'Sprzedawca Sp. z o.o.', vatNumber: `PL${NIP}`, country: 'PL' }
    const answer = await call(member.url, key, 'POST', '/v1/companies', body)
    return answer.status === 201 && dataOf<{ id: string }>(answer)
  })
  const { id } = await api<Connection>('POST', '/v1/connections', { companyId: company.id, countryCode: 'PL' })
  const handOver = (credentials: object): Promise<Connection> =>
    api('PUT', `/v1/connections/${id}/credentials`, credentials)
  const connection = (): Promise<Connection> => api('GET', `/v1/connections/${id}`)
  const post = (number: string): Promise<Invoice> => api('POST', '/v1/invoices', body(number))
  const invoice = (invoiceId: string): Promise<Invoice> => api('GET', `/v1/invoices/${invoiceId}`)
  const becomes = (invoiceId: string, status: string): Promise<unknown> =>
    waitFor(`${invoiceId} is ${status}`, async () => (await invoice(invoiceId)).status === status, 90_000)
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

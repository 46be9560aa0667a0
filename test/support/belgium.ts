import { readFileSync } from 'node:fs'
import type { Test } from 'tap'
import { AccessPoint } from '../standins/access-point/index.js'
import type { AccessPointOptions } from '../standins/access-point/options.js'
import { call, dataOf } from './api.js'
import { runCli } from './command-line.js'
import { Deployment, type Endpoints, type Where } from './deployment.js'
import type { Invoice } from './romania.js'
import { freePort } from './running-service.js'
import { waitFor } from './wait-for.js'

const SAMPLE = JSON.parse(readFileSync('samples/be/01-domestic.json', 'utf8')) as {
  readonly supplier: { readonly vatNumber: string }
}

/** A deployment with an access point of its own, and a company with live keys. */
export async function belgium(t: Test, options: AccessPointOptions = {}, where: Where = 'here') {
  const inboundPort = await freePort()
  const token = 'inbound-token-of-the-test'
  const inbound = { url: `http://127.0.0.1:${inboundPort}/peppol`, token }
  const accessPoint = new AccessPoint({ inbound, ...options })
  await accessPoint.start()
  t.teardown(() => accessPoint.stop())
  const deployment = await Deployment.create(t, {
    ...accessPoint.settings,
    GOVERNMENT_PACE: '0.002',
    PEPPOL_MLS_HOURS: '1',
    INBOUND_PORT: String(inboundPort),
    INBOUND_TOKEN: token,
  })
  const member = await deployment.startAll(t, where)
  const created = await runCli(
    ['accounts', 'create', '--name', 'Test', '--plan', 'unlimited', '--json'],
    deployment.env,
  )
  const { liveKey: key } = JSON.parse(created.stdout) as { liveKey: string }
  const api = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    call(member.url, key, method, path, body).then((answer) => dataOf<T>(answer))
  const company = await waitFor('the new key is known', async () => {
    const body = { name: 'Seller', vatNumber: SAMPLE.supplier.vatNumber, country: 'BE' }
    const answer = await call(member.url, key, 'POST', '/v1/companies', body)
    return answer.status === 201 && dataOf<{ id: string }>(answer)
  })
  const connection = await api<{ status: string }>('POST', '/v1/connections', {
    companyId: company.id,
    countryCode: 'BE',
  })
  const post = (number: string): Promise<Invoice> =>
    api('POST', '/v1/invoices', { ...SAMPLE, externalId: number, number })
  const becomes = (id: string, status: string, at: Endpoints = member): Promise<unknown> =>
    waitFor(
      `${id} is ${status}`,
      async () => dataOf<Invoice>(await call(at.url, key, 'GET', `/v1/invoices/${id}`)).status === status,
      90_000,
    )
  return { accessPoint, deployment, member, api, connection, post, becomes }
}

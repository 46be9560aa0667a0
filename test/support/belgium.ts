import { readFileSync } from 'node:fs'
import type { Test } from 'tap'
import { AccessPoint } from '../standins/access-point/index.js'
import type { AccessPointOptions } from '../standins/access-point/options.js'
import { Deployment, type Where } from './deployment.js'
import { type Invoice, liveAccount } from './live-account.js'
import { freePort } from './running-service.js'

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
    GATEWAY_ALLOW_PRIVATE_NETWORK: 'true',
    GOVERNMENT_PACE: '0.002',
    PEPPOL_MLS_HOURS: '1',
    INBOUND_PORT: String(inboundPort),
    INBOUND_TOKEN: token,
  })
  const member = await deployment.startAll(t, where)
  const seller = { name: 'Seller', vatNumber: SAMPLE.supplier.vatNumber, country: 'BE' }
  const { company, api, becomes } = await liveAccount(deployment, member, seller)
  const connection = await api<{ id: string; status: string }>('POST', '/v1/connections', {
    companyId: company.id,
    countryCode: 'BE',
  })
  const post = (number: string): Promise<Invoice> =>
    api('POST', '/v1/invoices', { ...SAMPLE, externalId: number, number })
  return { accessPoint, deployment, member, api, connection, post, becomes }
}

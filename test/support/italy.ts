import type { Test } from 'tap'
import { Invoicetronic } from '../standins/invoicetronic/index.js'
import { Sdi } from '../standins/sdi/index.js'
import type { SdiOptions } from '../standins/sdi/options.js'
import { Deployment, type Where } from './deployment.js'
import { ITALIAN_BUYER } from './italian-files.js'
import { liveAccount } from './live-account.js'
import { freePort } from './running-service.js'

const TOKEN = 'inbound-token-of-the-test'

/** A deployment in front of a stand-in for SdI, and a receiving company with its own channel. */
export async function italy(t: Test, options: SdiOptions = {}, where: Where = 'here') {
  const inboundPort = await freePort()
  const inboundUrl = `http://127.0.0.1:${inboundPort}/sdi`
  const sdi = new Sdi({ inboundUrl, inboundToken: TOKEN, repeatSeconds: 0.2, ...options })
  await sdi.start()
  t.teardown(() => sdi.stop())
  const deployment = await Deployment.create(t, {
    ...sdi.settings,
    GATEWAY_ALLOW_PRIVATE_NETWORK: 'true',
    GOVERNMENT_PACE: '0.002',
    INBOUND_PORT: String(inboundPort),
    INBOUND_TOKEN: TOKEN,
  })
  const member = await deployment.startAll(t, where)
  const account = await liveAccount(deployment, member, ITALIAN_BUYER)
  const { api, company } = account
  const { id } = await api<{ id: string }>('POST', '/v1/connections', { companyId: company.id, countryCode: 'IT' })
  await api('PUT', `/v1/connections/${id}/credentials`, sdi.credentials)
  const receiving = `/v1/companies/${company.id}/receiving`
  const begun = await api('PUT', receiving, { enabled: true })
  return { ...account, sdi, deployment, member, connectionId: id, receiving, begun }
}

/** A deployment in front of a stand-in for Invoicetronic, and a company that receives by it. */
export async function italyByIntermediary(t: Test, where: Where = 'here') {
  const invoicetronic = new Invoicetronic()
  await invoicetronic.start()
  t.teardown(() => invoicetronic.stop())
  invoicetronic.arrived.add(ITALIAN_BUYER.vatNumber)
  const deployment = await Deployment.create(t, { ...invoicetronic.settings, GOVERNMENT_PACE: '0.002' })
  const member = await deployment.startAll(t, where)
  const account = await liveAccount(deployment, member, ITALIAN_BUYER)
  const { api, company } = account
  const { id } = await api<{ id: string }>('POST', '/v1/connections', { companyId: company.id, countryCode: 'IT' })
  await api('PUT', `/v1/connections/${id}/credentials`, invoicetronic.credentials)
  const receiving = `/v1/companies/${company.id}/receiving`
  const begun = await api('PUT', receiving, { enabled: true })
  const deliver = (number: string, bytes: Buffer, name = `IT01879020517_${number}.xml`) =>
    invoicetronic.arrived.deliver(name, bytes, new Date())
  return { ...account, invoicetronic, deployment, member, connectionId: id, receiving, begun, deliver }
}

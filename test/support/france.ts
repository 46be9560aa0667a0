import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type FlowServiceStandin, startFlowService } from '../standins/flow-service/index.js'
import type { FlowServiceOptions } from '../standins/flow-service/options.js'
import { Deployment, type Where } from './deployment.js'
import { liveAccount } from './live-account.js'

const GOLDEN = join(import.meta.dirname, '../../../test/golden/fr')
const BUYER = 'FR40303265045'

/** A deployment before a stand-in for a platform, and a company with live keys that receives. */
export async function frenchReceiver(t: Test, options: FlowServiceOptions = {}, where: Where = 'here') {
  const platform = await startFlowService(options)
  t.teardown(() => platform.stop())
  const deployment = await Deployment.create(t, { ...platform.settings, GOVERNMENT_PACE: '0.002' })
  const member = await deployment.startAll(t, where)
  const buyer = { name: 'Acheteur SAS', vatNumber: BUYER, country: 'FR' }
  const { key, company, api } = await liveAccount(deployment, member, buyer)
  const { id: connectionId } = await api<{ id: string }>('POST', '/v1/connections', {
    companyId: company.id,
    countryCode: 'FR',
  })
  const credentials = (given: object): Promise<unknown> =>
    api('PUT', `/v1/connections/${connectionId}/credentials`, given)
  await credentials(platform.credentials)
  const path = `/v1/companies/${company.id}/receiving`
  return { platform, deployment, member, key, api, companyId: company.id, connectionId, credentials, path }
}

/** An invoice of a supplier under this number, as UBL or CII. */
export function supplierInvoice(number: string, syntax: 'ubl' | 'cii' = 'ubl'): Buffer {
  const name = syntax === 'ubl' ? '01-domestic-services.xml' : '01-domestic-services.cii.xml'
  const id = syntax === 'ubl' ? /<cbc:ID>[^<]*<\/cbc:ID>/ : /(?<=<rsm:ExchangedDocument>\s*)<ram:ID>[^<]*<\/ram:ID>/
  const tag = syntax === 'ubl' ? 'cbc:ID' : 'ram:ID'
  const text = readFileSync(join(GOLDEN, name), 'utf8').replace(id, `<${tag}>${number}</${tag}>`)
  return Buffer.from(text.replaceAll('FR51394728612', BUYER).replaceAll('394728612', BUYER.slice(4)))
}

/** How often the platform was asked for the file of a flow. */
export function downloadsOf({ calls }: FlowServiceStandin): number {
  return calls.filter((call) => call === 'download').length
}

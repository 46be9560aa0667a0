import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { accountOf } from '../support/account-of-test.js'
import { call, dataOf } from '../support/api.js'
import { startReceivingService } from '../support/receiving-service.js'
import { databaseSettings } from '../support/service-here.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

interface Delivered {
  readonly type: string
  readonly data: Json & { readonly response?: Json }
}

const XML = readFileSync(join(import.meta.dirname, '../../../test/golden/be/01-domestic.xml')).toString('base64')

t.test('received invoices reach webhooks that name them, once', { timeout: 120_000 }, async (t) => {
  const settings = await databaseSettings(t)
  const { service, receiver } = await startReceivingService(t, settings)
  const receives = async (events: readonly string[] | null) => {
    const { testKey: key } = await accountOf(t, service.url, settings)
    const api = async (method: string, path: string, body?: unknown): Promise<Json & { readonly id: string }> =>
      dataOf(await call(service.url, key, method, `/v1/${path}`, body))
    const company = { name: 'Acheteur SA', vatNumber: 'BE0202239951', country: 'BE' }
    const { id: companyId } = await api('POST', 'companies', company)
    await api('POST', 'webhooks', { url: receiver.url(), ...(events !== null && { events }) })
    await api('POST', 'connections', { companyId, countryCode: 'BE' })
    await api('PUT', `companies/${companyId}/receiving`, { enabled: true, peppolIds: [] })
    return { api, companyId }
  }
  const named = await receives(['received.created', 'received.response_sent', 'received.response_failed'])
  const all = await receives(null)
  const deliveredTo = ({ companyId }: typeof named): readonly Delivered[] =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as Delivered)
      .filter(({ data }) => data['companyId'] === companyId)

  const arrive = ({ api, companyId }: typeof named) => api('POST', 'test/received', { companyId, document: XML })
  await arrive(all)
  const first = await arrive(named)
  t.equal((await arrive(named)).id, first.id)
  const answer = await named.api('POST', `received/${first.id}/responses`, { code: 'approved' })
  const failing = { code: 'paid', reason: 'SIM-REJECT-CUI' }
  await named.api('POST', `received/${first.id}/responses`, failing)
  await waitFor('both responses are delivered', () => deliveredTo(named).length >= 3)
  await waitFor('the other account gets an event', () => deliveredTo(all).length > 0)
  const delivered = deliveredTo(named)
  t.same(
    delivered.map(({ type }) => type),
    ['received.created', 'received.response_sent', 'received.response_failed'],
  )
  t.match(delivered[0]?.data, first)
  t.match(delivered[1]?.data, {
    id: first.id,
    status: 'answered',
    response: { id: answer.id, code: 'approved', nationalCode: 'AP' },
  })
  t.match(delivered[2]?.data, { id: first.id, response: { code: 'paid', status: 'failed', errorMessage: /\S/ } })
  t.same(
    deliveredTo(all).filter(({ type }) => type.startsWith('received.')),
    [],
    'a webhook for all kinds does not get them',
  )
})

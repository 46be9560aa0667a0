import t, { type Test } from 'tap'
import { ubl } from '../countries/peppol/access-point/world.js'
import { type AccessPoint, startAccessPoint } from './access-point/index.js'
import type { AccessPointOptions } from './access-point/options.js'

const PATH = [
  'iso6523-actorid-upis::0208:0403170701',
  'iso6523-actorid-upis::0208:0202239951',
  'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
  'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  'BE',
]

async function worldOf(t: Test, options: AccessPointOptions = {}) {
  const accessPoint = await startAccessPoint(options)
  t.teardown(() => accessPoint.stop())
  const call = (path: string, init: RequestInit = {}, token = 'standin-token'): Promise<Response> =>
    fetch(`${accessPoint.address}${path}`, { headers: { 'x-token': token }, ...init })
  const submit = (id: string, path: readonly string[] = PATH, body = ubl('F-1')): Promise<Response> =>
    call(`/api/outbound/submit/${path.map(encodeURIComponent).join('/')}?sbdhInstanceID=${id}`, {
      method: 'POST',
      body,
    })
  return { accessPoint, call, submit }
}

async function ledgerOf({ address }: AccessPoint): Promise<unknown> {
  return (await fetch(`${address}/_control/ledger`)).json()
}

t.test('a document is accepted, sent and shown', async (t) => {
  const { accessPoint, call, submit } = await worldOf(t)
  const answer = await submit('a')
  t.equal(answer.status, 200)
  t.match(await answer.json(), { sbdhInstanceIdentifier: 'a', as4MessageId: /@phase4$/, overallSuccess: true })
  const status = await call('/api/outbound/status/a?includeArchive=true')
  t.match(await status.json(), { status: 'sent', attemptCount: 1, sbdhInstanceID: 'a', mlsStatus: 'pending' })
  t.match(await ledgerOf(accessPoint), {
    received: [{ instanceId: 'a', answered: true }],
    deliveries: [{ instanceId: 'a' }],
  })
})

t.test('it is as careless as phoss-ap: the same id is sent again, and then not known any more', async (t) => {
  const { accessPoint, call, submit } = await worldOf(t)
  t.same([(await submit('a')).status, (await submit('a')).status], [200, 200])
  t.equal(accessPoint.deliveries.length, 2)
  const status = await call('/api/outbound/status/a')
  t.same([status.status, await status.text()], [404, ''])
  const history = (await (await call('/api/ops/outbound/history')).json()) as unknown[]
  t.equal(history.length, 2)
})

t.test('its refusals', async (t) => {
  const { call, submit } = await worldOf(t, { unregistered: ['0208:0202239951'] })
  const refused = await call('/api/outbound/in-transmission', {}, 'wrong')
  t.same([refused.status, await refused.json()], [401, { error: 'Invalid or missing API token' }])
  const [sender = '', ...rest] = PATH
  const bad = await submit('a', ['unknown', ...rest])
  t.same([bad.status, await bad.json()], [400, "Failed to parse the sending participant ID 'unknown'"])
  for (const body of ['', '<a/>', ubl('F-1', 'CreditNote'), ubl('F-1', 'Invoice', 'another')]) {
    const other = await submit('b', [sender, ...rest], body)
    t.same([other.status, await other.json()], [422, 'Failed to submit outbound transaction'])
  }
  const unregistered = await submit('c')
  t.equal(unregistered.status, 422)
  t.match(await unregistered.json(), { lookupError: /is not registered in the Peppol Network$/, sendingSuccess: false })
  t.match(await (await call('/api/outbound/status/c')).json(), { status: 'permanently_failed' })
  t.equal((await (await worldOf(t, { sendingEnabled: false })).submit('d')).status, 404)
})

t.test('it retries without a request, and gives up after five tries', async (t) => {
  let now = new Date('2026-11-22T10:00:00Z')
  const { accessPoint, call, submit } = await worldOf(t, { now: () => now })
  const statusOf = async (id: string): Promise<unknown> => (await call(`/api/outbound/status/${id}`)).json()
  const failure = { sendingResult: 'TRANSPORT_ERROR' }
  accessPoint.faults(
    { on: 'submit', times: 1, does: { kind: 'fails', failure, tries: 1 } },
    { on: 'submit', does: { kind: 'fails', failure } },
  )
  for (const id of ['a', 'b']) t.equal((await submit(id)).status, 422)
  t.match(await statusOf('a'), { status: 'failed', nextRetryDT: '2026-11-22T10:03:00.000Z', attemptCount: 1 })
  now = new Date('2026-11-22T12:00:00Z')
  t.match(await statusOf('a'), { status: 'sent', attemptCount: 2, completedDT: '2026-11-22T10:03:00.000Z' })
  t.match(await statusOf('b'), { status: 'permanently_failed', attemptCount: 5, errorDetails: /TRANSPORT_ERROR/ })
})

t.test('faults and answers of receivers can be switched from outside', async (t) => {
  const { accessPoint, submit } = await worldOf(t)
  const control = (path: string, body: object): Promise<Response> =>
    fetch(`${accessPoint.address}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) })
  await control('faults', [{ on: 'submit', times: 1, does: { kind: 'lost' } }])
  await t.rejects(submit('a'))
  t.match(await ledgerOf(accessPoint), { received: [{ answered: false }], transactions: [{ status: 'sent' }] })
  await control('level-status', { instanceId: 'a', code: 'RE' })
  t.equal(accessPoint.transactions[0]?.levelStatus, 'received_re')
})

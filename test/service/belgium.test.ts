import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { AccessPoint } from '../standins/access-point/index.js'
import type { AccessPointOptions } from '../standins/access-point/options.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment, type Member } from '../support/deployment.js'
import { allCallsCounted } from '../support/government-calls.js'
import type { Invoice } from '../support/romania.js'
import { freePort } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

const SAMPLE = JSON.parse(readFileSync('samples/be/01-domestic.json', 'utf8')) as {
  readonly supplier: { readonly vatNumber: string }
}

/** A deployment with an access point of its own, and a company with live keys. */
async function belgium(t: Test, options: AccessPointOptions = {}) {
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
  const member = await deployment.start('api,projections,processors')
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
  const becomes = (id: string, status: string, at: Member = member): Promise<unknown> =>
    waitFor(
      `${id} is ${status}`,
      async () => dataOf<Invoice>(await call(at.url, key, 'GET', `/v1/invoices/${id}`)).status === status,
      90_000,
    )
  return { accessPoint, deployment, member, api, connection, post, becomes }
}

t.test('from a connection that is open to what the receiver answers', { timeout: 300_000 }, async (t) => {
  const { accessPoint, connection, member, post, becomes, api } = await belgium(t)
  t.equal(connection.status, 'active', "the operator's access point serves everybody")
  const [sound, bad] = [await post('BE-1'), await post('BE-2')]
  for (const { id } of [sound, bad]) await becomes(id, 'submitted')
  const instances = new Map(
    accessPoint.transactions.map(({ instanceId, bytes }) => [/BE-\d/.exec(bytes.toString())?.[0], instanceId]),
  )
  t.match(await accessPoint.levelStatus(instances.get('BE-1') ?? '', { code: 'AP' }), { isTaken: true })
  const lines = [{ place: 'NA', text: '[BR-02]-An Invoice shall have an Invoice number (BT-1).' }]
  t.match(await accessPoint.levelStatus(instances.get('BE-2') ?? '', { code: 'RE', lines }), { isTaken: true })
  await becomes(sound.id, 'accepted')
  // The two documents arrive in any order.
  const arrived = accessPoint.deliveries.find(({ instanceId }) => instanceId === instances.get('BE-1'))
  t.match(await api('GET', `/v1/invoices/${sound.id}`), { govId: arrived?.messageId })
  await becomes(bad.id, 'rejected')
  t.match(await api('GET', `/v1/invoices/${bad.id}`), {
    errorMessage: /BR-02/,
    errorTranslated: /no number/,
    errorFix: /\w/,
  })
  await allCallsCounted(member, 'Peppol', () => accessPoint.calls.length)
})

t.test(
  'kill -9 at any time, and answers that are lost: each document is delivered once',
  { timeout: 300_000 },
  async (t) => {
    const { accessPoint, deployment, member, post, becomes } = await belgium(t, { levelStatus: 'AP' })
    accessPoint.faults(
      { on: 'submit', times: 2, does: { kind: 'lost' } },
      { on: 'submit', does: { kind: 'slow', milliseconds: 200 } },
    )
    const ids = (await Promise.all(Array.from({ length: 12 }, (_, n) => post(`K-${n}`)))).map(({ id }) => id)
    let current = member
    for (const submissions of [2, 6]) {
      await waitFor(`${submissions} submissions`, () => accessPoint.received.length >= submissions, 100_000)
      await deployment.kill(current)
      current = await deployment.start('api,projections,processors')
    }
    for (const id of ids) await becomes(id, 'accepted', current)
    const delivered = accessPoint.deliveries.map(({ instanceId }) => instanceId)
    t.equal(delivered.length, ids.length)
    t.equal(new Set(delivered).size, ids.length)
  },
)

import t from 'tap'
import { connectionSecret } from '../../../src/domain/connection.js'
import { ScriptedGovernment } from '../../standins/scripted-government.js'
import { sampleCompany } from './samples.js'
import { Client, startTestService } from './test-service.js'

const asked: unknown[] = []
const service = await startTestService(t, {
  config: { changeLimitsTimes: 1 },
  gatewayFor: () => ({
    ...new ScriptedGovernment().gateway,
    check: (access) => {
      asked.push(access.credentials)
      return Promise.resolve({ kind: 'refused', reason: 'The key has ended; make a new one' })
    },
  }),
})
const account = await service.account()

async function connect(client: Client, countryCode: string): Promise<string> {
  const company = await client.post('/v1/companies', sampleCompany())
  const body = { companyId: company.body['data']?.['id'], countryCode }
  return String((await client.post('/v1/connections', body)).body['data']?.['id'])
}

t.test('a connection of the test environment works', async (t) => {
  const id = await connect(account.test, 'PL')
  const answer = await account.test.post(`/v1/connections/${id}/test`)
  t.equal(answer.status, 200)
  t.strictSame(answer.body['data'], {
    ok: true,
    checkedAt: '2026-03-31T09:30:00.000Z',
    message: 'Works: Poland is simulated in the test environment and needs no credentials',
  })
})

t.test('a production connection is tried with its credentials, and stays as it is', async (t) => {
  const id = await connect(account.live, 'PL')
  const before = await account.live.post(`/v1/connections/${id}/test`)
  t.match(before, { status: 200, body: { data: { ok: false, message: /has no credentials yet/ } } })
  t.same(asked, [])
  const active = await account.live.send('PUT', `/v1/connections/${id}/credentials`, { token: 'ksef-token-1' })
  const answer = await account.live.post(`/v1/connections/${id}/test`)
  t.match(answer, { status: 200, body: { data: { ok: false, message: 'The key has ended; make a new one' } } })
  t.same(asked, [{ token: 'ksef-token-1' }])
  t.same((await account.live.get(`/v1/connections/${id}`)).body, active.body)
  t.notMatch(JSON.stringify([service.log, answer.body]), /ksef-token/)
})

t.test('who may test what, and how often', async (t) => {
  const id = await connect(account.test, 'PL')
  const other = await service.account()
  for (const client of [account.live, other.test]) {
    t.equal((await client.post(`/v1/connections/${id}/test`)).status, 404)
  }
  const read = await account.test.post('/v1/api-keys', { name: 'read', permissions: ['read'] })
  const reader = new Client(service.app, String(read.body['data']?.['key']))
  t.equal((await reader.post(`/v1/connections/${id}/test`)).status, 403)
  for (let n = 0; n < 6; n += 1) t.equal((await account.test.post(`/v1/connections/${id}/test`)).status, 200)
  t.equal((await account.test.post(`/v1/connections/${id}/test`)).status, 429)
  await account.test.delete(`/v1/connections/${id}`)
  service.clock.advance(60_000)
  t.equal((await account.test.post(`/v1/connections/${id}/test`)).status, 404)
})

t.test('a secret that is not there any more is nothing that is asked with', async (t) => {
  const id = await connect(account.live, 'PL')
  await account.live.send('PUT', `/v1/connections/${id}/credentials`, { token: 'ksef-token-2' })
  const scope = { account: account.id, environment: 'production' } as const
  await service.deps.vault.delete(scope, connectionSecret(id))
  const answer = await account.live.post(`/v1/connections/${id}/test`)
  t.match(answer, { status: 200, body: { data: { ok: false, message: /no credentials/ } } })
  t.notMatch(asked, [{ token: 'ksef-token-2' }])
})

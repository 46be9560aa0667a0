import t from 'tap'
import { COUNTRIES, COUNTRY_CODES } from '../../../src/countries/registry.js'
import { handle } from '../../../src/commands/handle.js'
import { connection } from '../../../src/domain/connection.js'
import { sampleCompany } from './samples.js'
import { type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

async function company(client: Client): Promise<string> {
  return String((await client.post('/v1/companies', sampleCompany())).body['data']?.['id'])
}

t.test('a test connection is active at once, for every country', async (t) => {
  const { test } = await service.account()
  const companyId = await company(test)
  for (const countryCode of COUNTRY_CODES) {
    const created = await test.post('/v1/connections', { companyId, countryCode })
    t.equal(created.status, 201)
    t.matchOnly(created.body['data'], {
      id: /^conn_[0-9A-Za-z]{22}$/,
      companyId,
      countryCode,
      status: 'active',
      tokenExpiresAt: null,
      lastErrorMessage: null,
      createdAt: '2026-03-31T09:30:00.000Z',
    })
    t.same((await test.get(`/v1/connections/${String(created.body['data']?.['id'])}`)).body, created.body)
    const again = await test.post('/v1/connections', { companyId, countryCode })
    t.same([again.status, again.body], [201, created.body])
  }
  t.equal(((await test.get('/v1/connections')).body['data'] as Json).length, COUNTRY_CODES.length)
})

t.test('a production connection waits for its set-up', async (t) => {
  const { live } = await service.account()
  const companyId = await company(live)
  const romania = await live.post('/v1/connections', { companyId, countryCode: 'RO' })
  t.match(romania.body['data'], { status: 'pending_setup' })
  const url = new URL(String(romania.body['data']?.['authorizationUrl']))
  t.equal(url.origin + url.pathname, 'https://anaf.example/authorize')
  t.same(Object.fromEntries(url.searchParams), {
    response_type: 'code',
    client_id: 'client-1',
    redirect_uri: 'https://api.example.com/v1/oauth/ro/callback',
    token_content_type: 'jwt',
    state: romania.body['data']?.['id'],
  })
  t.notOk(
    (await live.get(`/v1/connections/${String(romania.body['data']?.['id'])}`)).body['data']?.['authorizationUrl'],
  )
  for (const { code: countryCode, setup } of Object.values(COUNTRIES)) {
    if (setup.kind === 'oauth') continue
    const created = await live.post('/v1/connections', { companyId, countryCode })
    t.match(created.body['data'], { status: 'pending_setup', setupInstructions: [String] })
    t.notOk(created.body['data']?.['authorizationUrl'])
  }
})

t.test(
  'without a registration at ANAF a Romanian production connection is a 503 that says so, and nothing is made',
  async (t) => {
    const { test, live } = await service.account()
    const app = await service.secondApp({ config: { countrySettings: {} } })
    const companyId = await company(live)
    const refused = await live.on(app).post('/v1/connections', { companyId, countryCode: 'RO' })
    t.same([refused.status, refused.body['error']?.['type']], [503, 'server_error'])
    t.match(refused.body['error']?.['message'], /^Production connections for Romania .* set ANAF_CLIENT_ID$/)
    t.same((await live.get('/v1/connections')).body['data'], [])

    const pending = await live.post('/v1/connections', { companyId, countryCode: 'RO' })
    t.equal(pending.status, 201, 'with one it waits for its set-up')
    const again = await live.on(app).post('/v1/connections', { companyId, countryCode: 'RO' })
    t.equal(again.status, 503, 'an address without a client id is never given, not for an old connection either')
    t.equal((await live.on(app).post('/v1/connections', { companyId, countryCode: 'PL' })).status, 201)
    const body = { companyId: await company(test), countryCode: 'RO' }
    t.equal((await test.on(app).post('/v1/connections', body)).status, 201)
  },
)

t.test('a connection that expired is re-opened under its id, with a fresh address', async (t) => {
  const account = await service.account()
  const companyId = await company(account.live)
  const { body } = await account.live.post('/v1/connections', { companyId, countryCode: 'RO' })
  const id = String(body['data']?.['id'])
  const context = {
    account: account.id,
    environment: 'production' as const,
    actor: 'operator' as const,
    correlationId: id,
    causationId: id,
  }
  const expired = { type: 'ConnectionExpired' as const, data: { errorMessage: 'invalid_grant' } }
  const outcome = await handle(service.deps, context, connection, `liveConnection-${id}`, () => ({
    kind: 'accept',
    events: [expired],
  }))
  await service.deps.freshness.waitFor(outcome.loaded.position, ['connections'])
  t.match((await account.live.get(`/v1/connections/${id}`)).body['data'], {
    status: 'expired',
    lastErrorMessage: 'invalid_grant',
  })
  const reopened = await account.live.post('/v1/connections', { companyId, countryCode: 'RO' })
  t.match(reopened.body['data'], { id, status: 'pending_setup', authorizationUrl: /state=conn_/ })
})

t.test('a deleted connection is gone with its secrets, and can be created again', async (t) => {
  const account = await service.account()
  const companyId = await company(account.test)
  const { body } = await account.test.post('/v1/connections', { companyId, countryCode: 'RO' })
  const id = String(body['data']?.['id'])
  const scope = { account: account.id, environment: 'test' as const }
  await service.deps.vault.put(scope, `connection/${id}`, Buffer.from('token'))
  t.same((await account.test.delete(`/v1/connections/${id}`)).body, { data: { id, deleted: true } })
  t.equal(await service.deps.vault.get(scope, `connection/${id}`), null)
  t.equal((await account.test.get(`/v1/connections/${id}`)).status, 404)
  t.equal((await account.test.delete(`/v1/connections/${id}`)).status, 404)
  t.same((await account.test.get('/v1/connections')).body['data'], [])
  const next = await account.test.post('/v1/connections', { companyId, countryCode: 'RO' })
  t.equal(next.status, 201)
  t.not(next.body['data']?.['id'], id)
})

t.test('a connection needs a company that is there', async (t) => {
  const { test } = await service.account()
  const companyId = await company(test)
  t.equal((await test.post('/v1/connections', { companyId: 'comp_x', countryCode: 'RO' })).status, 404)
  await test.delete(`/v1/companies/${companyId}`)
  const inactive = await test.post('/v1/connections', { companyId, countryCode: 'RO' })
  t.same([inactive.status, inactive.body['error']?.['details']?.[0]?.path], [400, 'companyId'])
  const missing = await test.post('/v1/connections', { countryCode: 'UK' })
  t.same(
    [...(missing.body['error']?.['details'] as Json)].map(({ path }) => path),
    ['companyId', 'countryCode'],
  )
})

t.test('twenty requests for the same connection make one', async (t) => {
  const { test } = await service.account()
  const companyId = await company(test)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => test.post('/v1/connections', { companyId, countryCode: 'RO' })),
  )
  t.equal(new Set(answers.map(({ body }) => String(body['data']?.['id']))).size, 1)
  t.equal(((await test.get('/v1/connections')).body['data'] as Json).length, 1)
})

t.test('where the operator has an access for all companies a production connection is active at once', async (t) => {
  const open = await startTestService(t, {
    countryOf: (code) => {
      const country = COUNTRIES[code]
      return country.setup.kind === 'oauth' ? country : { ...country, setup: { ...country.setup, isOpen: () => true } }
    },
  })
  const { live } = await open.account()
  const companyId = await company(live)
  const created = await live.post('/v1/connections', { companyId, countryCode: 'BE' })
  t.match(created, { status: 201, body: { data: { status: 'active', lastErrorMessage: null } } })
  t.notOk(created.body['data']?.['setupInstructions'])
  t.match((await live.post('/v1/connections', { companyId, countryCode: 'RO' })).body['data'], {
    status: 'pending_setup',
  })
})

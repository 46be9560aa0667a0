import t from 'tap'
import { ruleAccountTestKeys } from '../../../src/commands/use-cases/operator.js'
import { random } from '../../../src/domain/random.js'
import { sampleCompany, sampleInvoice } from './samples.js'
import { answerOf, Client, type Json, startTestService } from './test-service.js'

t.test('a key is shown once, listed masked, and works until it is revoked', async (t) => {
  const service = await startTestService(t)
  const { test, live } = await service.account()
  const created = await test.post('/v1/api-keys', { name: 'Backend' })
  t.equal(created.status, 201)
  const data = created.body['data'] as Json
  t.same(Object.keys(data).sort(), ['createdAt', 'environment', 'expiresAt', 'id', 'key', 'keyPrefix', 'name'])
  t.match(data, { name: 'Backend', environment: 'test', expiresAt: null, key: /^sk_test_[0-9A-Za-z]{40}$/ })
  t.equal(data['keyPrefix'], String(data['key']).slice(0, 12))

  const client = new Client(service.app, String(data['key']))
  t.equal((await client.get('/v1/companies')).status, 200)
  const listed = await live.get('/v1/api-keys')
  t.equal(listed.status, 200)
  t.equal((listed.body['data'] as Json).length, 3, 'keys of both environments')
  const entry = [...(listed.body['data'] as Json)].find(({ id }) => id === data['id'])
  t.same(entry, {
    id: data['id'],
    name: 'Backend',
    keyPrefix: data['keyPrefix'],
    environment: 'test',
    lastUsedAt: '2026-03-31T09:30:00.000Z',
    expiresAt: null,
    revokedAt: null,
    createdAt: '2026-03-31T09:30:00.000Z',
  })
  t.notMatch(JSON.stringify(listed.body), data['key'])

  const revoked = await test.delete(`/v1/api-keys/${data['id']}`)
  t.same([revoked.status, revoked.body], [200, { data: { id: data['id'], revoked: true } }])
  t.equal((await client.get('/v1/companies')).status, 401)
  const again = await test.delete(`/v1/api-keys/${data['id']}`)
  t.same([again.status, again.body['error']?.['type']], [409, 'conflict_error'])
  t.equal((await test.delete('/v1/api-keys/key_0000000000000000000000')).status, 404)
})

t.test('a revoked key is refused by another process within a second', async (t) => {
  const service = await startTestService(t)
  const { test, live } = await service.account()
  const other = test.on(await service.secondApp())
  t.equal((await other.get('/v1/companies')).status, 200)
  const [own] = [...((await live.get('/v1/api-keys')).body['data'] as Json)].filter(
    ({ environment }) => environment === 'test',
  )
  t.equal((await live.delete(`/v1/api-keys/${String(own?.['id'])}`)).status, 200)
  const deadline = performance.now() + 1_000
  let status = 200
  while (status === 200 && performance.now() < deadline) status = (await other.get('/v1/companies')).status
  t.equal(status, 401)
})

t.test('a key stops working at its expiry', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const created = await test.post('/v1/api-keys', { name: 'Soon over', expiresAt: '2026-04-01T00:00:00+02:00' })
  t.equal(created.body['data']?.['expiresAt'], '2026-03-31T22:00:00.000Z')
  const client = new Client(service.app, String(created.body['data']?.['key']))
  t.equal((await client.get('/v1/companies')).status, 200)
  service.clock.set('2026-03-31T21:59:59.999Z')
  t.equal((await client.get('/v1/companies')).status, 200)
  service.clock.set('2026-03-31T22:00:00.000Z')
  t.equal((await client.get('/v1/companies')).status, 401)
})

t.test('what is wrong with a new key is said', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  for (const [body, path] of [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x', environment: 'live' }, 'environment'],
    [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'x', expiresAt: '2026-02-30T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', expiresAt: '2026-03-31T09:30:00.000Z' }, 'expiresAt'],
    [{ name: 'x', expiresAt: null }, 'expiresAt'],
    [{ name: 'x', permissions: [] }, 'permissions'],
    [{ name: 'x', permissions: ['admin'] }, 'permissions[0]'],
  ] as const) {
    const answer = await test.post('/v1/api-keys', body)
    t.equal(answer.status, 400)
    t.equal(answer.body['error']?.['details']?.[0]?.path, path)
  }
})

t.test('every way of not having a key is a 401, and a header without one is named as the cause', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const unknown = `sk_test_${'0'.repeat(40)}`
  const missing = /^Invalid API key: No API key given; send the header Authorization: Bearer followed by a key/
  const noKey =
    /^Invalid API key: The header Authorization does not have this form; send the header Authorization: Bearer/
  const cut = /^Invalid API key: A key is sk_test_ or sk_live_ followed by 40 letters and digits$/
  for (const [authorization, message] of [
    [undefined, missing],
    ['', missing],
    [test.key, noKey],
    [`Basic ${test.key}`, noKey],
    ['Bearer', noKey],
    ['Bearer ', noKey],
    [`Bearer ${unknown}`, /^Invalid API key$/],
    [`Bearer ${test.key}x`, cut],
    [`Bearer ${test.key} x`, noKey],
    ['Bearer \u00e9', cut],
  ] as const) {
    // An invalid body: the key comes first.
    const response = await service.app.inject({
      method: 'POST',
      url: '/v1/invoices',
      headers: { ...(authorization !== undefined && { authorization }), 'content-type': 'application/json' },
      payload: '{',
    })
    const answer = answerOf(response)
    t.equal(answer.status, 401, String(authorization))
    t.match(answer.body['error'], { type: 'authentication_error', message })
    t.equal(answer.headers['www-authenticate'], 'Bearer')
    t.notOk(answer.headers['x-ratelimit-limit'])
  }
})

t.test('a key with the permission read changes nothing, and validates', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const created = await test.post('/v1/api-keys', { name: 'Auditor', permissions: ['read'] })
  t.same(created.body['data']?.['permissions'], ['read'])
  const reader = new Client(service.app, String(created.body['data']?.['key']))
  t.equal((await reader.get('/v1/companies')).status, 200)
  t.equal((await reader.post('/v1/invoices/validate', sampleInvoice())).status, 200)
  for (const [method, url, body] of [
    ['POST', '/v1/companies', sampleCompany()],
    ['POST', '/v1/invoices', sampleInvoice()],
    ['POST', '/v1/api-keys', { name: 'More' }],
    ['POST', '/v1/connections', {}],
    ['PATCH', '/v1/companies/comp_0000000000000000000000', {}],
    ['DELETE', '/v1/companies/comp_0000000000000000000000', undefined],
    ['DELETE', '/v1/connections/conn_0000000000000000000000', undefined],
    ['DELETE', '/v1/api-keys/key_0000000000000000000000', undefined],
    ['POST', '/v1/invoices/inv_0000000000000000000000/retry', undefined],
  ] as const) {
    const answer = await reader.send(method, url, body)
    t.same([answer.status, answer.body['error']?.['type']], [403, 'forbidden_error'], `${method} ${url}`)
  }
})

t.test('test keys manage live ones where their account allows it', async (t) => {
  const service = await startTestService(t)
  const production = { name: 'x', environment: 'production' }
  const allowing = await service.account('free', 'allow')
  const made = await allowing.test.post('/v1/api-keys', production)
  t.match(made.body['data'], { environment: 'production', key: /^sk_live_/ })
  t.equal((await allowing.test.delete(`/v1/api-keys/${String(made.body['data']?.['id'])}`)).status, 200)

  const strict = await service.account()
  t.match((await strict.test.post('/v1/api-keys', production)).body['error'], { type: 'forbidden_error' })
  t.equal((await strict.live.post('/v1/api-keys', production)).status, 201)
  const deps = { store: service.deps.store, clock: service.clock, random }
  await ruleAccountTestKeys(deps, strict.id, 'allow')
  t.equal((await strict.test.post('/v1/api-keys', production)).status, 201, 'from the next request on')
  await ruleAccountTestKeys(deps, allowing.id, 'forbid')
  t.equal((await allowing.test.post('/v1/api-keys', production)).status, 403)
})

t.test('accounts from before they had a rule do as the setting says', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account('free', null)
  t.equal((await test.post('/v1/api-keys', { name: 'x', environment: 'production' })).status, 201)
})

t.test('an operator may keep test keys from managing live ones', async (t) => {
  const service = await startTestService(t, { config: { forbidTestKeysManagingLive: true } })
  const { test, live } = await service.account('free', 'allow')
  t.equal((await test.post('/v1/api-keys', { name: 'x', environment: 'production' })).status, 403)
  t.equal((await test.post('/v1/api-keys', { name: 'x' })).status, 201)
  const made = await live.post('/v1/api-keys', { name: 'x', environment: 'production' })
  t.match(made.body['data'], { environment: 'production', key: /^sk_live_/ })
  t.equal((await test.delete(`/v1/api-keys/${String(made.body['data']?.['id'])}`)).status, 403)
  t.equal((await live.delete(`/v1/api-keys/${String(made.body['data']?.['id'])}`)).status, 200)
})

t.test('too many failed authentications from one address are 429; a good key still works', async (t) => {
  const service = await startTestService(t, { config: { failedAuthenticationsPerMinute: 3 } })
  const { test } = await service.account()
  const guess = () => service.app.inject({ url: '/v1/companies', headers: { authorization: 'Bearer x' } })
  for (let n = 0; n < 3; n++) t.equal((await guess()).statusCode, 401)
  const refused = answerOf(await guess())
  t.equal(refused.status, 429)
  t.match(refused.body['error'], { type: 'rate_limit_error', message: /Retry in 60 seconds/ })
  t.equal(refused.headers['retry-after'], '60')
  t.equal((await test.get('/v1/companies')).status, 200)
  service.clock.advance(60_000)
  t.equal((await guess()).statusCode, 401)
})

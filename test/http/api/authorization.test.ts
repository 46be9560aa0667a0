import t from 'tap'
import type { OAuthClient, TokenOutcome } from '../../../src/countries/connection-setup.js'
import { countryOf } from '../../../src/countries/registry.js'
import { connectionSecret } from '../../../src/domain/connection.js'
import { startTestService } from './test-service.js'

const asked: { code: string; redirectUri: string }[] = []
let answer: () => Promise<TokenOutcome> = () => Promise.resolve({ kind: 'unavailable', reason: 'not yet' })
const client: OAuthClient = {
  authUrl: 'https://anaf.example/authorize',
  clientId: 'client-1',
  authorizationParameters: { token_content_type: 'jwt' },
  exchange: (code, redirectUri) => {
    asked.push({ code, redirectUri })
    return answer()
  },
  refresh: () => Promise.reject(new Error('not called')),
}
const service = await startTestService(t, {
  countryOf: (code) => {
    const country = countryOf(code)
    return code === 'RO' ? { ...country, setup: { kind: 'oauth', client: () => client, clientSetting: '' } } : country
  },
  config: { publicUrl: () => 'https://api.example.com' },
})
const EXPIRES = '2026-06-29T09:30:00.000Z'
const granted = (): Promise<TokenOutcome> =>
  Promise.resolve({
    kind: 'tokens',
    tokens: { accessToken: 'a', refreshToken: 'r', obtainedAt: '2026-03-31T09:30:00.000Z', expiresAt: EXPIRES },
  })

async function pending() {
  const account = await service.account()
  const company = await account.live.post('/v1/companies', { name: 'SC', vatNumber: 'RO12345674', country: 'RO' })
  const companyId = String(company.body['data']?.['id'])
  const { body } = await account.live.post('/v1/connections', { companyId, countryCode: 'RO' })
  const id = String(body['data']?.['id'])
  const address = new URL(String(body['data']?.['authorizationUrl']))
  const shown = async () => (await account.live.get(`/v1/connections/${id}`)).body['data']
  const secret = () => service.deps.vault.get({ account: account.id, environment: 'production' }, connectionSecret(id))
  return { account, id, address, shown, secret }
}

async function callback(query: Readonly<Record<string, string>>) {
  const { statusCode, headers, body } = await service.app.inject({ url: '/v1/oauth/ro/callback', query })
  return { statusCode, headers, body }
}

t.test('the user comes back with a code, and the connection is active', async (t) => {
  const { id, address, shown, secret } = await pending()
  t.equal(address.searchParams.get('token_content_type'), 'jwt')
  answer = granted
  const page = await callback({ state: id, code: 'code-1' })
  t.equal(page.statusCode, 200)
  t.match(page.headers['content-type'], /text\/html/)
  t.match(page.headers, { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  t.match(page.body, /Connected to Romania/)
  t.match(asked.at(-1), { code: 'code-1', redirectUri: address.searchParams.get('redirect_uri') })
  t.match(await shown(), { status: 'active', tokenExpiresAt: EXPIRES, lastErrorMessage: null })
  t.match(JSON.parse(Buffer.from((await secret()) ?? '').toString()), { refreshToken: 'r' })
  const again = await callback({ state: id, code: 'code-1' })
  t.equal(again.statusCode, 400)
  t.match(again.body, /already active/)
  t.notMatch(service.log.join(''), /code-1/, 'no code in the log')
})

t.test('a refusal is shown on the connection, and changes nothing else', async (t) => {
  const { id, shown } = await pending()
  const page = await callback({ state: id, error: 'access_denied<script>' })
  t.equal(page.statusCode, 400)
  t.notMatch(page.body, /<script>/)
  t.match(await shown(), { status: 'pending_setup', lastErrorMessage: /access_denied/ })
})

t.test('a code is exchanged once, also when the exchange failed or is still under way', async (t) => {
  const { id, shown, secret } = await pending()
  const before = asked.length
  answer = () => Promise.resolve({ kind: 'unavailable', reason: 'no answer within 20 s' })
  t.equal((await callback({ state: id, code: 'code-2' })).statusCode, 400)
  t.match((await callback({ state: id, code: 'code-2' })).body, /already used/)
  t.equal(asked.length, before + 1)
  t.match(await shown(), { status: 'pending_setup', lastErrorMessage: /no answer within 20 s/ })
  answer = granted
  const pages = await Promise.all(Array.from({ length: 5 }, () => callback({ state: id, code: 'code-3' })))
  t.equal(asked.length, before + 2)
  t.equal(pages.filter(({ statusCode }) => statusCode === 200).length, 1)
  t.match(await shown(), { status: 'active' })
  t.ok(await secret())
})

t.test('a connection that is deleted during the exchange keeps no secret', async (t) => {
  const { account, id, secret } = await pending()
  answer = async () => {
    await account.live.delete(`/v1/connections/${id}`)
    return granted()
  }
  t.equal((await callback({ state: id, code: 'code-4' })).statusCode, 400)
  t.equal(await secret(), null)
})

t.test('an unknown state of any form is a page that says so', async (t) => {
  for (const state of ['', 'conn_', 'conn_0000000000000000000000', '\u0000', 'a'.repeat(5000), '../..']) {
    const page = await callback({ state, code: 'code-5' })
    t.equal(page.statusCode, 400)
    t.match(page.body, /No connection is waiting/)
  }
  t.equal((await service.app.inject({ url: '/v1/oauth/ro/callback' })).statusCode, 400)
  t.equal((await service.app.inject({ url: '/v1/oauth/pl/callback' })).statusCode, 404)
})

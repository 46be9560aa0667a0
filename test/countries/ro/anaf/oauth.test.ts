import t, { type Test } from 'tap'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { anafOAuth } from '../../../../src/countries/ro/anaf/oauth.js'
import { romania } from '../../../../src/countries/ro/index.js'
import { startAnaf } from '../../../standins/anaf/index.js'
import type { AnafOptions, FaultKind } from '../../../standins/anaf/options.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const DAYS = 24 * 3_600_000
const BACK = 'https://service.example/v1/oauth/ro/callback'

async function worldOf(t: Test, options: AnafOptions = {}, settings: Record<string, string | undefined> = {}) {
  let now = NOW
  const anaf = await startAnaf({ autoAuthorize: true, now: () => now, ...options })
  const http = new GovernmentHttp({ connectMs: 2_000 })
  t.teardown(async () => {
    await http.close()
    await anaf.stop()
  })
  const client = anafOAuth({ ...anaf.settings, ...settings }, http)
  if (client === null) throw new Error('no client')
  return {
    anaf,
    client,
    pass(milliseconds: number): void {
      now = new Date(now.getTime() + milliseconds)
    },
    now: () => now,
    /** Where the browser comes back to. */
    async consent(change: Record<string, string> = {}): Promise<URL> {
      const { authUrl, clientId, authorizationParameters } = client
      const asked = { response_type: 'code', client_id: clientId, redirect_uri: BACK, state: 's-1' }
      const query = new URLSearchParams({ ...asked, ...authorizationParameters, ...change })
      const answer = await fetch(`${authUrl}?${query.toString()}`, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? 'none:')
    },
  }
}

t.test('from consent to tokens that the interface takes, and once more', async (t) => {
  const { client, consent, anaf, now, pass } = await worldOf(t)
  const back = await consent()
  t.equal(back.searchParams.get('state'), 's-1')
  const code = back.searchParams.get('code') ?? ''
  const outcome = await client.exchange(code, BACK, now())
  if (outcome.kind !== 'tokens') throw new Error(outcome.reason)
  t.equal(outcome.tokens.obtainedAt, NOW.toISOString())
  t.equal(outcome.tokens.expiresAt, new Date(NOW.getTime() + 90 * DAYS).toISOString())
  const called = await fetch(`${anaf.settings['ANAF_API_URL']}/stareMesaj?id_incarcare=1`, {
    headers: { authorization: `Bearer ${outcome.tokens.accessToken}` },
  })
  t.equal(called.status, 200)
  t.match(await client.exchange(code, BACK, now()), { kind: 'refused', reason: /invalid_grant/ }, 'a code works once')

  pass(DAYS)
  const renewed = await client.refresh(outcome.tokens.refreshToken, now())
  if (renewed.kind !== 'tokens') throw new Error(renewed.reason)
  t.not(renewed.tokens.refreshToken, outcome.tokens.refreshToken)
  t.match(await client.refresh(outcome.tokens.refreshToken, now()), { kind: 'refused' }, 'refresh tokens rotate')
  pass(366 * DAYS)
  t.match(await client.refresh(renewed.tokens.refreshToken, now()), { kind: 'refused' })
})

t.test('a code lives for a minute, and for its redirect address', async (t) => {
  const { client, consent, now, pass } = await worldOf(t)
  const late = (await consent()).searchParams.get('code') ?? ''
  pass(61_000)
  t.match(await client.exchange(late, BACK, now()), { kind: 'refused' })
  const other = (await consent()).searchParams.get('code') ?? ''
  t.match(await client.exchange(other, `${BACK}/x`, now()), { kind: 'refused' })
  t.equal((await consent({ deny: '1' })).searchParams.get('error'), 'access_denied')
})

t.test('a registration that ANAF does not know is the operator’s matter', async (t) => {
  const wrong = await worldOf(t, {}, { ANAF_CLIENT_SECRET: 'wrong' })
  const outcome = await wrong.client.refresh('r', NOW)
  t.match(outcome, { kind: 'unavailable', reason: /ANAF_CLIENT_ID and ANAF_CLIENT_SECRET/ })
  const none = await worldOf(t, {}, { ANAF_CLIENT_SECRET: undefined })
  t.match(await none.client.refresh('r', NOW), { kind: 'unavailable', reason: /ANAF_CLIENT_SECRET is missing/ })
  t.equal(none.anaf.calls.length, 0)
})

t.test('what the token endpoint may answer', async (t) => {
  const { anaf, client } = await worldOf(t)
  const jwt = (exp: number) => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`
  const expires = (seconds: number) => ({
    kind: 'tokens',
    tokens: { refreshToken: 'old', expiresAt: new Date(NOW.getTime() + seconds * 1000).toISOString() },
  })
  const answer = (status: number, body: unknown): FaultKind => ({
    kind: 'answer',
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const inAnHour = NOW.getTime() / 1000 + 3600
  const table: readonly (readonly [FaultKind, object])[] = [
    [answer(200, { access_token: 'a', expires_in: 60 }), expires(60)],
    [answer(200, { access_token: 'a', expires_in: '60' }), expires(60)],
    [answer(200, { access_token: jwt(inAnHour) }), expires(3600)],
    [answer(200, { access_token: jwt(inAnHour), expires_in: 7200 }), expires(3600)],
    [answer(200, { access_token: 'a' }), expires(90 * 24 * 3600)],
    [answer(200, { access_token: 'a', expires_in: 1e300 }), expires(90 * 24 * 3600)],
    [answer(200, { access_token: 'a', refresh_token: 'n' }), { kind: 'tokens', tokens: { refreshToken: 'n' } }],
    [answer(200, { access_token: 'a b' }), { kind: 'unavailable' }],
    [answer(200, {}), { kind: 'unavailable' }],
    [answer(200, 'null'), { kind: 'unavailable' }],
    [answer(200, '<html>'), { kind: 'unavailable' }],
    [answer(200, 'x'.repeat(100_000)), { kind: 'unavailable' }],
    [answer(400, 'Refresh Token status is expired'), { kind: 'refused' }],
    [
      answer(400, { error: 'invalid_request', error_description: 'old' }),
      { kind: 'unavailable', reason: /invalid_request/ },
    ],
    [answer(500, { error: 'invalid_grant' }), { kind: 'unavailable' }],
    [answer(503, ''), { kind: 'unavailable' }],
    [{ kind: 'cut' }, { kind: 'unavailable' }],
  ]
  for (const [does, expected] of table) {
    anaf.faults({ on: 'token', does })
    t.match(await client.refresh('old', NOW), expected, JSON.stringify(does).slice(0, 100))
  }
})

t.test('no reason holds a secret', async (t) => {
  const { anaf, client } = await worldOf(t)
  for (const status of [400, 401, 418, 500]) {
    const body = JSON.stringify({ error: 'oops', error_description: 'standin-secret my-refresh-token my-code' })
    anaf.faults({ on: 'token', does: { kind: 'answer', status, body } })
    for (const outcome of [await client.refresh('my-refresh-token', NOW), await client.exchange('my-code', BACK, NOW)])
      t.notMatch(JSON.stringify(outcome), /secret"|my-refresh|my-code/)
  }
})

t.test('a worker that has lost its hold renews nothing', async (t) => {
  const { anaf, client } = await worldOf(t)
  const hold = { lost: new AbortController().signal, isHeld: () => false }
  t.match(await client.refresh('r', NOW, hold), { kind: 'unavailable' })
  t.equal(anaf.calls.length, 0)
})

t.test('without a registration there is neither client nor gateway', async (t) => {
  const { setup } = romania
  t.equal(setup.kind === 'oauth' && setup.client({ ANAF_AUTH_URL: 'https://a', ANAF_TOKEN_URL: 'https://b' }), null)
})

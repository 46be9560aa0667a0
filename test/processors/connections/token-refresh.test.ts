import fc from 'fast-check'
import t from 'tap'
import type { OAuthClient, TokenOutcome, Tokens } from '../../../src/countries/connection-setup.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { deleteConnection } from '../../../src/commands/connection.js'
import type { Clock } from '../../../src/domain/clock.js'
import { connection, type ConnectionEvent, connectionSecret } from '../../../src/domain/connection.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { TokenRefresh } from '../../../src/processors/connections/token-refresh.js'
import { MemoryVault } from '../../standins/memory/vault.js'
import { scriptedCountry, ScriptedGovernment } from '../../standins/scripted-government.js'

const START = new Date('2026-11-22T10:00:00.000Z')
const DAY = 86_400_000
const after = (milliseconds: number): string => new Date(START.getTime() + milliseconds).toISOString()
const SCOPE = { account: 'acc_1', environment: 'production' } as const
const STREAM = 'liveConnection-conn_1'
const SECRET = connectionSecret('conn_1')

function tokens(name: string, obtainedAt: number, expiresAt: number): Tokens {
  return {
    accessToken: `access ${name}`,
    refreshToken: `refresh ${name}`,
    obtainedAt: after(obtainedAt),
    expiresAt: after(expiresAt),
  }
}

/** An active connection whose first token lives for ninety days, and a token endpoint. */
async function given(answer: (refreshToken: string) => Promise<TokenOutcome>) {
  const store = new MemoryEventStore()
  const vault = new MemoryVault()
  let now = START
  const clock: Clock = { now: () => now }
  const asked: string[] = []
  const client: OAuthClient = {
    authUrl: '',
    clientId: 'client-1',
    authorizationParameters: {},
    exchange: () => Promise.reject(new Error('not called')),
    refresh: (refreshToken) => {
      asked.push(refreshToken)
      return answer(refreshToken)
    },
  }
  const country = scriptedCountry(new ScriptedGovernment().gateway)
  const job = new TokenRefresh({
    store,
    vault,
    clock,
    countryOf: () => ({ ...country, setup: { kind: 'oauth', client: () => client, clientSetting: '' } }),
    countrySettings: {},
    pace: 1,
  })
  const context = { ...SCOPE, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const happened = (...events: ConnectionEvent[]) =>
    handle({ store, clock }, context, connection, STREAM, () => accept(...events))
  await happened(
    { type: 'ConnectionRequested', data: { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' } },
    { type: 'ConnectionActivated', data: { tokenExpiresAt: after(90 * DAY) } },
  )
  await vault.put(SCOPE, SECRET, Buffer.from(JSON.stringify(tokens('1', 0, 90 * DAY))))
  let held = true
  const lost = new AbortController()
  const before = (await store.readStream(STREAM)).length
  return {
    asked,
    vault,
    happened,
    at(milliseconds: number) {
      now = new Date(START.getTime() + milliseconds)
    },
    loseClaim() {
      held = false
      lost.abort()
    },
    async advance() {
      const { nextLook } = await job.advance(
        {
          kind: 'connections',
          key: STREAM,
          ...SCOPE,
          lane: '',
          position: 1n,
          token: '1',
          outages: 0,
          faults: 0,
        },
        {
          stillMine: () => Promise.resolve(held),
          isHeld: () => held,
          lost: lost.signal,
          signal: new AbortController().signal,
          enter: () => Promise.resolve(true),
        },
      )
      return nextLook?.toISOString() ?? null
    },
    delete: () => handle({ store, clock }, context, connection, STREAM, deleteConnection()),
    events: async () => (await store.readStream(STREAM)).slice(before).map(({ type, data }) => ({ type, data })),
    kept: async () => {
      const secret = await vault.get(SCOPE, SECRET)
      return secret === null ? null : (JSON.parse(Buffer.from(secret).toString()) as Tokens)
    },
  }
}

const refusal: TokenOutcome = { kind: 'refused', reason: 'invalid_grant' }
const outage: TokenOutcome = { kind: 'unavailable', reason: 'no answer' }

t.test('tokens are renewed thirty days ahead of their end, again and again', async (t) => {
  let n = 1
  const { advance, at, asked, events, kept } = await given(async () => {
    n += 1
    return { kind: 'tokens', tokens: tokens(String(n), (n - 1) * 60 * DAY, (n - 1) * 60 * DAY + 90 * DAY) }
  })
  t.equal(await advance(), after(60 * DAY), 'nothing is asked before')
  t.same(asked, [])
  at(60 * DAY)
  t.equal(await advance(), after(120 * DAY))
  at(120 * DAY)
  t.equal(await advance(), after(180 * DAY))
  t.same(asked, ['refresh 1', 'refresh 2'], 'each with the newest refresh token')
  t.same(
    (await events()).map(({ type }) => type),
    ['TokenRefreshed', 'TokenRefreshed'],
  )
  t.equal((await kept())?.refreshToken, 'refresh 3')
})

t.test('after three retries the connection fails; then it is tried again with growing pauses', async (t) => {
  const answers = Array.from({ length: 12 }, () => outage)
  const fresh: TokenOutcome = { kind: 'tokens', tokens: tokens('2', 61 * DAY, 151 * DAY) }
  const { advance, at, events, kept, asked } = await given(async () => answers.shift() ?? fresh)
  let now = 60 * DAY
  const minutes = [1, 10, 60, 5, 10, 20, 40, 80, 160, 320, 360, 360]
  for (const [tries, pause] of minutes.entries()) {
    at(now)
    now += pause * 60_000
    t.equal(await advance(), after(now), `after ${tries + 1} tries`)
    t.equal(await advance(), after(now), 'and nothing before')
    t.equal(asked.length, tries + 1)
  }
  at(now)
  t.equal(await advance(), after(121 * DAY))
  const failures = (await events()).map(({ type }) => type)
  t.same(failures, [
    ...['TokenRefreshFailed', 'TokenRefreshFailed', 'TokenRefreshFailed', 'ConnectionFailed'],
    ...Array.from({ length: 8 }, () => 'TokenRefreshFailed'),
    ...['ConnectionReopened', 'ConnectionActivated'],
  ])
  t.equal((await kept())?.refreshToken, 'refresh 2')
})

t.test('a token that ends soon is tried within its rest of life', async (t) => {
  const { advance, at } = await given(async () => outage)
  const seconds = 1_000
  let now = 90 * DAY - 80 * seconds
  for (const wait of [10 * seconds, 17.5 * seconds, 26.25 * seconds]) {
    at(now)
    now += wait
    t.equal(await advance(), after(now))
  }
})

t.test('no answers of a token server leave a connection active and without access, or without a next try', async () => {
  const answer = fc.constantFrom('outage', 'outage', 'outage', 'tokens', 'refused')
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 25 }), async (answers) => {
      let now = 60 * DAY
      let n = 1
      let next: (typeof answers)[number] = 'outage'
      const { advance, at, events } = await given(async () => {
        if (next === 'refused') return refusal
        if (next === 'outage') return outage
        n += 1
        return { kind: 'tokens', tokens: tokens(String(n), now, now + 90 * DAY) }
      })
      let fails = 0
      for (next of answers) {
        at(now)
        const due = await advance()
        const types = (await events()).map(({ type }) => type)
        if (next === 'refused') return due === null && types.at(-1) === 'ConnectionExpired'
        if (due === null) return false
        fails = next === 'tokens' ? 0 : fails + 1
        const isFailed = types.lastIndexOf('ConnectionFailed') > types.lastIndexOf('ConnectionActivated')
        if (isFailed !== fails > 3) return false
        const pause = Date.parse(due) - START.getTime() - now
        if (fails > 0 && (pause <= 0 || pause > 6 * 3_600_000)) return false
        now += pause
      }
      return true
    }),
    { numRuns: 60 },
  )
})

t.test("the government's no expires the connection", async (t) => {
  const { advance, at, events } = await given(async () => refusal)
  at(60 * DAY)
  t.equal(await advance(), null)
  t.same(await events(), [{ type: 'ConnectionExpired', data: { errorMessage: 'invalid_grant' } }])
})

t.test('a token that the government did not take is renewed at once, with short pauses', async (t) => {
  const answers = [outage, outage, outage, outage]
  const { advance, happened, events, at } = await given(async () => answers.shift() ?? refusal)
  await happened({ type: 'AccessRefused', data: { errorMessage: 'HTTP 401' } })
  let now = 0
  for (const seconds of [30, 120, 600]) {
    at(now)
    now += seconds * 1000
    t.equal(await advance(), after(now))
  }
  at(now)
  t.equal(await advance(), after(now + 300_000))
  t.equal((await events()).at(-1)?.type, 'ConnectionFailed')
  at(now + 300_000)
  t.equal(await advance(), null)
  t.equal((await events()).at(-1)?.type, 'ConnectionExpired', 'a refusal is final')
})

t.test('a process that lost the claim makes no call', async (t) => {
  const { advance, at, asked, loseClaim } = await given(async () => refusal)
  at(60 * DAY)
  loseClaim()
  await advance()
  t.same(asked, [])
})

t.test('of two that asked with the same tokens, the refused one changes nothing', async (t) => {
  const fixture = await given(async () => {
    await fixture.vault.put(SCOPE, SECRET, Buffer.from(JSON.stringify(tokens('2', 60 * DAY, 150 * DAY))))
    return refusal
  })
  fixture.at(60 * DAY)
  await fixture.advance()
  t.same(await fixture.events(), [])
  t.equal((await fixture.kept())?.refreshToken, 'refresh 2')
})

t.test('a refusal that is recorded late does not expire what the user has authorised again', async (t) => {
  const { advance, at, vault, happened, events, kept } = await given(() => Promise.resolve(refusal))
  const fresh = tokens('2', 61 * DAY, 151 * DAY)
  const get = vault.get.bind(vault)
  let reads = 0
  vault.get = async (scope, name) => {
    const found = await get(scope, name)
    reads += 1
    // The last look before the refusal is recorded; meanwhile another worker has recorded its own.
    if (reads === 2) {
      await happened({ type: 'ConnectionExpired', data: { errorMessage: 'invalid_grant' } })
      await vault.put(SCOPE, SECRET, Buffer.from(JSON.stringify(fresh)))
      const activated = { type: 'ConnectionActivated', data: { tokenExpiresAt: fresh.expiresAt } } as const
      await happened({ type: 'ConnectionReopened', data: {} }, activated)
    }
    return found
  }
  at(61 * DAY)
  await advance()
  t.equal((await events()).at(-1)?.type, 'ConnectionActivated')
  t.same(await kept(), fresh)
})

t.test('tokens that come after the user has authorised again do not replace the new ones', async (t) => {
  const fixture = await given(async () => {
    await fixture.vault.put(SCOPE, SECRET, Buffer.from(JSON.stringify(tokens('new', 60 * DAY, 150 * DAY))))
    return { kind: 'tokens', tokens: tokens('late', 60 * DAY, 150 * DAY) }
  })
  fixture.at(60 * DAY)
  await fixture.advance()
  t.equal((await fixture.kept())?.refreshToken, 'refresh new')
})

t.test('a deletion while the answer is on its way leaves no secret behind', async (t) => {
  for (const erased of [true, false]) {
    const fixture = await given(async () => {
      await fixture.delete()
      if (erased) await fixture.vault.delete(SCOPE, SECRET)
      return { kind: 'tokens', tokens: tokens('late', 60 * DAY, 150 * DAY) }
    })
    fixture.at(60 * DAY)
    t.equal(await fixture.advance(), erased ? after(60 * DAY) : null)
    t.equal(await fixture.kept(), null)
  }
})

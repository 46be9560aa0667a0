import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { Participants } from '../../src/commands/use-cases/find-participant.js'
import { AccessTokens } from '../../src/countries/fr/access-tokens.js'
import {
  GovernmentHttp,
  type GovernmentRequest,
  type HttpOutcome,
} from '../../src/countries/gateway/government-http.js'
import { Channels } from '../../src/countries/it/sdi/identity.js'
import { Pauses } from '../../src/countries/it/invoicetronic/pauses.js'
import { KsefApi, type KsefCall } from '../../src/countries/pl/ksef/api.js'
import { Calls } from '../../src/countries/pl/ksef/budgets.js'
import { Connections } from '../../src/countries/pl/ksef/connections.js'
import { connected } from '../../src/countries/pl/ksef/credentials.js'
import { PublicKeys } from '../../src/countries/pl/ksef/public-keys.js'
import { SignIn } from '../../src/countries/pl/ksef/sign-in.js'
import { countryOf } from '../../src/countries/registry.js'
import { AnafApi } from '../../src/countries/ro/anaf/api.js'
import { Comparisons } from '../../src/countries/ro/anaf/comparisons.js'
import { MessageLists } from '../../src/countries/ro/anaf/message-lists.js'
import type { Scope } from '../../src/domain/event.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { FailedAuthentications } from '../../src/http/api/failed-authentications.js'
import { RateLimit } from '../../src/http/api/rate-limit.js'
import { Shares } from '../../src/http/shares.js'
import { WebhookHistory } from '../../src/processors/deliveries/webhook-history.js'
import { OwnerLanes } from '../../src/http/owner-lanes.js'
import { selfSigned } from '../support/certificate.js'
import { gatewayTools } from '../standins/gateway-tools.js'
import { MemoryVault } from '../standins/memory/vault.js'
import { ScriptedGovernment } from '../standins/scripted-government.js'
import { History } from '../support/history.js'

/** Two accounts that use the same process. */
type Owner = 'one' | 'other'

/** Something that outlives a request. `perform` returns all that the owner can notice. */
interface LongLived<Step> {
  readonly perform: (owner: Owner, step: Step, at: Date) => unknown
}

const BEGIN = Date.parse('2026-11-21T10:00:00.000Z')
const STEP_MS = 7_000

/**
 * What an owner notices is the same whether another owner uses the process too or not. Every step
 * begins at its own time; in each round, steps may be under way together.
 */
async function isUnaffected<Step>(
  make: (now: () => Date) => LongLived<Step> | Promise<LongLived<Step>>,
  step: fc.Arbitrary<Step>,
): Promise<void> {
  const rounds = fc.array(
    fc.array(fc.tuple(fc.constantFrom<Owner>('one', 'other'), step), { minLength: 1, maxLength: 5 }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      let now = new Date(BEGIN)
      const [shared, alone] = await Promise.all([make(() => now), make(() => now)])
      for (const round of rounds) {
        now = new Date(now.getTime() + STEP_MS)
        const noticed = async (of: LongLived<Step>, steps: typeof round): Promise<unknown[]> => {
          const outcomes = steps.map(async ([owner, step]) => [owner, await of.perform(owner, step, now)] as const)
          return (await Promise.all(outcomes)).filter(([owner]) => owner === 'one').map(([, outcome]) => outcome)
        }
        const beside = await noticed(shared, round)
        assert.deepStrictEqual(
          beside,
          await noticed(
            alone,
            round.filter(([owner]) => owner === 'one'),
          ),
        )
      }
    }),
    { numRuns: 60 },
  )
}

const scopeOf = (owner: Owner): Scope => ({ account: `acc_${owner}`, environment: 'production' })
const credentialsOf = (owner: Owner, version: number) => ({ token: `${owner}-${version}` })
const VERSION = fc.integer({ min: 0, max: 2 })

t.test('the limit of requests counts for each account apart', async (t) => {
  await isUnaffected(
    (now) => {
      const taken = new Map<string, number>()
      const counter = {
        take: async ({ account }: Scope, start: Date, wanted: number, limit: number) => {
          const key = `${account} ${start.getTime()}`
          const before = taken.get(key) ?? 0
          const granted = Math.min(wanted, limit - before)
          taken.set(key, before + granted)
          return Promise.resolve({ granted, taken: before + granted })
        },
      }
      const limit = new RateLimit(counter as never, { now }, 12)
      return { perform: (owner, requests: number) => limit.take(scopeOf(owner), requests) }
    },
    fc.integer({ min: 1, max: 5 }),
  )
  t.pass()
})

t.test('failed authentications of another network count for nothing', async (t) => {
  await isUnaffected(
    (now) => {
      const failed = new FailedAuthentications({ now }, 2)
      return { perform: (owner, last: number) => failed.record(`192.0.${owner === 'one' ? 1 : 2}.${last}`) }
    },
    fc.integer({ min: 1, max: 2 }),
  )
  t.pass()
})

t.test('the share of an account is its own', async (t) => {
  await isUnaffected(
    () => {
      const shares = new Shares(20, 10)
      const held: Record<Owner, number[]> = { one: [], other: [] }
      return {
        perform: (owner, amount: number) => {
          if (amount > 0) {
            const shortage = shares.take(owner, amount)
            if (shortage === null) held[owner].push(amount)
            // An owner whose share is used up may learn that everybody's is.
            return shortage === null
          }
          const back = held[owner].pop()
          if (back !== undefined) shares.give(owner, back)
          return back
        },
      }
    },
    fc.integer({ min: 0, max: 8 }),
  )
  t.pass()
})

t.test('a pause of one key is no pause of another', async (t) => {
  await isUnaffected(
    (now) => {
      const pauses = new Pauses({ now })
      return {
        perform: (owner, seconds: number, at) => {
          const key = `key of ${owner}`
          if (seconds > 0)
            pauses.begin(key, {
              kind: 'exhausted',
              reason: owner,
              concerns: 'invoice',
              until: new Date(at.getTime() + seconds * 1000),
            })
          return pauses.of(key)
        },
      }
    },
    fc.integer({ min: 0, max: 20 }),
  )
  t.pass()
})

/** An authorization server whose tokens name their client. */
class NamingServer extends GovernmentHttp {
  override async send({ headers, body }: GovernmentRequest): Promise<HttpOutcome> {
    const token = Buffer.from(`${headers?.['authorization']} ${Buffer.from(body ?? []).toString()}`).toString('hex')
    const bytes = Buffer.from(JSON.stringify({ access_token: token, expires_in: 20 }))
    return Promise.resolve({ kind: 'answer', status: 200, headers: {}, bytes })
  }
}

t.test('an OAuth client gets its own tokens', async (t) => {
  await isUnaffected(
    (now) => {
      const tokens = new AccessTokens(new NamingServer(), { clock: { now }, pace: 1 }, 'a platform')
      const tokenOf = async (owner: Owner, { version, way }: { version: number; way: 'basic' | 'post' }) => {
        const client = { tokenUrl: 'https://platform.example/token', clientId: 'same', ways: [way] }
        const answered = await tokens.of({ ...client, clientSecret: `${owner}-${version}` })
        return answered.kind === 'token' ? answered.token : answered
      }
      return { perform: tokenOf }
    },
    fc.record({ version: VERSION, way: fc.constantFrom('basic' as const, 'post' as const) }),
  )
  t.pass()
})

/** KSeF that shows in each answer whose token came with the call. */
class NamingKsef extends KsefApi {
  override call({ token }: KsefCall) {
    const said = { kind: 'json', json: token, bytes: Buffer.alloc(0) } as const
    return Promise.resolve({ said, isDonePerhaps: true })
  }
}

class NamingSignIn extends SignIn {
  override signIn({ credential }: Parameters<SignIn['signIn']>[0]) {
    const token = { token: JSON.stringify(credential), until: new Date(BEGIN + 30_000) }
    return Promise.resolve({ kind: 'signed-in', access: token, refresh: token } as const)
  }
}

t.test("SdI's channel of a connection is that of its own certificate", async (t) => {
  const certificates = { one: [0, 1, 2].map(() => selfSigned()), other: [0, 1, 2].map(() => selfSigned()) }
  await isUnaffected(() => {
    const channels = new Channels()
    return {
      perform: (owner, version: number, at) => {
        const { cert: certificate, key: privateKey } = certificates[owner][version] ?? selfSigned()
        const access = { connectionId: 'same', vatNumber: 'IT01234567890', credentials: { certificate, privateKey } }
        return channels.of(access, at)
      },
    }
  }, VERSION)
  t.pass()
})

t.test('work of an account waits for no work of another', async (t) => {
  await isUnaffected(() => {
    const lanes = new OwnerLanes(1)
    const turns = { one: 0, other: 0 }
    return {
      perform: (owner, pauses: number) => {
        const mine = (turns[owner] += 1)
        return lanes.run(owner, async () => {
          const begun = turns[owner]
          for (let n = 0; n < pauses; n++) await Promise.resolve()
          return [mine, begun]
        })
      },
    }
  }, VERSION)
  t.pass()
})

t.test('a call to KSeF carries the token of its own connection and credentials', async (t) => {
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    const api = new NamingKsef(tools, new GovernmentHttp())
    const signIn = new NamingSignIn(api, new PublicKeys(api, tools), tools)
    const connections = new Connections(api, signIn, new Calls(tools), tools)
    return {
      // Both connect the same company.
      perform: (owner, version: number) =>
        connections.call(
          connected({
            connectionId: `conn_${owner}`,
            vatNumber: 'PL5260001246',
            credentials: credentialsOf(owner, version),
          }),
          { method: 'GET', path: '/x', name: 'x', expects: 'json', group: 'status' },
        ),
    }
  }, VERSION)
  t.pass()
})

/** ANAF whose messages and documents name the token of the call. */
class NamingAnaf extends AnafApi {
  override page(_period: unknown, page: number, token: string) {
    const messages = [{ uploadId: '1', downloadId: '1', kind: token }]
    return Promise.resolve({ kind: 'page', messages, pages: page } as const)
  }

  override download(_id: string, token: string) {
    return Promise.resolve({ kind: 'archive', archive: Buffer.alloc(0), xml: Buffer.from(token) } as const)
  }
}

t.test("a list of ANAF's messages is that of its own connection", async (t) => {
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    const lists = new MessageLists(new NamingAnaf(tools, new GovernmentHttp()), tools)
    return {
      perform: (owner, minutes: number, at) => {
        const sender = { cif: '8000000000', connectionId: `conn_${owner}`, token: owner }
        return lists.since(sender, new Date(at.getTime() - minutes * 60_000))
      },
    }
  }, VERSION)
  t.pass()
})

t.test('a comparison downloads with the token of its own account', async (t) => {
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    const comparisons = new Comparisons(new NamingAnaf(tools, new GovernmentHttp()), tools)
    return {
      perform: (owner, upload: number) =>
        comparisons.of(scopeOf(owner), { uploadId: `${upload}`, downloadId: '1', kind: '' }, owner),
    }
  }, VERSION)
  t.pass()
})

t.test('a participant is what the network answers to the account itself', async (t) => {
  await isUnaffected((now) => {
    const asked: Record<Owner, number> = { one: 0, other: 0 }
    let asking: Owner = 'one'
    const participants = new Participants({
      store: new MemoryEventStore(),
      vault: new MemoryVault(),
      clock: { now },
      countrySettings: {},
      countries: ['BE'],
      countryOf,
      gatewayFor: () => ({
        ...new ScriptedGovernment().gateway,
        participant: () =>
          Promise.resolve({ kind: 'registered', documentTypes: [`${asking} ${(asked[asking] += 1)}`] }),
      }),
      connectionsTo: ({ account }) => {
        asking = account === 'acc_one' ? 'one' : 'other'
        return Promise.resolve([])
      },
    })
    // The network here learns who asks by the last question for connections: one asks at a time.
    let turn = Promise.resolve<unknown>(null)
    return {
      perform: (owner, last: number) =>
        (turn = turn.then(() => participants.find(scopeOf(owner), `0208:040317070${last}`))),
    }
  }, VERSION)
  t.pass()
})

t.test('the webhook of an account is its own, now and before', async (t) => {
  await isUnaffected(async () => {
    const store = new MemoryEventStore()
    const history = new History(store)
    const webhooks = new WebhookHistory(store)
    webhooks.followFrom(null)
    const urlIn = (state: Awaited<ReturnType<WebhookHistory['current']>>) => ('url' in state ? state.url : null)
    let last = Promise.resolve<unknown>(null)
    return {
      perform: (owner, version: number) => {
        const step = async (): Promise<unknown> => {
          const scope = scopeOf(owner)
          if (version > 0) await history.webhook(scope, new MemoryVault(), `https://${owner}.example/${version}`)
          return [urlIn(await webhooks.current(scope)), urlIn(await webhooks.before(scope, 10_000n))]
        }
        // The store's writers take turns.
        last = last.then(step)
        return last
      },
    }
  }, VERSION)
  t.pass()
})

import { generateKeyPairSync, hash } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { GovernmentHttp, type HttpOutcome } from '../../../../src/countries/gateway/government-http.js'
import type { Submission } from '../../../../src/countries/gateway/gateway.js'
import { KsefApi, type KsefCall } from '../../../../src/countries/pl/ksef/api.js'
import { BatchStates } from '../../../../src/countries/pl/ksef/batch-states.js'
import { Batches, type BatchSent, type Member } from '../../../../src/countries/pl/ksef/batches.js'
import { Calls } from '../../../../src/countries/pl/ksef/budgets.js'
import { Connections } from '../../../../src/countries/pl/ksef/connections.js'
import { connected, type Taxpayer } from '../../../../src/countries/pl/ksef/credentials.js'
import { Dispatch } from '../../../../src/countries/pl/ksef/dispatch.js'
import { Limits } from '../../../../src/countries/pl/ksef/limits.js'
import { PartUploads } from '../../../../src/countries/pl/ksef/part-upload.js'
import { Stores } from '../../../../src/countries/pl/ksef/stores.js'
import { PublicKeys } from '../../../../src/countries/pl/ksef/public-keys.js'
import { Sender, type Sent } from '../../../../src/countries/pl/ksef/send.js'
import { SessionInvoices } from '../../../../src/countries/pl/ksef/session-invoices.js'
import { Sessions } from '../../../../src/countries/pl/ksef/sessions.js'
import { SignIn } from '../../../../src/countries/pl/ksef/sign-in.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import {
  BEGIN,
  credentialsOf,
  HOSTILE,
  isUnaffected,
  type Owner,
  scopeOf,
  VERSION,
} from '../../../support/neighbours.js'

const SHA256 = hash('sha256', 'the same document')

/** The reference of whom a call is for. */
const referenceFor = (token = ''): string => hash('sha256', token).slice(0, 32)

/** KSeF that shows in each answer whose token came with the call. */
class NamingKsef extends KsefApi {
  override call({ token }: KsefCall) {
    const reference = referenceFor(token)
    const json = {
      token,
      referenceNumber: reference,
      validUntil: new Date(BEGIN + 3_600_000).toISOString(),
      status: { code: 200, description: token },
      invoices: [{ invoiceHash: Buffer.from(SHA256, 'hex').toString('base64'), referenceNumber: reference }],
    }
    return Promise.resolve({ said: { kind: 'json', json, bytes: Buffer.alloc(0) }, isDonePerhaps: true } as const)
  }
}

class NamingSignIn extends SignIn {
  override signIn({ credential }: Parameters<SignIn['signIn']>[0]) {
    const token = { token: JSON.stringify(credential), until: new Date(BEGIN + 30_000) }
    return Promise.resolve({ kind: 'signed-in', access: token, refresh: token } as const)
  }
}

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

class OneKey extends PublicKeys {
  override of() {
    return Promise.resolve({ kind: 'key', id: 'x', key: publicKey } as const)
  }
}

/** A process that calls KSeF. */
function ksef(now: () => Date) {
  const tools = gatewayTools({ settings: {}, clock: { now }, pace: 0.001 })
  const api = new NamingKsef(tools, new GovernmentHttp())
  const keys = new OneKey(api, tools)
  const connections = new Connections(api, new NamingSignIn(api, keys, tools), new Calls(tools), tools)
  return { tools, keys, connections }
}

/** Both connect the same company. */
const taxpayer = (owner: Owner, version: number): Taxpayer =>
  connected({ connectionId: `conn_${owner}`, vatNumber: 'PL5260001246', credentials: credentialsOf(owner, version) })

t.test('a call to KSeF carries the token of its own connection and credentials', async (t) => {
  await isUnaffected((now) => {
    const { connections } = ksef(now)
    return {
      perform: (owner, version: number) =>
        connections.call(taxpayer(owner, version), {
          method: 'GET',
          path: '/x',
          name: 'x',
          expects: 'json',
          group: 'status',
        }),
    }
  }, VERSION)
  t.pass()
})

t.test('an invoice is sent in a session of its own connection', async (t) => {
  const act = fc.constantFrom('use', 'use', 'fill', 'drop', 'new')
  await isUnaffected(
    (now) => {
      const { tools, keys, connections } = ksef(now)
      const sessions = new Sessions(connections, keys, tools)
      return {
        perform: async (owner, { version, act }: { version: number; act: string }) => {
          const mine = taxpayer(owner, version)
          const session = act === 'new' ? await sessions.openNew(mine) : await sessions.of(mine)
          if (session.kind !== 'session') return session
          if (act === 'fill') session.sent = 9_000
          if (act === 'drop') sessions.drop(mine, session.reference)
          return [session.reference, (session.sent += 1)]
        },
      }
    },
    fc.record({ version: VERSION, act }),
  )
  t.pass()
})

t.test('the list of a session and the state of a batch are what KSeF shows to the connection itself', async (t) => {
  await isUnaffected(
    (now) => {
      const { tools, connections } = ksef(now)
      const invoices = new SessionInvoices(connections, tools)
      const batches = new BatchStates(connections, invoices, tools)
      return {
        perform: (owner, { version, isList }: { version: number; isList: boolean }) => {
          const session = 'a-session-that-both-name'
          if (isList) return invoices.of(taxpayer(owner, version), session, new Date(BEGIN))
          return batches.of(taxpayer(owner, version), { session, sha256: SHA256, isInBatch: true }, false)
        },
      }
    },
    fc.record({ version: VERSION, isList: fc.boolean() }),
    // KSeF's limit of calls a minute is the taxpayer's: more rounds would use it up for both.
    { stepMs: 25_000 },
  )
  t.pass()
})

/** Documents that say whether they are to be sent one by one. */
class ScriptedSender extends Sender {
  override send({ xml }: Submission, { key }: Taxpayer): Promise<Sent> {
    if (Buffer.from(xml).toString() !== 'exhausted')
      return Promise.resolve({ kind: 'sent', uploadId: `${key}/single`, path: '' })
    const until = new Date(BEGIN + 3_600_000)
    return Promise.resolve({ kind: 'exhausted', reason: key, until, concerns: 'invoice' })
  }
}

class NamingBatches extends Batches {
  override send({ key }: Taxpayer, members: readonly Member[]): Promise<BatchSent> {
    const isOdd = members.some(({ submission }) =>
      submission.attemptId.startsWith(key.includes('one') ? 'other' : 'one'),
    )
    if (isOdd) return Promise.resolve({ kind: 'stopped' })
    const isBad = members.some(({ submission: { xml } }) => Buffer.from(xml).toString() === 'bad')
    if (isBad) return Promise.resolve({ kind: 'nothing', cause: { kind: 'failed', reason: key } })
    return Promise.resolve({ kind: 'closed', session: referenceFor(key), members })
  }
}

t.test('calls that one connection has used up, and its batches, are no matter of another', async (t) => {
  await isUnaffected(
    (now) => {
      const { tools, keys, connections } = ksef(now)
      const sender = new ScriptedSender(connections, new Sessions(connections, keys, tools), keys, tools)
      const parts = new PartUploads(new Stores(tools, new GovernmentHttp()))
      const dispatch = new Dispatch(sender, new NamingBatches(connections, keys, parts, tools), tools)
      return {
        perform: (owner, xml: string) => {
          const submission: Submission = {
            scope: scopeOf(owner),
            invoiceId: `inv_${owner}`,
            attemptId: `${owner}-1`,
            refusals: 0,
            createdAt: now(),
            invoice: {
              country: 'PL',
              invoiceType: 'invoice',
              number: 'F-1',
              supplier: { vatNumber: 'PL5260001246', name: owner },
              customer: { vatNumber: 'PL5265877635', name: 'Buyer' },
              lines: [],
              currency: 'PLN',
              issueDate: '2026-11-21',
            },
            xml: Buffer.from(xml),
            access: null,
          }
          return dispatch.send(submission, taxpayer(owner, 0), () => true)
        },
      }
    },
    fc.constantFrom('fine', 'fine', 'exhausted', 'bad'),
  )
  t.pass()
})

t.test('calls of one company are counted, and refused by KSeF, for that company alone', async (t) => {
  await isUnaffected(
    (now) => {
      const calls = new Calls(gatewayTools({ settings: {}, clock: { now } }))
      return {
        perform: async (owner, { count, isRefused }: { count: number; isRefused: boolean }) => {
          const nip = owner === 'one' ? '5260001246' : '5265877635'
          if (isRefused) {
            const until = new Date(now().getTime() + 10_000)
            calls.refused('batch', nip, { kind: 'exhausted', reason: owner, until, concerns: 'invoice' })
          }
          const taken = []
          for (let n = 0; n < count; n++) taken.push(await calls.take('batch', nip))
          return taken
        },
      }
    },
    fc.record({ count: fc.integer({ min: 0, max: 6 }), isRefused: fc.boolean() }),
  )
  t.pass()
})

t.test('the limits of a company are those that KSeF has stated for it', async (t) => {
  const say = fc.constantFrom('raised', 'lowered', 'nothing', 'fails')
  await isUnaffected(
    (now) => {
      const limits = new Limits(gatewayTools({ settings: {}, clock: { now } }))
      return {
        perform: async (owner, { minutes, said }: { minutes: number; said: string }) => {
          const nip = owner === 'one' ? '5260001246' : '5265877635'
          if (said !== 'nothing') limits.signedIn(nip)
          await limits.readIfDue(nip, owner, () => {
            if (said === 'fails') return Promise.resolve({ reason: 'KSeF is away' })
            const perHour = said === 'raised' ? 1_000 + minutes : 1 + minutes
            return Promise.resolve({ answer: { invoiceSend: { perHour } } })
          })
          return limits.of(nip)
        },
      }
    },
    fc.record({ minutes: fc.nat(50), said: say }),
  )
  t.pass()
})

/** A server that warns with each answer. */
class Warning extends GovernmentHttp {
  next = ''

  override send(): Promise<HttpOutcome> {
    const headers = { 'x-system-warning': this.next, 'content-type': 'application/json' }
    return Promise.resolve({ kind: 'answer', status: 200, headers, bytes: Buffer.from(JSON.stringify(this.next)) })
  }
}

t.test('a warning of KSeF, logged once, changes no answer', async (t) => {
  await isUnaffected((now) => {
    const http = new Warning()
    const api = new KsefApi(gatewayTools({ settings: {}, clock: { now } }), http)
    return {
      perform: (_owner, warning: string) => {
        http.next = warning
        return api.ask({ method: 'GET', path: '/x', name: 'x', expects: 'json' })
      },
    }
  }, HOSTILE)
  t.pass()
})

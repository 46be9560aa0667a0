import t from 'tap'
import { accept, handle, load } from '../../../src/commands/handle.js'
import { testConnection } from '../../../src/commands/use-cases/test-connection.js'
import type { Access, CheckOutcome, Gateway } from '../../../src/countries/gateway/gateway.js'
import { countryOf } from '../../../src/countries/registry.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { connection, type ConnectionEvent, connectionSecret } from '../../../src/domain/connection.js'
import type { Scope } from '../../../src/domain/event.js'
import { streamName } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { MemoryVault } from '../../standins/memory/vault.js'
import { ScriptedGovernment } from '../../standins/scripted-government.js'
import { History } from '../../support/history.js'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const ACTIVATED: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: null } }
const FAILED: ConnectionEvent = { type: 'ConnectionFailed', data: { errorMessage: 'HTTP 403' } }

interface Given {
  readonly countryCode?: CountryCode
  readonly environment?: Scope['environment']
  readonly credentials?: Readonly<Record<string, string>>
  readonly events?: readonly ConnectionEvent[]
  readonly isOpen?: boolean
  /** What the government answers; null: it offers nothing. */
  readonly check?: (() => Promise<CheckOutcome>) | null
  readonly noGateway?: boolean
}

/** What a test of a connection says, and what the government was asked with. */
async function tested({
  countryCode = 'PL',
  environment = 'production',
  credentials,
  events = [ACTIVATED],
  isOpen = false,
  check = () => Promise.resolve({ kind: 'works', detail: 'all is well' }),
  noGateway = false,
}: Given) {
  const store = new MemoryEventStore()
  const history = new History(store)
  const scope = { ...(await history.account()), environment }
  const companyId = await history.company(scope)
  const stream = streamName(environment, 'Connection', 'conn_1')
  const requested: ConnectionEvent = {
    type: 'ConnectionRequested',
    data: { connectionId: 'conn_1', companyId, countryCode },
  }
  const context = { ...scope, actor: 'operator', correlationId: 'req_1', causationId: 'req_1' } as const
  const clock = { now: () => NOW }
  await handle({ store, clock }, context, connection, stream, () => accept(requested, ...events))
  const vault = new MemoryVault()
  if (credentials) await vault.put(scope, connectionSecret('conn_1'), Buffer.from(JSON.stringify(credentials)))
  const asked: Access[] = []
  const gateway: Gateway = {
    ...new ScriptedGovernment().gateway,
    ...(check && {
      check(access) {
        asked.push(access)
        return check()
      },
    }),
  }
  const country = countryOf(countryCode)
  const deps = {
    store,
    vault,
    clock,
    countrySettings: {},
    patienceMs: 50,
    countryOf: () =>
      country.setup.kind === 'oauth' ? country : { ...country, setup: { ...country.setup, isOpen: () => isOpen } },
    gatewayFor: () => (noGateway ? null : gateway),
  }
  const { state } = await load(store, connection, stream)
  if (state.status === 'none' || state.status === 'deleted') throw new Error('no connection')
  const verdict = await testConnection(deps, scope, state)
  const recorded = (await store.readStream(stream)).length - events.length - 1
  return { ...verdict, asked, recorded }
}

const token = { token: 'secret-1' }

t.test('what the government says of the credentials', async (t) => {
  const works = await tested({ credentials: token })
  t.match(works, { ok: true, message: 'Works: all is well', checkedAt: NOW, recorded: 0 })
  t.match(works.asked, [{ connectionId: 'conn_1', vatNumber: 'RO12345674', credentials: token }])
  const refused = await tested({
    credentials: token,
    check: () => Promise.resolve({ kind: 'refused', reason: 'The token has ended; make a new one' }),
  })
  t.match(refused, { ok: false, message: 'The token has ended; make a new one', recorded: 0 })
  const away = await tested({
    credentials: token,
    check: () => Promise.resolve({ kind: 'unknown', reason: 'HTTP 503' }),
  })
  t.match(away, { ok: null, message: 'The test was inconclusive: HTTP 503', recorded: 0 })
})

t.test('a government that takes too long leaves the question open', async (t) => {
  let fail: (error: Error) => void = () => undefined
  const late = new Promise<CheckOutcome>((_resolve, reject) => {
    fail = reject
  })
  const silent = await tested({ credentials: token, check: () => late })
  t.match(silent, { ok: null, message: 'The test was inconclusive: no answer within 0.05 seconds' })
  fail(new Error('no listener any more'))
})

t.test('what is missing is said without asking', async (t) => {
  const polish = await tested({ events: [] })
  t.match(polish, {
    ok: false,
    message:
      /^The connection has no credentials yet\. How to get them: .*\. Send the credentials with PUT \/v1\/connections/,
    asked: [],
  })
  t.match(await tested({ events: [], countryCode: 'RO' }), {
    ok: false,
    message: /^The user has not authorised the connection yet\. Create the connection again .* authorizationUrl$/,
    asked: [],
  })
  const ended = { accessToken: 'a', expiresAt: '2026-11-21T09:00:00.000Z' }
  t.match(await tested({ countryCode: 'RO', credentials: ended }), {
    ok: false,
    message: /^The access expired at 2026-11-21T09:00:00\.000Z\. Create/,
    asked: [],
  })
})

t.test('credentials that serve do not make a failed connection usable', async (t) => {
  const failed = await tested({ credentials: token, events: [ACTIVATED, FAILED] })
  t.match(failed, { ok: false, message: /accepts the credentials.*not active\. Send the credentials with PUT/ })
  const open = await tested({ isOpen: true, events: [ACTIVATED, FAILED] })
  t.match(open, { ok: false, message: /not active\. Create the connection again/, asked: [{ credentials: {} }] })
})

t.test('where no government can be asked', async (t) => {
  t.match(await tested({ credentials: token, check: null }), { ok: null, message: /offers no way to test credentials/ })
  t.match(await tested({ credentials: token, noGateway: true }), {
    ok: null,
    message: /not configured for live invoices/,
  })
  t.match(await tested({ environment: 'test' }), { ok: true, message: /^Works: Poland is simulated/, asked: [] })
})

import pino from 'pino'
import t from 'tap'
import { createCompany, setCompanyReceiving } from '../../../src/commands/company.js'
import { accept, handle } from '../../../src/commands/handle.js'
import type { Access } from '../../../src/countries/gateway/access.js'
import type { ArrivalsSource, LookOutcome } from '../../../src/countries/gateway/look.js'
import { company } from '../../../src/domain/company.js'
import { connection } from '../../../src/domain/connection.js'
import { type Happening, UNOBSERVED } from '../../../src/domain/observer.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { Looking } from '../../../src/processors/receiving/looking.js'
import type { Claim } from '../../../src/processors/work/work-list.js'
import { MemoryArrivals } from '../../simulation/memory/arrivals.js'
import { MemoryDatabase } from '../../simulation/memory/database.js'
import { MemoryLooks } from '../../simulation/memory/looks.js'
import { OpenGates } from '../../standins/gates.js'
import { scriptedCountry, ScriptedGovernment } from '../../standins/scripted-government.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const SCOPE = { account: 'acc_1', environment: 'production' } as const
const STREAM = 'liveConnection-conn_1'
const OF = { connectionId: 'conn_1', companyId: 'comp_1', country: 'RO', since: NOW }

function accessWith(accessToken: string): Access {
  return { connectionId: 'conn_1', vatNumber: 'RO12345674', credentials: { accessToken } }
}

/** A receiving company, what its connection gives (null: nothing), and a government's answer. */
async function given(look: ArrivalsSource['look'], since = NOW, gates = new OpenGates()) {
  const store = new MemoryEventStore()
  let now = NOW
  const clock = { now: () => now }
  const happened: Happening[] = []
  const context = { ...SCOPE, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const details = { name: 'Client SRL', vatNumber: 'RO12345674', country: 'RO', currency: 'RON' } as const
  const created = createCompany({ companyId: 'comp_1', ...details })
  await handle({ store, clock }, context, company, 'liveCompany-comp_1', created)
  const receives = setCompanyReceiving({ peppolIds: [], since: since.toISOString() }, NOW.toISOString())
  await handle({ store, clock }, context, company, 'liveCompany-comp_1', receives)
  const requested = { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' } as const
  const events = accept(
    { type: 'ConnectionRequested', data: requested } as const,
    { type: 'ConnectionActivated', data: { tokenExpiresAt: null } } as const,
  )
  await handle({ store, clock }, context, connection, STREAM, () => events)
  const connected: { access: Access | null } = { access: null }
  const database = new MemoryDatabase(() => NOW.getTime())
  const [arrivals, looks] = [new MemoryArrivals(database), new MemoryLooks(database)]
  const gateway = {
    ...new ScriptedGovernment().gateway,
    arrivals: { channel: 'anaf', everySeconds: 600, look } as const,
  }
  const job = new Looking(
    {
      store,
      clock,
      gates,
      arrivals,
      looks,
      access: {
        find: () => Promise.resolve(connected.access),
        hasOther: (_scope, _companyId, _country, refused) =>
          Promise.resolve(connected.access !== null && connected.access !== refused),
        refused: () => Promise.resolve(),
      },
      countryOf: () => scriptedCountry(gateway),
      gatewayFor: () => gateway,
      log: pino({ level: 'silent' }),
      observer: { ...UNOBSERVED, happened: (each) => void happened.push(each) },
      pace: 1,
    },
    ['RO'],
  )
  const claim: Claim = {
    kind: 'looks',
    key: STREAM,
    ...SCOPE,
    lane: 'RO production look',
    position: 1n,
    token: '1',
    outages: 0,
    faults: 0,
  }
  const advance = () =>
    job.advance(claim, { stillMine: () => Promise.resolve(true), signal: new AbortController().signal })
  const wait = (days: number): void => {
    now = new Date(now.getTime() + days * 86_400_000)
  }
  return { connected, arrivals, looks, advance, happened, wait }
}

const DOCUMENT = {
  govId: '1',
  identity: '1',
  sender: null,
  bytes: Buffer.from('a document'),
  files: [],
  arrivedAt: NOW,
}
const LOOKED: LookOutcome = { kind: 'looked', mark: 'new', isComplete: true }

t.test('given no access, when one comes before the look rests, then the look sees that it missed it', async (t) => {
  const { connected, advance } = await given(() => Promise.resolve(LOOKED))
  const rest = await advance()
  t.equal(rest.waitsFor, 'connection acc_1 production comp_1 RO')
  t.equal(await rest.missed?.(), false, 'nothing came')
  connected.access = accessWith('new')
  t.equal(await rest.missed?.(), true)
})

t.test('given credentials that are refused, then only other ones end the rest', async (t) => {
  const refusal: LookOutcome = { kind: 'unauthorized', reason: 'expired', needs: 'renewal' }
  const { connected, advance } = await given(() => Promise.resolve(refusal))
  connected.access = accessWith('old')
  const rest = await advance()
  t.equal(await rest.missed?.(), false, 'the refused ones are there as before')
  connected.access = accessWith('new')
  t.equal(await rest.missed?.(), true)
})

t.test('given the closed gate of the connection, then nothing is called until it opens', async (t) => {
  const until = new Date('2026-11-27T10:05:00.000Z')
  const gates = new OpenGates()
  gates.closedConnection = until
  const { connected, advance } = await given(() => Promise.reject(new Error('it was called')), NOW, gates)
  connected.access = accessWith('a')
  t.match(await advance(), { nextLook: until, outage: false, waitsFor: 'gate connection conn_1' })
})

t.test('given an outage after a document, then it is kept, and the mark stays', async (t) => {
  let isAway = true
  const { connected, arrivals, looks, advance } = await given(async ({ take, known }) => {
    await take(DOCUMENT)
    t.same(await known(['1', '2']), new Set(['1']))
    return isAway ? { kind: 'unavailable', reason: 'away', retryAfterSeconds: 1, concerns: 'government' } : LOOKED
  })
  connected.access = accessWith('a')
  t.equal((await advance()).outage, true)
  t.equal((await looks.read(OF)).mark, null)
  isAway = false
  t.equal((await advance()).outage, false)
  t.equal((await looks.read(OF)).mark, 'new')
  const [held] = await arrivals.hold(NOW, NOW, 1)
  if (held === undefined) throw new Error('nothing arrived')
  const due = await arrivals.due(held, NOW, { documents: 9, bytes: 9_000 })
  t.equal(due.length, 1, 'it came twice and is there once')
})

t.test('given old documents to seek, then the alarm counts from when the company began to receive', async (t) => {
  const old = new Date(NOW.getTime() - 89 * 86_400_000)
  const away = { kind: 'unavailable', reason: 'away', retryAfterSeconds: 1, concerns: 'government' } as const
  const { connected, advance, happened, wait } = await given(() => Promise.resolve(away), old)
  connected.access = accessWith('a')
  await advance()
  t.same(happened, [])
  wait(1.9)
  await advance()
  t.same(happened, [])
  wait(0.2)
  await advance()
  t.match(happened, [{ kind: 'received', channel: 'anaf', outcome: 'overdue' }])
})

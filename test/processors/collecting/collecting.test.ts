import pino from 'pino'
import t, { type Test } from 'tap'
import { PLATFORM_NOTIFICATIONS } from '../../../src/countries/fr/notifications.js'
import type { CollectOutcome } from '../../../src/countries/gateway/gateway.js'
import type { GovernmentMessage, Kept } from '../../../src/countries/gateway/mailbox.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { connection, type ConnectionEvent } from '../../../src/domain/connection.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { UNOBSERVED } from '../../../src/domain/observer.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { collectedCountries, Collecting, type CollectingDeps } from '../../../src/processors/collecting/collecting.js'
import type { Claim } from '../../../src/processors/work/work-list.js'
import { CONNECTED, OpenGates } from '../../standins/gates.js'
import { MemoryCollectionMarks } from '../../standins/memory/collection-marks.js'
import { MemoryMailbox } from '../../standins/memory/mailbox.js'
import { scriptedCountry, ScriptedGovernment } from '../../standins/scripted-government.js'

const NOW = new Date('2026-11-22T10:00:00.000Z')
const UNTIL = new Date('2026-11-22T09:59:00.000Z')
const SCOPE = { account: 'acc_1', environment: 'production' } as const
const STREAM = 'liveConnection-conn_1'
const LANE = 'RO production collect'
const REQUESTED: ConnectionEvent = {
  type: 'ConnectionRequested',
  data: { connectionId: 'conn_1', companyId: 'comp_1', countryCode: 'RO' },
}
const ACTIVATED: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: null } }

const message = (messageId: string): GovernmentMessage => ({
  channel: 'afnor',
  // A gateway's mistake: the account of another.
  scope: { account: 'acc_2', environment: 'production' },
  messageId,
  references: ['flow 1'],
  kind: 'CDV-205',
  receivedAt: NOW,
  bytes: Buffer.from(messageId),
  mediaType: 'application/xml',
})

type Answer = CollectOutcome | (() => Promise<CollectOutcome>)

/** An active connection, and a government that answers so, call by call. */
async function given(answers: readonly Answer[], changes: Partial<CollectingDeps> = {}) {
  const store = new MemoryEventStore()
  const clock = { now: () => NOW }
  const gates = new OpenGates()
  const mailbox = new MemoryMailbox()
  const marks = new MemoryCollectionMarks()
  const asked: (string | null)[] = []
  const gateway = {
    ...new ScriptedGovernment().gateway,
    collect: async (scope: unknown, access: unknown, since: Date | null): Promise<CollectOutcome> => {
      t.same(scope, SCOPE)
      t.match(access, { connectionId: 'conn_1' })
      asked.push(since?.toISOString() ?? null)
      const next = answers[Math.min(asked.length, answers.length) - 1]
      if (next === undefined) throw new Error('unexpected call')
      return typeof next === 'function' ? next() : next
    },
  }
  const country = scriptedCountry(gateway)
  const context = { ...SCOPE, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const happened = (...events: ConnectionEvent[]) =>
    handle({ store, clock }, context, connection, STREAM, () => accept(...events))
  await happened(REQUESTED, ACTIVATED)
  const job = new Collecting(
    {
      store,
      clock,
      gates,
      mailbox,
      collectionMarks: marks,
      access: CONNECTED,
      countryOf: () => country,
      gatewayFor: () => gateway,
      timers: systemTimers,
      log: pino({ level: 'silent' }),
      pace: 1,
      ...changes,
    },
    ['RO'],
  )
  const claim: Claim = {
    kind: 'collections',
    key: STREAM,
    ...SCOPE,
    lane: LANE,
    position: 1n,
    token: '1',
    outages: 0,
    faults: 0,
  }
  return {
    gates,
    mailbox,
    marks,
    asked,
    happened,
    advance: async (outages = 0, isMine = true, signal = new AbortController().signal) => {
      const result = await job.advance({ ...claim, outages }, { stillMine: () => Promise.resolve(isMine), signal })
      return { ...result, seconds: result.nextLook && (result.nextLook.getTime() - NOW.getTime()) / 1000 }
    },
  }
}

t.test('what was announced is in the mailbox before the mark moves, for the account alone', async (t: Test) => {
  const answer: CollectOutcome = { kind: 'messages', messages: [message('m-1'), message('m-2')], until: UNTIL }
  const { advance, mailbox, marks, asked, gates } = await given([answer])
  const { seconds, outage } = await advance()
  t.ok(seconds !== null && seconds >= 108 && seconds <= 132, `again in two minutes or so: ${seconds}`)
  t.equal(outage, false)
  t.match(mailbox.messages, [
    { messageId: 'm-1', scope: SCOPE },
    { messageId: 'm-2', scope: SCOPE },
  ])
  t.same(await marks.read('conn_1'), UNTIL)
  await advance()
  t.same(asked, [null, UNTIL.toISOString()])
  t.equal(mailbox.messages.length, 2)
  t.same(gates.noted, ['RO production answered', 'RO production answered'])
})

t.test('where platforms send notifications, one makes the next collecting due', async (t: Test) => {
  const answer: CollectOutcome = { kind: 'messages', messages: [], until: UNTIL }
  const without = await given([answer])
  t.equal((await without.advance()).waitsFor, undefined)
  const country = { ...scriptedCountry(new ScriptedGovernment().gateway), notifications: PLATFORM_NOTIFICATIONS }
  const { advance } = await given([answer, { kind: 'unauthorized', reason: 'no', needs: 'user' }], {
    countryOf: () => country,
  })
  t.equal((await advance()).waitsFor, `hint for ${STREAM}`)
  t.not((await advance()).waitsFor, `hint for ${STREAM}`, 'without access there is nothing to fetch')
})

t.test('fetched messages are counted, the repeated ones too', async (t: Test) => {
  const answer: CollectOutcome = { kind: 'messages', messages: [message('m-1')], until: UNTIL }
  const counted: unknown[] = []
  const observer = { ...UNOBSERVED, happened: (happening: unknown) => void counted.push(happening) }
  const { advance } = await given([answer], { observer })
  await advance()
  await advance()
  t.match(counted, [
    { kind: 'inbound message', message: 'afnor CDV', outcome: 'unmatched' },
    { kind: 'inbound message', message: 'afnor CDV', outcome: 'repeated' },
  ])
})

t.test('a mailbox that fails does not lose what it did not take', async (t: Test) => {
  const answer: CollectOutcome = { kind: 'messages', messages: [message('m-1'), message('m-2')], until: UNTIL }
  const put = (kept: GovernmentMessage): Promise<Kept> =>
    kept.messageId === 'm-2' ? Promise.reject(new Error('gone')) : Promise.resolve('stored')
  const { advance, marks } = await given([answer], { mailbox: { put, expects: async () => true } })
  await t.rejects(advance(), /gone/)
  t.equal(await marks.read('conn_1'), null)
})

t.test('without an answer it is asked again with growing pauses, and no one else waits for it', async (t: Test) => {
  const away = (concerns: 'government' | 'invoice'): CollectOutcome => {
    return { kind: 'unavailable', reason: 'no answer', retryAfterSeconds: 200, concerns }
  }
  const own = await given([away('invoice')])
  t.match(await own.advance(), { seconds: 200, outage: true })
  t.match(await own.advance(7), { seconds: 640, outage: true })
  t.match(await own.advance(50), { seconds: 900, outage: true })
  t.same(
    own.gates.noted,
    Array.from({ length: 3 }, () => 'RO production answered'),
  )
  const all = await given([away('government')])
  await all.advance()
  t.same(all.gates.noted, ['RO production away'])
  const until = new Date(NOW.getTime() + 45_000)
  const used = await given([{ kind: 'exhausted', reason: 'calls', until, concerns: 'government' }])
  t.match(await used.advance(), { nextLook: until, outage: false })
  t.same(used.gates.noted, [`${LANE} closed until ${until.toISOString()}`])
  const mine = await given([{ kind: 'exhausted', reason: 'calls', until, concerns: 'invoice' }])
  t.match(await mine.advance(), { nextLook: until })
  t.same(mine.gates.noted, [])
})

t.test("a customer's own system that does not answer closes the gate of its connection", async (t: Test) => {
  const until = new Date(NOW.getTime() + 200_000)
  const away = await given([{ kind: 'unavailable', reason: 'x', retryAfterSeconds: 0, concerns: 'connection' }])
  t.match(await away.advance(), { seconds: 120, outage: true })
  t.same(away.gates.noted, ['RO production answered', 'connection conn_1 away'])
  away.gates.closedConnection = until
  t.match(await away.advance(), { nextLook: until, outage: false, waitsFor: 'gate connection conn_1' })
  t.equal(away.asked.length, 1, 'behind the closed gate nothing is asked')
  t.same(away.gates.unusedGates, ['RO production'], 'another connection may probe the government')
  const used = await given([{ kind: 'exhausted', reason: 'calls', until, concerns: 'connection' }])
  t.match(await used.advance(), { nextLook: until, outage: false })
  t.same(used.gates.noted, [`connection conn_1 closed until ${until.toISOString()}`])
  const back = await given([{ kind: 'messages', messages: [], until: UNTIL }])
  await back.advance()
  t.equal(back.gates.reachedCalls, 1)
})

t.test('refused credentials are recorded on the connection, and it waits until they are good', async (t: Test) => {
  const recorded: unknown[] = []
  const access = {
    ...CONNECTED,
    refused: (...refusal: unknown[]) => {
      recorded.push(refusal[2])
      return Promise.resolve()
    },
  }
  const refusal: CollectOutcome = { kind: 'unauthorized', reason: 'HTTP 401', needs: 'user' }
  const { advance } = await given([refusal], { access })
  t.match(await advance(), { waitsFor: 'connection acc_1 production comp_1 RO', outage: true, seconds: 30 })
  t.same(recorded, [refusal])
  const without = await given([refusal], { access: { ...CONNECTED, find: () => Promise.resolve(null) } })
  t.match(await without.advance(3), { waitsFor: /^connection /, seconds: 240 })
  t.same(without.asked, [])
})

t.test('a call that never ends is left alone', async (t: Test) => {
  const timers = {
    ...systemTimers,
    after: (milliseconds: number, work: () => void) => {
      t.equal(milliseconds, 120_000)
      setImmediate(work)
      return () => undefined
    },
  }
  const { advance, gates } = await given([() => new Promise(() => undefined)], { timers })
  t.match(await advance(), { outage: true, seconds: 120 })
  t.same(gates.noted, ['RO production answered', 'connection conn_1 away'], 'it may be this connection’s own platform')
})

t.test('nothing is asked with a connection that is not active, nor by who has lost his claim', async (t: Test) => {
  const { advance, asked, happened } = await given([{ kind: 'messages', messages: [], until: UNTIL }])
  await advance(0, false)
  t.same(asked, [])
  await happened({ type: 'ConnectionFailed', data: { errorMessage: 'refused' } })
  t.match(await advance(), { nextLook: null })
  await happened({ type: 'ConnectionDeleted', data: {} })
  t.match(await advance(), { nextLook: null })
  t.same(asked, [])
})

t.test('only countries whose messages are fetched have lanes', async (t: Test) => {
  const { gateway } = new ScriptedGovernment()
  const country = scriptedCountry(gateway)
  const countryOf = (code: string) => ({ ...country, code: code as 'RO' })
  const collect = () => Promise.resolve({ kind: 'messages', messages: [], until: UNTIL } as const)
  t.same(
    collectedCountries({
      countryOf,
      gatewayFor: (environment, { code }) =>
        environment === 'production' && (code as string) === 'FR' ? { ...gateway, collect } : gateway,
    }),
    ['FR'],
  )
})

t.test('a process that is to end fetches nothing, and takes the end of its call for no outage', async (t) => {
  const stop = new AbortController()
  const away: CollectOutcome = { kind: 'unavailable', reason: 'x', retryAfterSeconds: 0, concerns: 'government' }
  const { advance, asked, gates } = await given([
    async () => {
      stop.abort()
      return away
    },
  ])
  t.match(await advance(4, true, stop.signal), { seconds: 0, interrupted: true })
  t.equal(asked.length, 1)
  t.match(await advance(4, true, stop.signal), { seconds: 0, interrupted: true })
  t.equal(asked.length, 1)
  t.same(gates.noted, [])
})

import fc from 'fast-check'
import { pino } from 'pino'
import t from 'tap'
import { LogStreams } from '../../src/audit/retention/log-streams.js'
import { Participants } from '../../src/commands/use-cases/find-participant.js'
import { countryOf } from '../../src/countries/registry.js'
import { FairQueue } from '../../src/documents/judging/fair-queue.js'
import { JudgingBusy } from '../../src/documents/judging/port.js'
import { LARGE_BYTES, turnFor } from '../../src/domain/large-work.js'
import { pause } from '../../src/domain/pause.js'
import { receiverMemory } from '../../src/domain/receiver-memory.js'
import { receiverStream } from '../../src/domain/streams.js'
import { KnownIds } from '../../src/eventstore/eventstoredb/known-ids.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { Health } from '../../src/host/observability/health.js'
import { WebhookHistory } from '../../src/processors/deliveries/webhook-history.js'
import { ProgressTracker } from '../../src/projections/engine/progress.js'
import { Batcher } from '../../src/storage/postgres/batcher.js'
import { MemoryVault } from '../standins/memory/vault.js'
import { ScriptedGovernment } from '../standins/scripted-government.js'
import { History } from '../support/history.js'
import { isUnaffected, oneAtATime, type Owner, scopeOf, VERSION } from '../support/neighbours.js'

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
    const inTurn = oneAtATime()
    return {
      perform: (owner, last: number) => inTurn(() => participants.find(scopeOf(owner), `0208:040317070${last}`)),
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
    // The store's writers take turns.
    const inTurn = oneAtATime()
    return {
      perform: (owner, version: number) =>
        inTurn(async () => {
          const scope = scopeOf(owner)
          if (version > 0) await history.webhook(scope, new MemoryVault(), `https://${owner}.example/${version}`)
          return [urlIn(await webhooks.current(scope)), urlIn(await webhooks.before(scope, 10_000n))]
        }),
    }
  }, VERSION)
  t.pass()
})

t.test('documents of an account are judged, or refused, by what it has brought itself', async (t) => {
  const step = fc.record({ bytes: fc.constantFrom(1_000, 100_000, 300_000), pauses: fc.nat(4) })
  await isUnaffected(() => {
    const queue = new FairQueue({ running: 2, waitingOfAccount: 2, waiting: 1_000 })
    const begun = { one: 0, other: 0 }
    return {
      perform: (owner, { bytes, pauses }: { bytes: number; pauses: number }) =>
        queue
          .run({ account: owner, whenBusy: 'refuse' }, bytes, async () => {
            const mine = (begun[owner] += 1)
            for (let n = 0; n < pauses; n++) await Promise.resolve()
            return mine
          })
          .catch((error: unknown) => (error instanceof JudgingBusy ? error.message : Promise.reject(error))),
    }
  }, step)
  t.pass()
})

t.test('between two turns of an account, no other has more than one', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }), async (owners) => {
      const begun: string[] = []
      await Promise.all(owners.map((owner) => turnFor(owner, LARGE_BYTES).then(() => begun.push(owner))))
      begun.forEach((owner, index) => {
        const last = begun.lastIndexOf(owner, index - 1)
        const between = index > 0 && last !== -1 ? begun.slice(last + 1, index) : []
        t.equal(new Set(between).size, between.length, begun.join(''))
      })
    }),
    { numRuns: 30 },
  )
})

t.test('an event of a log is added to its own stream, at its end', async (t) => {
  await isUnaffected(() => {
    const store = new MemoryEventStore()
    let ids = 0
    const newEventId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`
    const logs = new LogStreams({ store, clock: { now: () => new Date(0) }, newEventId })
    const inTurn = oneAtATime()
    return {
      perform: (owner, day: number) =>
        inTurn(async () => {
          const scope = scopeOf(owner)
          const stream = receiverStream(scope, `2026-11-2${day}`)
          const context = { ...scope, actor: 'operator', correlationId: stream, causationId: stream } as const
          const data = { asOf: '2026-11-20T00:00:00.000Z', failingSince: null, lastError: owner, usedUp: false }
          await logs.append(context, receiverMemory, stream, { type: 'ReceiverCarriedOver', data })
          return (await store.readStream(stream)).map(({ revision, data, metadata }) => [
            revision,
            data,
            metadata.account,
          ])
        }),
    }
  }, VERSION)
  t.pass()
})

t.test('the ids that are known of a stream are its own', async (t) => {
  const step = fc.record({
    from: fc.nat(4),
    ids: fc.array(fc.nat(5).map(String), { maxLength: 3 }),
    isForgotten: fc.boolean(),
  })
  await isUnaffected(() => {
    const known = new KnownIds()
    return {
      perform: (owner, { from, ids, isForgotten }: { from: number; ids: string[]; isForgotten: boolean }) => {
        if (isForgotten) known.forget(owner)
        else known.note(owner, from, ids)
        const count = known.knownOf(owner)
        return [count, ...['0', '1', '2', '3', '4', '5'].map((id) => known.holds(owner, count, [id]))]
      },
    }
  }, step)
  t.pass()
})

t.test('the progress and the trouble of a read model are its own', async (t) => {
  const act = fc.constantFrom('reached', 'caught up', 'outage', 'fault', 'rests', 'resumed')
  await isUnaffected(
    () => {
      const progress = new ProgressTracker()
      const positions = { one: 0n, other: 0n }
      return {
        perform: async (owner, { act, events }: { act: string; events: number }) => {
          if (act === 'reached' || act === 'caught up')
            progress.reached(owner, (positions[owner] += BigInt(events)), act === 'caught up')
          if (act === 'outage' || act === 'fault') progress.failed(owner, act)
          if (act === 'rests') progress.rests(owner, positions[owner])
          if (act === 'resumed') progress.resumed(owner)
          const passed = positions[owner] === 0n || (await progress.waitFor(positions[owner], [owner]))
          return [progress.isCaughtUp(owner), progress.troubleOf(owner), passed]
        },
      }
    },
    fc.record({ act, events: fc.integer({ min: 1, max: 9 }) }),
  )
  t.pass()
})

t.test('a dependency that fails or hangs is shown as such, and no other one', async (t) => {
  const state = fc.constantFrom('fine', 'fails', 'hangs')
  await fc.assert(
    fc.asyncProperty(state, state, async (one, other) => {
      const over = new AbortController()
      const check = (name: string, state: string) => ({
        name,
        look: () =>
          state === 'hangs'
            ? pause(60_000, over.signal)
            : state === 'fails'
              ? Promise.reject(new Error(name))
              : Promise.resolve(),
        lost: 'lost',
        back: 'back',
        everyMs: 1,
      })
      const health = new Health([check('one', one), check('other', other)], {
        log: pino({ level: 'silent' }),
        withinMs: 50,
      })
      const running = health.run(over.signal)
      const deadline = performance.now() + 10_000
      const shown = (state: string): string => (state === 'fine' ? 'ok' : 'failed')
      const wanted = { one: shown(one), other: shown(other) }
      const isShown = (): boolean =>
        Object.entries(health.checks()).every(([name, said]) => said === wanted[name as Owner])
      while (!isShown() && performance.now() < deadline) await pause(5, over.signal)
      t.same(health.checks(), wanted)
      over.abort()
      await running
    }),
    { numRuns: 9 },
  )
})

t.test('a call that shares a round trip has its own answer, or its own error', async (t) => {
  await isUnaffected(() => {
    const batcher = new Batcher<{ owner: Owner; call: number }, string>((calls) => {
      const bad = calls.find(({ call }) => call === 3)
      if (bad !== undefined) return Promise.reject(new Error(`bad ${bad.owner}`))
      return Promise.resolve(calls.map(({ owner, call }) => `${owner} ${call}`))
    })
    return {
      perform: (owner, call: number) => batcher.run({ owner, call }).catch((error: unknown) => String(error)),
    }
  }, fc.nat(4))
  t.pass()
})

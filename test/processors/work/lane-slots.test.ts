import fc from 'fast-check'
import pino from 'pino'
import t from 'tap'
import { systemTimers } from '../../../src/domain/timers.js'
import { INVOICES } from '../../../src/processors/pipeline/invoice-pipeline.js'
import type { Job } from '../../../src/processors/work/job.js'
import { LaneSlots, type Slot } from '../../../src/processors/work/lane-slots.js'
import { PostgresWorkList } from '../../../src/processors/work/postgres/work-list.js'
import { WakeUpSignal } from '../../../src/processors/work/wake-up-signal.js'
import { AT_HOME, type Claim, type Lane } from '../../../src/processors/work/work-list.js'
import { Worker } from '../../../src/processors/work/worker.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { StandingClock } from '../../http/api/test-service.js'
import { OpenGates } from '../../standins/gates.js'
import { migratedDatabase } from '../../support/database.js'
import { waitFor } from '../../support/wait-for.js'

const SUBMIT: Lane = { name: 'FR production submit', government: 'FR production' }
const ACCOUNTS = ['acc_a', 'acc_b', 'acc_c'] as const

function claimOf(account: string, lane: string): Claim {
  const tries = { outages: 0, faults: 0 }
  return { kind: 'invoices', key: '', account, environment: 'production', lane, position: 1n, token: '1', ...tries }
}

/** The first account that may begin in a lane, as the work list serves them. */
function served(slots: LaneSlots, lane: string, waiting: readonly string[]): string | undefined {
  const free = slots.free().find(({ name }) => name === lane)
  return waiting.find((account) => (free?.share?.held.get(account) ?? 0) < (free?.share?.most ?? 0))
}

t.test('one account never holds more than half of a lane, and an account that waits gets a slot', async (t) => {
  const step = fc.record({
    account: fc.constantFrom(...ACCOUNTS),
    does: fc.constantFrom('begins', 'begins', 'moves', 'ends'),
    which: fc.nat(),
  })
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 16 }), fc.array(step, { maxLength: 200 }), (most, steps) => {
      const slots = new LaneSlots([AT_HOME, SUBMIT], most)
      const half = Math.floor(most / 2)
      const held: { readonly account: string; readonly slot: Slot }[] = []
      const countOf = (account: string, lane: string): number =>
        held.filter((each) => each.account === account && each.slot.isIn(lane)).length
      for (const { account, does, which } of steps) {
        const one = held[which % Math.max(held.length, 1)]
        if (does === 'begins' && served(slots, AT_HOME.name, [account]) !== undefined)
          held.push({ account, slot: slots.take(claimOf(account, AT_HOME.name)) })
        else if (does === 'moves') one?.slot.moveTo(SUBMIT.name)
        else if (does === 'ends' && one !== undefined) {
          one.slot.leave()
          held.splice(held.indexOf(one), 1)
        }
        for (const lane of [AT_HOME.name, SUBMIT.name]) {
          const counts = ACCOUNTS.map((each) => countOf(each, lane))
          if (counts.some((count) => count > half)) throw new Error(`${String(counts)} of ${String(most)}`)
          // An account that holds nothing waits for others only if two of them fill the lane.
          const others = counts.filter((count) => count > 0).length
          if (others < 2 && served(slots, lane, ['acc_new']) === undefined) throw new Error('it starves')
        }
      }
      for (const { slot } of held) slot.leave()
      for (const { wanted, share } of slots.free()) {
        if (wanted !== most || share?.held.size !== 0) throw new Error('slots are lost')
      }
    }),
  )
  t.pass('every story')
})

t.test('the invoices of one account are served while the platform of another hangs', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  const now = '2030-01-01T00:00:00.000Z'
  const hanging = new AbortController()
  const ended = new Promise<void>((resolve) => {
    hanging.signal.addEventListener('abort', () => {
      resolve()
    })
  })
  let hung = 0
  let most = 0
  const done: string[] = []
  const job: Job = {
    source: {
      ...INVOICES,
      // Fifty of the account whose platform hangs are due before those of the other.
      work: (candidate) => `SELECT * FROM (
          SELECT 'liveInvoice-' || n AS key, CASE WHEN n <= 50 THEN 'acc_a' ELSE 'acc_b' END AS account, 'production' AS environment,
            '${SUBMIT.name}' AS lane, timestamptz '${now}' - interval '1 hour' + make_interval(secs => n) AS due_at, n::bigint AS position
          FROM generate_series(1, 60) n
        ) AS shown WHERE ${candidate}`,
    },
    lanes: [AT_HOME, SUBMIT],
    concurrency: 8,
    advance: async ({ account, key, position }) => {
      if (account === 'acc_a') {
        hung += 1
        most = Math.max(most, hung)
        await ended
        hung -= 1
      } else done.push(key)
      return { seen: position, nextLook: null, outage: false }
    },
    giveUp: () => Promise.resolve(true),
  }
  const signal = new WakeUpSignal(systemTimers)
  const stopping = new AbortController()
  const worker = new Worker({
    workList: new PostgresWorkList(pool),
    gates: new OpenGates(),
    timers: systemTimers,
    jobs: [job],
    wakeUpSignalOf: () => signal,
    clock: new StandingClock(now),
    log: pino({ level: 'silent' }),
  })
  const running = worker.run(stopping.signal)
  t.teardown(async () => {
    hanging.abort()
    stopping.abort()
    await running
    await pool.end()
  })
  await waitFor('those of the other account', () => done.length >= 10)
  t.equal(hung, 4, 'none of the calls that hang has ended')
  t.equal(most, 4)
})

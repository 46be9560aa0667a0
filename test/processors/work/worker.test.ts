import fc from 'fast-check'
import pino from 'pino'
import t, { type Test } from 'tap'
import { WakeUpSignal } from '../../../src/processors/work/wake-up-signal.js'
import { INVOICES } from '../../../src/processors/pipeline/invoice-pipeline.js'
import type { JobResult, Job } from '../../../src/processors/work/job.js'
import { Worker } from '../../../src/processors/work/worker.js'
import { PostgresWorkList } from '../../../src/processors/work/postgres/work-list.js'
import { AT_HOME, type Claim } from '../../../src/processors/work/work-list.js'
import { systemClock } from '../../../src/domain/clock.js'
import { pause } from '../../../src/domain/pause.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { StandingClock } from '../../http/api/test-service.js'
import { migratedDatabase } from '../../support/database.js'
import { MemoryDatabase } from '../../simulation/memory/database.js'
import { MemoryWorkList } from '../../simulation/memory/work-list.js'
import { OpenGates } from '../../standins/gates.js'
import type { Owner } from '../../support/neighbours.js'
import { waitFor } from '../../support/wait-for.js'

const START = '2030-01-01T00:00:00.000Z'

/**
 * A worker in front of one piece of work, whose job does what each try asks for; a try is made
 * when the clock has reached its time.
 */
async function working(
  t: Test,
  tries: (claim: Claim) => Promise<JobResult>,
  giveUp = (): Promise<boolean> => Promise.resolve(true),
) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  const clock = new StandingClock(START)
  const log: { level: number; [name: string]: unknown }[] = []
  let tried = 0
  let awaited = 0
  let askedToGiveUp = 0
  const job: Job = {
    source: {
      ...INVOICES,
      work: (candidate) => `
        SELECT * FROM (VALUES ('testInvoice-1', 'acc_1', 'test', '', timestamptz '${START}', 7::bigint))
          AS shown (key, account, environment, lane, due_at, position)
        WHERE ${candidate}`,
    },
    lanes: [AT_HOME],
    concurrency: 1,
    advance: async (claim) => {
      try {
        return await tries(claim)
      } finally {
        tried += 1
      }
    },
    giveUp: () => {
      askedToGiveUp += 1
      return giveUp()
    },
  }
  const wakeUpSignal = new WakeUpSignal(systemTimers)
  const stopping = new AbortController()
  const worker = new Worker({
    workList: new PostgresWorkList(pool),
    gates: new OpenGates(),
    timers: systemTimers,
    jobs: [job],
    wakeUpSignalOf: () => wakeUpSignal,
    clock,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line) as never) }),
  })
  const running = worker.run(stopping.signal)
  t.teardown(async () => {
    stopping.abort()
    await running
    await pool.end()
  })
  return {
    log,
    /** How often the job was ordered to give up. */
    asked: () => askedToGiveUp,
    row: async () => (await pool.query<object>('SELECT outages, faults FROM processing.work')).rows[0],
    /** Waits for the next try, and answers how long the work then rests, in seconds. */
    next: async (): Promise<number> => {
      awaited += 1
      const now = clock.now().getTime()
      wakeUpSignal.send()
      await waitFor('the next try', () => tried >= awaited)
      const due = await waitFor('its end', async () => {
        const { rows } = await pool.query<{ due_at: string }>(
          'SELECT due_at FROM processing.work WHERE held_until IS NULL AND due_at > $1',
          [new Date(now).toISOString()],
        )
        return rows[0]?.due_at
      })
      clock.set(due)
      return (clock.now().getTime() - now) / 1000
    },
  }
}

/** How the n-th try ends. */
type End = 'away' | 'waits' | Error

function byTurns(end: (n: number) => End): (claim: Claim) => Promise<JobResult> {
  let n = 0
  return async ({ position }) => {
    n += 1
    const how = end(n)
    if (how instanceof Error) throw how
    return { seen: position, nextLook: new Date(Date.parse(START) + 1e8 + n * 1000), outage: how === 'away' }
  }
}

const fault = new TypeError('of ours')
const sqlState = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code })
const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  for (let n = 0; n < count; n++) all.push(await work())
  return all
}

t.test('outages are no faults: after any number of them one exception is the first', async (t) => {
  const { next, asked } = await working(
    t,
    byTurns((n) => (n === 8 ? fault : 'away')),
  )
  await times(7, next)
  t.equal(await next(), 2, 'the pause of a first fault')
  t.equal(asked(), 0)
  await times(4, next)
  t.equal(asked(), 0)
})

t.test('work that missed what it waits for while it was worked on is tried again at once', async (t) => {
  let tried = 0
  await working(t, async ({ position }) => {
    tried += 1
    const isFirst = tried === 1
    const nextLook = new Date(Date.parse(START) + 3_600_000)
    return { seen: position, nextLook, outage: true, waitsFor: 'a connection', missed: async () => isFirst }
  })
  await waitFor('the second try', () => tried === 2)
  t.pass()
})

t.test('faults in a row are logged each, with growing pauses; at the eighth the job is asked to give up', async (t) => {
  const { next, asked, log } = await working(
    t,
    byTurns(() => fault),
  )
  t.strictSame(await times(7, next), [2, 4, 8, 16, 32, 64, 120])
  t.equal(asked(), 0)
  await next()
  t.equal(asked(), 1)
  t.strictSame(
    log.filter(({ level, msg }) => level === 50 && msg === 'processing failed').map(({ faults }) => faults),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
})

t.test(
  'what can not be given up is parked: tried with growing pauses, logged at each, and shown in the work list',
  async (t) => {
    const { next, asked, log, row } = await working(
      t,
      byTurns((n) => (n <= 13 ? fault : 'waits')),
      () => Promise.resolve(false),
    )
    await times(7, next)
    t.strictSame(await times(6, next), [256, 512, 1024, 2048, 3600, 3600])
    t.equal(asked(), 6)
    t.strictSame(
      log.filter(({ level, parked }) => level === 50 && parked === true).map(({ faults, key }) => [key, faults]),
      [8, 9, 10, 11, 12, 13].map((n) => ['testInvoice-1', n]),
    )
    t.match(await row(), { faults: 13, outages: 0 })
    await next()
    t.match(await row(), { faults: 0, outages: 0 }, 'a successful try resets the counts')
  },
)

t.test('a job that can not even be asked to give up is tried again', async (t) => {
  const { next, log } = await working(
    t,
    byTurns(() => fault),
    () => Promise.reject(new RangeError('nor that')),
  )
  await times(9, next)
  t.ok(log.some(({ level, err }) => level === 50 && (err as Error).message === 'nor that'))
})

t.test('a database that lets us wait, or has no room, is an outage: never a fault, however long', async (t) => {
  const codes = ['57014', '55P03', '40001', '40P01', '53300', '53200', '53100', '58030', '08006', '57P01']
  const { next, asked, log, row } = await working(
    t,
    byTurns((n) => sqlState(codes[n % codes.length] ?? '')),
  )
  const pauses = await times(2 * codes.length, next)
  t.strictSame(pauses.slice(0, 7), [1, 2, 4, 8, 16, 30, 30])
  t.equal(asked(), 0)
  t.match(await row(), { faults: 0, outages: 2 * codes.length })
  const logged = log.filter(({ level }) => level === 50).map(({ err }) => (err as { code: string }).code)
  t.strictSame(
    [...new Set(logged)].sort(),
    ['53100', '53200', '57014', '58030'],
    'what the watch may not notice is logged',
  )
})

t.test('work is done and given back, however that of another account ends', async (t) => {
  const pieces = fc.array(
    fc.record({
      owner: fc.constantFrom<Owner>('one', 'other'),
      end: fc.constantFrom('throws', 'hangs', 'is away', 'comes again'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(pieces, async (pieces) => {
      const database = new MemoryDatabase(() => performance.now())
      const at = { version: 1, position: 9n, anchor: null, schema: 'none', restores: 0 }
      database.tables.set(INVOICES.projection, {
        checkpoint: { ...at, erasures: 0, inARow: [], paused: false },
        rows: new Map(),
      })
      const shown = pieces.map(({ owner }, index) => ({
        key: String(index),
        account: owner,
        environment: 'test' as const,
        lane: '',
        dueAt: new Date(0),
        position: BigInt(index + 1),
      }))
      const newer = (after: bigint | null) => shown.filter(({ position }) => after === null || position > after)
      const done = new Set<string>()
      const workList = new MemoryWorkList(database, (_source, after) => newer(after), 15)
      const job: Job = {
        source: INVOICES,
        lanes: [AT_HOME],
        concurrency: pieces.length,
        giveUp: null,
        advance: async ({ key, account, position }, { signal }) => {
          const { end } = pieces[Number(key)] ?? {}
          if (account === 'one') {
            done.add(key)
            return { seen: position, nextLook: null, outage: false }
          }
          if (end === 'throws') throw new Error('a fault of the other')
          if (end === 'hangs') await pause(60_000, signal)
          return { seen: position, nextLook: new Date(), outage: end === 'is away' }
        },
      }
      const stopping = new AbortController()
      const running = new Worker({
        workList,
        gates: new OpenGates(),
        timers: systemTimers,
        jobs: [job],
        wakeUpSignalOf: () => new WakeUpSignal(systemTimers),
        clock: systemClock,
        log: pino({ level: 'silent' }),
      }).run(stopping.signal)
      const mine = shown.filter(({ account }) => account === 'one').map(({ key }) => key)
      const isGivenBack = (key: string): boolean => !database.work.has(`${INVOICES.kind} ${key}`)
      await waitFor('all of one', () => mine.every((key) => done.has(key) && isGivenBack(key)))
      stopping.abort()
      await running
    }),
    { numRuns: 12 },
  )
  t.pass()
})

import pino from 'pino'
import t, { type Test } from 'tap'
import { Bell } from '../../src/processors/bell.js'
import { INVOICES } from '../../src/processors/invoice-pipeline.js'
import type { Halt, Job } from '../../src/processors/job.js'
import { Worker } from '../../src/processors/worker.js'
import { type Claim, WorkList } from '../../src/processors/work-list.js'
import { createPool } from '../../src/storage/pool.js'
import { StandingClock } from '../http/test-service.js'
import { migratedDatabase } from '../support/database.js'
import { waitFor } from '../support/wait-for.js'

const START = '2030-01-01T00:00:00.000Z'

/** A worker in front of one piece of work, whose job does what each try asks for; a try is made when the clock has reached its time. */
async function working(t: Test, tries: (claim: Claim) => Promise<Halt>) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  const clock = new StandingClock(START)
  const log: { level: number; [name: string]: unknown }[] = []
  let tried = 0
  let asked = 0
  let gaveUp = 0
  const job: Job = {
    source: {
      ...INVOICES,
      work: (candidate) => `
        SELECT * FROM (VALUES ('testInvoice-1', 'acc_1', 'test', timestamptz '${START}', 7::bigint))
          AS shown (key, account, environment, due_at, position)
        WHERE ${candidate}`,
    },
    concurrency: 1,
    advance: async (claim) => {
      try {
        return await tries(claim)
      } finally {
        tried += 1
      }
    },
    giveUp: async () => {
      gaveUp += 1
      return true
    },
  }
  const bell = new Bell()
  const stopping = new AbortController()
  const worker = new Worker({
    workList: new WorkList(pool),
    jobs: [job],
    bellOf: () => bell,
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
    gaveUp: () => gaveUp,
    /** Waits for the next try, and answers how long the work then rests, in seconds. */
    next: async (): Promise<number> => {
      asked += 1
      const now = clock.now().getTime()
      bell.ring()
      await waitFor('the next try', () => tried >= asked)
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

const away = (claim: Claim): Halt => ({
  seen: claim.position,
  nextLook: new Date(Date.parse(START) + 1e9),
  outage: true,
})

t.test('outages are no faults: after any number of them one exception is the first', async (t) => {
  let n = 0
  const { next, gaveUp } = await working(t, (claim) => {
    n += 1
    return n === 8
      ? Promise.reject(new TypeError('of ours'))
      : Promise.resolve({ ...away(claim), nextLook: new Date(Date.parse(START) + n * 1000) })
  })
  for (let tries = 0; tries < 7; tries++) await next()
  t.equal(await next(), 2, 'the pause of a first fault')
  t.equal(gaveUp(), 0)
})

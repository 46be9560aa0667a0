import { createHash } from 'node:crypto'
import fc from 'fast-check'
import pino from 'pino'
import t, { type Test } from 'tap'
import type { Notification } from '../../../src/processors/collecting/hints.js'
import { HintDesk } from '../../../src/processors/collecting/hints.js'
import { PostgresHints } from '../../../src/processors/collecting/postgres/hints.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'
import { waitFor } from '../../support/wait-for.js'

const BEGIN = Date.parse('2026-11-22T10:00:00.000Z')
const LATER = new Date('2026-11-22T12:00:00.000Z')
const at = (seconds: number): Date => new Date(BEGIN + seconds * 1000)
const KEY = 'hint for liveConnection-conn_1'

function notification(text: string, until = LATER): Notification {
  return { digest: createHash('sha256').update(text).digest(), until }
}

/** A database with one piece of work that waits for the hint until noon. */
async function given(t: Test) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const hints = new PostgresHints(pool)
  await pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position, waits_for)
     VALUES ('collections', 'liveConnection-conn_1', 'acc_1', 'production', 'l', $1, 1, $2)`,
    [LATER.toISOString(), KEY],
  )
  /** When the work is due, in seconds from the beginning; null: at its usual time. */
  const due = async (): Promise<number | null> => {
    const { rows } = await pool.query<{ due_at: string }>('SELECT due_at FROM processing.work')
    const instant = new Date(rows[0]?.due_at ?? '').getTime()
    return instant === LATER.getTime() ? null : (instant - BEGIN) / 1000
  }
  /** The work is under way, or waits again. */
  const put = (waitsFor: string | null) =>
    pool.query('UPDATE processing.work SET waits_for = $1, due_at = $2', [waitsFor, LATER.toISOString()])
  const waiting = async (): Promise<number> =>
    (await pool.query('SELECT FROM operations.hint WHERE due_at IS NOT NULL')).rowCount ?? 0
  return { pool, hints, due, put, waiting }
}

t.test('a hint wakes the work at once, the next one after a pause', async (t) => {
  const { hints, due, put, waiting } = await given(t)
  t.equal(await hints.hear(notification('1'), [KEY, 'messages of nothing'], at(0)), 'woken')
  t.equal(await due(), null, 'the process that hears it changes no work')
  t.equal(await hints.obey(at(0)), 2)
  t.equal(await due(), 0)
  await put(KEY)
  t.equal(await hints.hear(notification('2'), [KEY], at(3)), 'delayed')
  t.equal(await hints.hear(notification('3'), [KEY], at(9)), 'delayed')
  await hints.obey(at(9.9))
  t.equal(await due(), null)
  await hints.obey(at(10))
  t.equal(await due(), 10)
  await put(KEY)
  t.equal(await hints.hear(notification('4'), [KEY], at(60)), 'woken')
  await hints.obey(at(60))
  t.equal(await due(), 60)
  t.equal(await waiting(), 1, 'nothing waits for the other one so far')
})

t.test('a notification is heard once, as long as its signature is accepted', async (t) => {
  const { pool, hints } = await given(t)
  t.equal(await hints.hear(notification('1', at(300)), [KEY], at(0)), 'woken')
  t.equal(await hints.hear(notification('1', at(300)), [KEY], at(0)), 'repeated')
  await new PostgresHints(pool).obey(at(299))
  t.equal(await hints.hear(notification('1', at(300)), [KEY], at(299)), 'repeated', 'also to another process')
  await new PostgresHints(pool).obey(at(301))
  t.equal((await pool.query('SELECT FROM operations.notification')).rowCount, 0)
})

t.test('work under way is woken when it waits again, and a hint without work is given up', async (t) => {
  const { hints, due, put, waiting } = await given(t)
  await put(null)
  await hints.hear(notification('1'), [KEY, 'messages of nothing'], at(0))
  for (const seconds of [0, 1, 2, 60]) await hints.obey(at(seconds))
  t.equal(await due(), null)
  await put(KEY)
  await hints.obey(at(61))
  t.equal(await due(), 61)
  t.equal(await waiting(), 1)
  await hints.obey(at(151))
  t.equal(await waiting(), 0)
})

t.test('a hint that comes while the work is being woken is kept', async (t) => {
  const { pool, hints, due, put } = await given(t)
  await hints.hear(notification('1'), [KEY], at(0))
  const lock = await pool.connect()
  await lock.query('BEGIN')
  await lock.query('SELECT FROM processing.work FOR UPDATE')
  const obeyed = hints.obey(at(0))
  await waitFor('the hint is claimed', async () => {
    const { rows } = await pool.query<{ due_at: string }>('SELECT due_at FROM operations.hint')
    return new Date(rows[0]?.due_at ?? '').getTime() === BEGIN + 1_000
  })
  t.equal(await new PostgresHints(pool).obey(at(0)), 0, 'another process leaves it alone')
  t.equal(await hints.hear(notification('2'), [KEY], at(0.5)), 'delayed')
  await lock.query('COMMIT')
  lock.release()
  await obeyed
  t.equal(await due(), 0)
  await put(KEY)
  await hints.obey(at(9))
  t.equal(await due(), null)
  await hints.obey(at(10))
  t.equal(await due(), 10)
})

t.test('any flood of hints wakes work once in each pause, and its last one is obeyed', async (t) => {
  const { pool, hints, due, put } = await given(t)
  let number = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(400), { minLength: 1, maxLength: 12 }), async (tenths) => {
      await pool.query('DELETE FROM operations.hint')
      await put(KEY)
      const times = [...tenths].sort((one, other) => one - other).map((tenth) => tenth / 10)
      const woken: number[] = []
      for (let second = 0; second <= 60; second++) {
        for (const time of times.filter((each) => each > second - 1 && each <= second))
          await hints.hear(notification(String(number++)), [KEY], at(time))
        await hints.obey(at(second))
        if ((await due()) === null) continue
        woken.push(second)
        await put(KEY)
      }
      const gaps = woken.slice(1).map((second, index) => second - (woken[index] ?? 0))
      t.ok(
        gaps.every((gap) => gap >= 10),
        `${JSON.stringify(times)}: ${JSON.stringify(woken)}`,
      )
      t.ok((woken.at(-1) ?? -1) >= (times.at(-1) ?? 0))
    }),
    { numRuns: 10 },
  )
})

t.test('the desk looks on after an outage', async (t) => {
  const stop = new AbortController()
  const sleeps: number[] = []
  const log: string[] = []
  const outcomes = [
    () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
    () => Promise.reject(new Error('a fault')),
    () => Promise.resolve(1),
  ]
  const desk = new HintDesk({
    hints: { obey: () => outcomes[sleeps.length]?.() ?? Promise.resolve(0) },
    clock: { now: () => at(0) },
    timers: {
      sleep: async (milliseconds: number) => {
        sleeps.push(milliseconds)
        if (sleeps.length === 3) stop.abort()
      },
    },
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  })
  await desk.run(stop.signal)
  t.same(sleeps, [1_000, 2_000, 500])
  t.match(log, [/"level":20.*hints can not be read/, /"level":50.*hints can not be read/])
})

import pino from 'pino'
import t, { type Test } from 'tap'
import { createCompany } from '../../../src/commands/company.js'
import { handle } from '../../../src/commands/handle.js'
import { company } from '../../../src/domain/company.js'
import type { Happening } from '../../../src/domain/observer.js'
import { judgeInProcess } from '../../../src/documents/judging/in-process.js'
import { systemTimers } from '../../../src/domain/timers.js'
import {
  ArrivalDesk,
  type ArrivalDeskDeps,
  MOST_OF_SENDER_A_DAY,
} from '../../../src/processors/receiving/arrival-desk.js'
import { PostgresArrivals } from '../../../src/processors/receiving/postgres/arrivals.js'
import { PostgresMarks } from '../../../src/processors/work/postgres/marks.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { runningProjections } from '../../projections/running.js'
import { History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'

const BEGIN = new Date('2026-11-27T10:00:00.000Z')

/** A company, and a desk for its documents. `time`: by which the desk works. */
async function given(t: Test, time = { now: BEGIN }, changes: Partial<ArrivalDeskDeps> = {}) {
  const { store, pool, progress, restores } = await runningProjections(t)
  const clock = { now: () => time.now }
  const scope = await new History(store).account()
  const context = { ...scope, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const details = { name: 'Client SRL', vatNumber: 'RO12345674', country: 'RO', currency: 'RON' } as const
  const created = createCompany({ companyId: 'comp_1', ...details })
  await handle({ store, clock }, context, company, 'testCompany-comp_1', created)
  const arrivals = new PostgresArrivals(pool)
  const happened: Happening[] = []
  const desk = new ArrivalDesk({
    store,
    clock,
    timers: systemTimers,
    documents: new PostgresDocuments(pool),
    receivedBook: new PostgresReceivedBook(pool),
    receivedUpTo: (position) => progress.waitFor(position, ['received']),
    arrivals,
    marks: new PostgresMarks(pool),
    restores,
    observer: { happened: (happening) => void happened.push(happening) },
    log: pino({ level: 'silent' }),
    ...changes,
  })
  const arrive = (identity: string, sender: string | null = null): Promise<string> =>
    arrivals.take({
      company: { id: 'comp_1', scope },
      country: 'RO',
      channel: 'anaf',
      govId: identity,
      identity,
      sender,
      bytes: Buffer.from(identity),
      files: [],
      arrivedAt: time.now,
      sentAs: null,
      correlationId: null,
    })
  const look = (): Promise<number> => desk.look(new AbortController().signal)
  const outcomes = (): string[] => happened.flatMap((each) => (each.kind === 'received' ? [each.outcome] : []))
  return { pool, arrivals, arrive, look, outcomes }
}

t.test('a flood of one sender waits, and others are received as before; a restore loses nothing', async (t) => {
  const time = { now: BEGIN }
  const { pool, arrivals, arrive, look, outcomes } = await given(t, time)
  const work = async (): Promise<void> => {
    while ((await look()) > 0);
  }

  await pool.query(
    `INSERT INTO operations.arrival (company_id, country, channel, identity, sender, arrived_at, bytes, due_at, settled_at)
     SELECT 'comp_1', 'RO', 'anaf', 'earlier ' || n, 'loud', $1, '', NULL, $1 FROM generate_series(1, $2::int) AS n`,
    [time.now.toISOString(), MOST_OF_SENDER_A_DAY],
  )
  await arrive('1', 'loud')
  await arrive('2', 'quiet')
  await work()
  t.same(outcomes(), ['postponed', 'unreadable'])
  time.now = new Date(time.now.getTime() + 25 * 3_600_000)
  await work()
  t.same(outcomes(), ['postponed', 'unreadable', 'unreadable'], 'it follows when the day allows')

  await pool.query("DELETE FROM operations.arrival WHERE identity LIKE 'earlier %'")
  await arrivals.reopen()
  await work()
  t.same(outcomes().slice(3), ['repeated', 'repeated'], 'what is there already is recorded no second time')
  t.equal(await arrive('2', 'quiet'), 'repeated')
  await arrivals.sweep(new Date(time.now.getTime() + 1))
  t.equal((await pool.query('SELECT FROM operations.arrival')).rowCount, 0)
  t.equal(await arrive('2', 'quiet'), 'stored')
  await work()
  t.equal(outcomes().at(-1), 'repeated', 'also after its row is gone')
})

t.test('documents wait for a read model that stands still, but not for ever', async (t) => {
  let [monotonic, isBehind] = [0, true]
  const { arrive, look, outcomes } = await given(
    t,
    { now: BEGIN },
    {
      timers: { ...systemTimers, instant: () => ({ monotonic, wall: monotonic }) },
      receivedUpTo: () => Promise.resolve(!isBehind),
    },
  )
  const arriving = async (identity: string): Promise<number> => {
    await arrive(identity)
    return look()
  }
  t.equal(await arriving('1'), 1, 'the first one has none before it')
  t.equal(await arriving('2'), 0)
  isBehind = false
  t.equal(await arriving('3'), 1)
  t.equal(outcomes().length, 3)
  isBehind = true
  t.equal(await arriving('4'), 0)
  monotonic += 599_000
  t.equal(await arriving('5'), 0)
  monotonic += 1_000
  t.equal(await arriving('6'), 1)
  t.same(outcomes(), Array(6).fill('unreadable'))
})

t.test('a company is held as long as its documents are read, and no longer', async (t) => {
  const time = { now: BEGIN }
  let tick = (): void => undefined
  let isReading = false
  let read = (): void => undefined
  const reading = new Promise<void>((resolve) => (read = resolve))
  const { pool, arrivals, arrive, look } = await given(t, time, {
    timers: {
      ...systemTimers,
      every: (_milliseconds, work) => {
        tick = work
        return () => (tick = () => undefined)
      },
    },
    judging: {
      ...judgeInProcess,
      receive: async (...asked) => {
        isReading = true
        await reading
        return judgeInProcess.receive(...asked)
      },
    },
  })
  await arrive('1')
  const looking = look()
  await waitFor('the document is read', () => isReading)
  time.now = new Date(BEGIN.getTime() + 25_000)
  tick()
  const later = new Date(BEGIN.getTime() + 50_000)
  const isHeld = async (): Promise<boolean> => {
    const { rows } = await pool.query('SELECT FROM operations.arrival_company WHERE held_until > $1', [later])
    return rows.length === 1
  }
  await waitFor('the hold is extended', isHeld)
  t.same(await arrivals.hold(later, later, 1), [])
  read()
  t.equal(await looking, 1)
  t.equal(await isHeld(), false)
})

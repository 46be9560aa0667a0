import t, { type Test } from 'tap'
import type pg from 'pg'
import { DELIVERIES } from '../../../src/processors/deliveries/lane.js'
import { INVOICES } from '../../../src/processors/pipeline/invoice-pipeline.js'
import { PostgresGates } from '../../../src/processors/work/postgres/gates.js'
import { DUE } from '../../../src/processors/deliveries/postgres/outbox.js'
import { PostgresWorkList } from '../../../src/processors/work/postgres/work-list.js'
import { lastAnswers } from '../../../src/processors/work/work-report.js'
import { AT_HOME, type FreeLane } from '../../../src/processors/work/work-list.js'
import type { Scope } from '../../../src/domain/event.js'
import { FAILED, RETRIED } from '../pipeline/scripted-invoice.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'
import { runningProjections } from '../../projections/running.js'

const NOW = new Date('2030-01-01T00:00:00.000Z')
const REST = { dueAt: null, outages: 0, faults: 0 }
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)
interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/**
 * Runs a statement, undoes it, and answers the indexes it used and how many rows it had in hand at
 * most in one step.
 */
async function explain(pool: pg.Pool, sql: string, values: readonly unknown[]) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan; 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      [...values],
    )
    const [explained] = rows[0]?.['QUERY PLAN'] ?? []
    if (!explained) throw new Error('no plan')
    const nodes: Plan[] = []
    const visit = (plan: Plan): void => {
      nodes.push(plan)
      plan.Plans?.forEach(visit)
    }
    visit(explained.Plan)
    const touched = nodes.map(
      (node) => node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0),
    )
    return { indexes: nodes.flatMap((node) => node['Index Name'] ?? []), touched: Math.max(...touched) }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** How many rows of the work list one claim reads, and how it finds them. */
async function readsOfClaim(pool: pg.Pool, rooms: readonly FreeLane[]) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const claimed = await client.query<{ key: string | null }>(
      'SELECT * FROM processing.claim_shares($1, $2, $3, $4, $5, $6, 15, $7, $8)',
      [
        'invoices',
        NOW.toISOString(),
        rooms.map(({ name }) => name),
        rooms.map(({ government }) => government),
        rooms.map(({ wanted }) => wanted),
        rooms.map(({ after }) => after),
        rooms.map(({ wanted, share }) => share?.most ?? wanted),
        rooms.map(({ share }) => JSON.stringify(Object.fromEntries(share?.held ?? []))),
      ],
    )
    const { rows } = await client.query<{ seq_scan: string; idx_tup_fetch: string }>(
      "SELECT seq_scan, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE schemaname = 'processing' AND relname = 'work'",
    )
    return { claimed: claimed.rows, scans: Number(rows[0]?.seq_scan), fetched: Number(rows[0]?.idx_tup_fetch) }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

const home = (wanted: number, after = ''): FreeLane[] => [{ ...AT_HOME, wanted, after }]

t.test('a claim looks at what is due, however much is parked', async (t) => {
  const { pool } = await runningProjections(t)
  await pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, due_at, position)
     SELECT 'invoices', 'testInvoice-' || n, 'acc_' || n % 1000, 'test',
       CASE WHEN n <= 20 THEN $1::timestamptz - interval '1 minute' ELSE $1::timestamptz + interval '1 hour' END, n
     FROM generate_series(1, 100000) n`,
    [NOW.toISOString()],
  )
  const { scans, fetched } = await readsOfClaim(pool, home(16))
  t.equal(scans, 0, 'by indexes alone')
  t.ok(fetched <= 200, `it fetched ${fetched} of 100,000 rows`)
  const claims = await new PostgresWorkList(pool).claim(INVOICES, NOW, home(50))
  t.equal(claims.length, 20)
})

t.test('100,000 that are due cost a claim no more than 100, and every account gets its turn', async (t) => {
  const { pool } = await runningProjections(t)
  const due = (accounts: number, each: number, name: string) =>
    pool.query(
      `INSERT INTO processing.work (kind, key, account, environment, due_at, position)
       SELECT 'invoices', $2 || a || '-' || n, 'acc_' || $2 || a, 'test', $1::timestamptz - interval '1 minute' + make_interval(secs => a / 100), n
       FROM generate_series(1, $3) a, generate_series(1, $4) n`,
      [NOW.toISOString(), name, accounts, each],
    )
  await due(1, 100_000, 'large')
  await due(9, 1, 'small')
  const { scans, fetched, claimed } = await readsOfClaim(pool, home(16))
  t.equal(scans, 0)
  t.ok(fetched <= 500, `it fetched ${fetched} rows`)
  t.equal(claimed.length, 16)
  const workList = new PostgresWorkList(pool)
  const accounts = new Set<string>()
  let after = ''
  for (let n = 0; n < 3; n++) {
    const claims = await workList.claim(INVOICES, NOW, home(8, after))
    for (const { account } of claims) accounts.add(account)
    after = claims.at(-1)?.account ?? ''
  }
  t.equal(accounts.size, 10, 'no account waits behind the large one')
})

t.test('a closed gate holds its own lanes only; a government that recovers gets one probe', async (t) => {
  const { pool } = await runningProjections(t)
  await pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position)
     SELECT 'invoices', lane || n, 'acc_1', 'test', lane, $1::timestamptz, n
     FROM generate_series(1, 10) n, unnest(ARRAY['RO test submit', 'RO test poll', 'BE test submit', '']) AS lane`,
    [NOW.toISOString()],
  )
  const lane = (name: string, government: string | null): FreeLane => ({ name, government, wanted: 4, after: '' })
  const rooms = [
    lane('RO test submit', 'RO test'),
    lane('RO test poll', 'RO test'),
    lane('BE test submit', 'BE test'),
    lane('', null),
  ]
  const workList = new PostgresWorkList(pool)
  const gates = new PostgresGates(pool, () => 0.5)
  const claimed = async (now: Date): Promise<Record<string, number>> => {
    const claims = await workList.claim(INVOICES, now, rooms)
    const count: Record<string, number> = {}
    for (const { lane: name } of claims) count[name] = (count[name] ?? 0) + 1
    return count
  }
  for (let n = 0; n < 4; n++) await gates.away('RO test', NOW, 1)
  t.equal(await gates.closedUntil(rooms[0] as FreeLane, NOW), null, 'four failures in a row may be chance')
  await gates.away('RO test', NOW, 1)
  const ofAnotherProcess = new PostgresGates(pool, () => 0.5)
  for (let n = 0; n < 20; n++) {
    await (n % 2 === 0 ? gates : ofAnotherProcess).away('RO test', inSeconds(1), 1, inSeconds(-1))
  }
  t.same(await claimed(inSeconds(4)), { 'BE test submit': 4, '': 4 })
  t.same(
    await claimed(inSeconds(5)),
    { 'RO test poll': 1, 'BE test submit': 4, '': 4 },
    'a single probe, however many failed that were under way',
  )
  t.same(await claimed(inSeconds(6)), { 'BE test submit': 2, '': 2 }, 'the next one waits for its answer')
  await gates.answered('RO test', inSeconds(6))
  t.same(await claimed(inSeconds(7)), { 'RO test poll': 2 }, 'then the flow grows')
  for (let n = 0; n < 6; n++) await gates.answered('RO test', inSeconds(7 + n))
  t.same((await pool.query('SELECT * FROM processing.gates')).rows, [], 'and nothing is left of it')
  t.same([...(await lastAnswers(pool))], [['RO test', inSeconds(6)]], 'written once in half a minute')
  await ofAnotherProcess.answered('RO test', inSeconds(-60))
  t.same((await lastAnswers(pool)).get('RO test'), inSeconds(6), 'an earlier answer changes nothing')
  await gates.answered('RO test', inSeconds(40))
  t.same((await lastAnswers(pool)).get('RO test'), inSeconds(40))
  t.same(await claimed(inSeconds(8)), { 'RO test submit': 4, 'RO test poll': 4 })

  // A query that began before the gate changed does not hide the change.
  let release = (): void => undefined
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  let signalRead = (): void => undefined
  const hasRead = new Promise<void>((resolve) => (signalRead = resolve))
  let isHeld = true
  const slow = Object.create(pool) as typeof pool
  slow.query = (async (query: string | { readonly name?: string }, values?: unknown[]) => {
    const result: unknown = await (pool.query as (...given: unknown[]) => Promise<unknown>).call(pool, query, values)
    if (isHeld && typeof query === 'object' && query.name === 'read gates') {
      signalRead()
      await isReleased
    }
    return result
  }) as never
  const looking = new PostgresGates(slow, () => 0.5)
  const early = looking.closedUntil(rooms[0] as FreeLane, NOW)
  await hasRead
  await looking.close('RO test submit', inSeconds(120))
  isHeld = false
  release()
  t.same(
    await looking.closedUntil(rooms[0] as FreeLane, NOW),
    inSeconds(120),
    'the process that closes a gate sees it closed',
  )
  t.equal(await early, null)
  t.same(await looking.closedUntil(rooms[0] as FreeLane, NOW), inSeconds(120))
  await pool.query("DELETE FROM processing.gates WHERE name = 'RO test submit'")

  const withStandIns = new PostgresGates(pool, () => 0.5, 0.01)
  for (let n = 0; n < 5; n++) await withStandIns.away('RO test', NOW, 0)
  const first = rooms[0] as FreeLane
  t.same(await withStandIns.closedUntil(first, NOW), inSeconds(0.5), 'shorter pauses before a stand-in')
})

t.test('work that waits for something is woken by it', async (t) => {
  const { pool } = await runningProjections(t)
  await pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, due_at, position)
     SELECT 'invoices', 'testInvoice-' || n, 'acc_1', 'test', $1::timestamptz, n FROM generate_series(1, 3) n`,
    [NOW.toISOString()],
  )
  const workList = new PostgresWorkList(pool)
  const claims = await workList.claim(INVOICES, NOW, home(3))
  for (const [index, claim] of claims.entries()) {
    await workList.release(claim, {
      outages: 1,
      faults: 0,
      seen: claim.position,
      dueAt: inSeconds(3600),
      lane: 'RO test submit',
      waitsFor: index === 0 ? 'another' : 'the connection',
    })
  }
  const rooms = [{ name: 'RO test submit', government: 'RO test', wanted: 9, after: '' }]
  t.same(await workList.claim(INVOICES, inSeconds(1), rooms), [])
  await workList.wake('the connection', inSeconds(1))
  t.equal((await workList.claim(INVOICES, inSeconds(1), rooms)).length, 2)
  t.equal((await workList.claim(INVOICES, inSeconds(3600), rooms)).length, 1)
})

t.test(
  '10,000 deliveries that wait for dead receivers are one piece of work each account, and cost the others nothing',
  async (t) => {
    const { pool, stop } = await runningProjections(t)
    await stop()
    const live = await pool.query<{ live_schema: string }>(
      "SELECT live_schema FROM projections.checkpoints WHERE name = 'outbox'",
    )
    await pool.query(
      `INSERT INTO ${live.rows[0]?.live_schema ?? ''}.outbox
     SELECT 'testInvoice-' || n, 'acc_' || n % 10, 'test', 'dlv_' || n,
       CASE WHEN n <= 10 THEN $1::timestamptz ELSE $1::timestamptz + interval '12 hours' END, 0, '[]', n
     FROM generate_series(1, 100000) n`,
      [NOW.toISOString()],
    )
    const { indexes, touched } = await explain(pool, DUE, ['acc_1', 'test', NOW.toISOString()])
    t.ok(
      indexes.some((name) => name.includes('due_at')),
      `by the index on due times (${indexes.join(', ')})`,
    )
    t.ok(touched <= 1, `it had ${touched} of 100,000 rows in hand`)
    const workList = new PostgresWorkList(pool)
    await workList.reconcile(DELIVERIES)
    const { rowCount } = await pool.query('SELECT FROM processing.work')
    t.equal(rowCount, 10)
  },
)

/** Some invoices on the to-do list. */
async function given(t: Test, count: number) {
  const running = await runningProjections(t)
  const workList = new PostgresWorkList(running.pool)
  const history = new History(running.store)
  const scope = await history.account()
  const streams: string[] = []
  for (let n = 0; n < count; n++) streams.push((await history.invoice(scope, acceptedInvoice(`F-${n}`))).stream)
  await waitFor('the to-do list', async () => {
    return (await running.pool.query('SELECT FROM read.todo')).rowCount === count
  })
  return { ...running, workList, history, scope, streams }
}

/** The invoice failed, and its client asked for another try; the to-do list shows it. */
async function retried(pool: pg.Pool, history: History, scope: Scope, stream: string): Promise<void> {
  const position = async (): Promise<string | undefined> =>
    (await pool.query<{ position: string }>('SELECT position FROM read.todo WHERE stream = $1', [stream])).rows[0]
      ?.position
  const before = await position()
  await history.older(scope, stream, FAILED, RETRIED)
  await waitFor('the projection', async () => ![before, undefined].includes(await position()))
}

t.test('every row of the read model is taken over once, in pages, and an earlier look by a later event', async (t) => {
  const { workList, history, scope, streams, pool } = await given(t, 3)
  await workList.admit(INVOICES)
  const claims = await workList.claim(INVOICES, NOW, home(10))
  t.strictSame(claims.map(({ key }) => key).sort(), [...streams].sort())
  t.strictSame(await workList.claim(INVOICES, NOW, home(10)), [], 'held work is skipped')
  for (const claim of claims) await workList.release(claim, { ...REST, seen: claim.position, dueAt: inSeconds(60) })
  t.strictSame(await workList.claim(INVOICES, inSeconds(59), home(10)), [], 'parked')

  const [stream = ''] = streams
  await retried(pool, history, scope, stream)
  await workList.admit(INVOICES)
  const again = await workList.claim(INVOICES, NOW, home(10))
  t.match(again, [{ key: stream, outages: 0, faults: 0 }])
  t.notOk(
    claims.some(({ token }) => token === again[0]?.token),
    'with its own token',
  )
  t.equal((await workList.claim(INVOICES, inSeconds(60), home(10))).length, 2, 'and the others in their time')
})

t.test('what came while a piece was worked on is not forgotten when it is given back', async (t) => {
  const { workList, history, scope, streams, pool } = await given(t, 1)
  const [stream = ''] = streams
  await workList.admit(INVOICES)
  const [claim] = await workList.claim(INVOICES, NOW, home(1))
  if (!claim) throw new Error('no claim')
  await retried(pool, history, scope, stream)
  await workList.admit(INVOICES)
  await workList.release(claim, { ...REST, seen: claim.position, dueAt: inSeconds(3600) })
  const [again] = await workList.claim(INVOICES, NOW, home(1))
  t.equal(again?.key, stream)
  if (!again) return
  await workList.release(claim, { ...REST, seen: 10_000n })
  t.strictSame(await workList.renew([again]), [again], 'a process that was overtaken changes nothing')
  t.strictSame(await workList.renew([claim]), [])
  await workList.release(again, { ...REST, seen: claim.position })
  t.equal((await pool.query('SELECT FROM processing.work')).rowCount, 1, 'not done: a later event is there')
  const [third] = await workList.claim(INVOICES, NOW, home(1))
  if (third) await workList.release(third, { ...REST, seen: third.position })
  t.equal((await pool.query('SELECT FROM processing.work')).rowCount, 0)
})

t.test(
  'a claim whose worker died is over by the clock of the database, and at once after a restart that is alone',
  async (t) => {
    const { workList, pool } = await given(t, 2)
    await workList.admit(INVOICES)
    t.equal((await workList.claim(INVOICES, NOW, home(10))).length, 2)
    await pool.query("UPDATE processing.work SET held_until = clock_timestamp() - interval '1 ms' WHERE position = 4")
    t.equal((await workList.claim(INVOICES, NOW, home(10))).length, 1)
    await workList.releaseAll()
    t.equal((await workList.claim(INVOICES, NOW, home(10))).length, 2)
  },
)

t.test('lost rows of the list come back from the read model', async (t) => {
  const { workList, pool, streams } = await given(t, 3)
  await workList.admit(INVOICES)
  await pool.query('TRUNCATE processing.work')
  await pool.query(
    "INSERT INTO processing.work (kind, key, account, environment, due_at, position) VALUES ('invoices', 'testInvoice-gone', 'a', 'test', now(), 1)",
  )
  await pool.query('UPDATE processing.watermarks SET position = 1000000')
  await workList.reconcile(INVOICES)
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM processing.work ORDER BY position')
  t.strictSame(
    rows.map(({ key }) => key),
    streams,
  )
  const mark = await pool.query<{ position: string }>('SELECT position FROM processing.watermarks')
  t.ok(Number(mark.rows[0]?.position) < 1000)
})

import t, { type Test } from 'tap'
import type pg from 'pg'
import { DELIVERIES } from '../../src/processors/delivery-lane.js'
import { INVOICES } from '../../src/processors/invoice-pipeline.js'
import { DUE } from '../../src/processors/outbox.js'
import { CLAIM, WorkList } from '../../src/processors/work-list.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { runningProjections } from '../projections/running.js'

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

t.test('a claim looks at what is due, however much is parked', async (t) => {
  const { pool } = await runningProjections(t)
  await pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, due_at, position)
     SELECT 'invoices', 'testInvoice-' || n, 'acc_' || n % 1000, 'test',
       CASE WHEN n <= 20 THEN $1::timestamptz - interval '1 minute' ELSE $1::timestamptz + interval '1 hour' END, n
     FROM generate_series(1, 100000) n`,
    [NOW.toISOString()],
  )
  const { indexes, touched } = await explain(pool, CLAIM, ['invoices', NOW.toISOString(), 16, 15])
  t.ok(indexes.includes('work_due'), `by the index on due times (${indexes.join(', ')})`)
  t.ok(touched <= 20, `it had ${touched} of 100,000 rows in hand`)
  const claims = await new WorkList(pool).claim(INVOICES, NOW, 50)
  t.equal(claims.length, 20)
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
    const workList = new WorkList(pool)
    await workList.reconcile(DELIVERIES)
    const { rowCount } = await pool.query('SELECT FROM processing.work')
    t.equal(rowCount, 10)
  },
)

/** Some invoices on the to-do list. */
async function given(t: Test, count: number) {
  const running = await runningProjections(t)
  const workList = new WorkList(running.pool)
  const history = new History(running.store)
  const scope = await history.account()
  const streams: string[] = []
  for (let n = 0; n < count; n++) streams.push((await history.invoice(scope, acceptedInvoice(`F-${n}`))).stream)
  await waitFor('the to-do list', async () => {
    return (await running.pool.query('SELECT FROM read.todo')).rowCount === count
  })
  return { ...running, workList, history, scope, streams }
}

t.test('every row of the read model is taken over once, in pages, and an earlier look by a later event', async (t) => {
  const { workList, history, scope, streams, pool } = await given(t, 3)
  await workList.admit(INVOICES)
  const claims = await workList.claim(INVOICES, NOW, 10)
  t.strictSame(claims.map(({ key }) => key).sort(), [...streams].sort())
  t.strictSame(await workList.claim(INVOICES, NOW, 10), [], 'what is held is passed over')
  for (const claim of claims) await workList.release(claim, { ...REST, seen: claim.position, dueAt: inSeconds(60) })
  t.strictSame(await workList.claim(INVOICES, inSeconds(59), 10), [], 'parked')

  const [stream = ''] = streams
  await history.findings(scope, stream, { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'UBL' } })
  await waitFor('the projection', async () => {
    const { rows } = await pool.query<{ step: string }>('SELECT step FROM read.todo WHERE stream = $1', [stream])
    return rows[0]?.step === 'validated'
  })
  await workList.admit(INVOICES)
  t.match(await workList.claim(INVOICES, NOW, 10), [{ key: stream, outages: 0, faults: 0, token: '2' }])
  t.equal((await workList.claim(INVOICES, inSeconds(60), 10)).length, 2, 'and the others in their time')
})

t.test('what came while a piece was worked on is not forgotten when it is given back', async (t) => {
  const { workList, history, scope, streams, pool } = await given(t, 1)
  const [stream = ''] = streams
  await workList.admit(INVOICES)
  const [claim] = await workList.claim(INVOICES, NOW, 1)
  if (!claim) throw new Error('no claim')
  await history.findings(scope, stream, { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'UBL' } })
  await waitFor(
    'the projection',
    async () => (await pool.query("SELECT FROM read.todo WHERE step = 'validated'")).rowCount === 1,
  )
  await workList.admit(INVOICES)
  await workList.release(claim, { ...REST, seen: claim.position, dueAt: inSeconds(3600) })
  const [again] = await workList.claim(INVOICES, NOW, 1)
  t.equal(again?.key, stream)
  if (!again) return
  await workList.release(claim, { ...REST, seen: 10_000n })
  t.strictSame(await workList.renew([again]), [again], 'whoever was overtaken changes nothing')
  t.strictSame(await workList.renew([claim]), [])
  await workList.release(again, { ...REST, seen: claim.position })
  t.equal((await pool.query('SELECT FROM processing.work')).rowCount, 1, 'not done: a later event is there')
  const [third] = await workList.claim(INVOICES, NOW, 1)
  if (third) await workList.release(third, { ...REST, seen: third.position })
  t.equal((await pool.query('SELECT FROM processing.work')).rowCount, 0)
})

t.test(
  'a claim whose worker died is over by the clock of the database, and at once after a restart that is alone',
  async (t) => {
    const { workList, pool } = await given(t, 2)
    await workList.admit(INVOICES)
    t.equal((await workList.claim(INVOICES, NOW, 10)).length, 2)
    await pool.query("UPDATE processing.work SET held_until = clock_timestamp() - interval '1 ms' WHERE position = 4")
    t.equal((await workList.claim(INVOICES, NOW, 10)).length, 1)
    await workList.releaseAll()
    t.equal((await workList.claim(INVOICES, NOW, 10)).length, 2)
  },
)

t.test('whatever is lost of the list comes back from the read model', async (t) => {
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

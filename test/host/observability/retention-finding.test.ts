import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { judgeRetention } from '../../../src/host/observability/doctor/retention.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { prepareErased } from '../../audit/retention/retaining.js'

const DAY_MS = 86_400_000
const FAILED = {
  type: 'InvoiceFailed',
  data: { reason: 'internal', errorMessage: 'failed', errorTranslated: 'failed', errorFix: 'try again' },
} as const
const TIMES = { testDays: 30, liveYears: 10 }

t.test('the doctor and the end of data', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, account, other } = world
  const { pool, clock } = service
  const judge = async () => {
    await world.settle()
    return judgeRetention(pool, TIMES, clock.now())
  }

  t.test('it reports what should have been erased, and counts legal holds', async (t) => {
    await world.invoice(account.test, {})
    const held = await world.invoice(account.test, {})
    await world.invoice(other.test, {})

    t.strictSame(await judge(), [
      {
        check: 'retention',
        state: 'ok',
        says: 'No data is kept beyond its retention period. No legal hold is in force.',
        remedy: null,
      },
    ])
    clock.advance(31 * DAY_MS)
    t.match(await judge(), [{ state: 'ok' }], 'a day late is not late')

    clock.advance(DAY_MS + 60_000)
    t.match(await judge(), [
      {
        state: 'warning',
        says: '3 test invoices of 2 accounts should already have been erased.',
        remedy: /retention run/,
      },
    ])
    await world.hold(account.id, 'invoice', held)
    t.match(await judge(), [
      { state: 'warning', says: /^2 test invoices of 2 accounts/ },
      { state: 'ok', says: 'Legal holds in force: 1.' },
    ])
    await world.hold(other.id, 'account', other.id)
    t.match(await judge(), [
      { state: 'warning', says: /^1 test invoice of 1 account should/ },
      { state: 'ok', says: 'Legal holds in force: 2.' },
    ])
    await world.run()
    t.match(await judge(), [
      { state: 'ok', says: 'No data is kept beyond its retention period. Legal holds in force: 2.' },
    ])
    await world.release(other.id, 'account', other.id)
    t.match(await judge(), [{ state: 'warning' }, { state: 'ok', says: 'Legal holds in force: 1.' }])
    await world.run()
    t.match(await judge(), [{ state: 'ok' }])
  })

  t.test('of live invoices it waits for the decision, and for the last delivery', async (t) => {
    const history = new History(service.deps.store, clock)
    const scope: Scope = { account: account.id, environment: 'production' }
    const failed = async (number: string, issueDate: string): Promise<string> => {
      const { id, stream } = await history.invoice(scope, acceptedInvoice(number, { issueDate }))
      await history.findings(scope, stream, FAILED)
      return id
    }
    clock.set('2026-05-05T12:00:00.000Z')
    await history.invoice(scope, acceptedInvoice('undecided', { issueDate: '2026-04-30' }))
    const late = await failed('late', '2026-04-30')
    await failed('dated later', '2027-04-30')
    clock.set('2026-12-20T12:00:00.000Z')
    await failed('may have a delivery of the next year', '2026-12-20')

    clock.set('2037-01-02T23:59:59.000Z')
    t.match(await judge(), [{ state: 'ok' }], 'its tenth year ended two days ago')
    clock.set('2037-01-03T00:00:01.000Z')
    t.match(await judge(), [{ state: 'warning', says: '1 live invoice of 1 account should already have been erased.' }])
    await world.hold(account.id, 'invoice', late)
    t.match(await judge(), [{ state: 'ok', says: /^No data .* in force: 2\.$/ }])
    await world.release(account.id, 'invoice', late)
    t.match((await world.run()).erased.production, { invoices: 2 })
    t.match(await judge(), [{ state: 'ok' }])
  })

  t.test('however much is late, it looks at little of it, by index', async (t) => {
    const id = await world.invoice(account.test, {})
    await world.settle()
    await pool.query(
      `INSERT INTO read.invoices
       SELECT (jsonb_populate_record(i, jsonb_build_object('id', 'inv_' || n,
         'created_at', i.created_at - n * interval '1 minute'))).*
       FROM read.invoices i, generate_series(1, 20000) n WHERE i.id = $1`,
      [id],
    )
    clock.advance(40 * DAY_MS)
    const plans: Plan[] = []
    const explaining = async (text: string, values?: unknown[]) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      )
      plans.push(...rows.map((row) => row['QUERY PLAN'][0].Plan))
      return pool.query(text, values)
    }
    t.match(await judgeRetention({ query: explaining } as typeof pool, TIMES, clock.now()), [
      { state: 'warning', says: 'At least 1000 test invoices of 1 account should already have been erased.' },
    ])
    const looks = plans.flatMap(scansOf)
    t.equal(looks.length, 2, 'one look for each environment')
    for (const look of looks) {
      t.match(look, { 'Node Type': 'Index Scan' })
      t.ok(look['Actual Rows'] <= 1_000 && (look['Rows Removed by Filter'] ?? 0) === 0, JSON.stringify(look))
    }
  })
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Where a plan reads invoices. */
function scansOf(plan: Plan): readonly Plan[] {
  const inside = (plan.Plans ?? []).flatMap(scansOf)
  return plan['Relation Name'] === 'invoices' ? [plan, ...inside] : inside
}

import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import { listWanted } from '../../../src/http/console/queries/invoices.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'
import { createListModels } from '../../support/invoice-rows.js'

const ROWS = 40_000

const { url } = await migratedDatabase(t)
const pool = createPool({ connectionString: url, applicationName: 'test', size: 2 })
const asked: { sql: string; parameters: readonly unknown[] }[] = []
const db = new Kysely<ReadModels>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
})
t.teardown(() => db.destroy())
await createListModels(pool)
// Nearly all are accepted; those in trouble are older than thousands of others.
await pool.query(
  `INSERT INTO read_invoices_1.invoices (id, account, environment, company_id, country, status, outcome, invoice_type, number,
     issue_date, supplier_vat, customer_vat, net_amount, vat_amount, gross_amount, currency, gov_id, search_text,
     created_at, updated_at)
   SELECT 'inv_' || n, 'acc_' || n % 50, CASE n % 2 WHEN 0 THEN 'test' ELSE 'production' END, 'comp_1',
     (ARRAY['RO', 'IT', 'BE', 'PL', 'FR', 'DE'])[1 + n % 6],
     status, CASE status WHEN 'submitted' THEN 'open' ELSE status END, 'invoice', 'F-' || n, '2026-03-31', 'RO1', 'RO2', '1', '1', '2', 'EUR', 'gov-' || n, '',
     timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01'
   FROM generate_series(1, ${ROWS}) n CROSS JOIN LATERAL (
     SELECT CASE WHEN n % 1000 = 7 AND n < 30000 THEN 'rejected' WHEN n % 2000 = 9 THEN 'error'
       WHEN n % 1000 = 11 AND n < 30000 THEN 'submitted' ELSE 'accepted' END AS status
   ) of_invoice`,
)
await pool.query('VACUUM ANALYZE read_invoices_1.invoices')

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The plans of all queries that a list makes. */
async function plansOf(wanted: Partial<Parameters<typeof listWanted>[1]>): Promise<readonly Plan[]> {
  asked.length = 0
  const none = { account: null, environment: null, country: null, status: null, from: null, until: null, text: null }
  await listWanted(db, { ...none, ...wanted }, null, 50)
  const plans: Plan[] = []
  for (const { sql, parameters } of [...asked]) {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      [...parameters],
    )
    plans.push(...(rows[0]?.['QUERY PLAN'].flatMap(({ Plan: plan }) => nodesOf(plan)) ?? []))
  }
  return plans
}

for (const [what, wanted] of [
  ['one status of all accounts', { status: 'rejected' }],
  ['a status on the way, of all accounts', { status: 'submitted' }],
  ['a status on the way, of an account', { status: 'submitted', account: 'acc_11' }],
  ['one status and environment', { status: 'rejected', environment: 'test' }],
  ['one status and country', { status: 'error', country: 'PL' }],
  ['one status of some days', { status: 'error', from: new Date('2026-01-05'), until: new Date('2026-01-20') }],
  ['one status of an account', { status: 'rejected', account: 'acc_7' }],
  ['all statuses', {}],
  ['the number of a government', { text: 'gov-31415', account: 'acc_15' }],
] as const)
  t.test(`the console lists ${what} from an index`, async (t) => {
    const plans = await plansOf(wanted)
    t.ok(plans.length > 0)
    const scans = plans.filter((plan) => plan['Node Type'] === 'Seq Scan' && plan['Actual Rows'] > 1_000)
    t.same(scans, [], 'no table is read as a whole')
    const read = plans.map(
      (plan) => (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'],
    )
    t.ok(Math.max(...read) <= 1_000, `${Math.max(...read)} of ${ROWS} rows are read`)
  })

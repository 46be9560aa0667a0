import t from 'tap'
import { checkRows, createBareTables, fillAccount, finishTables } from '../../bench/scale/fill.js'
import type { Scope } from '../../src/domain/event.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../support/database.js'

t.test('the rows that the lists are measured with are those of the projections', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 2 })
  t.teardown(() => pool.end())
  const scope: Scope = { account: 'acc_scale0', environment: 'test' }

  await createBareTables(pool)
  await fillAccount(pool, scope, 1_100)
  await finishTables(url)

  await checkRows(pool, scope, 1_100)
  const { rows } = await pool.query<{ status: string; outcome: string; count: number }>(
    'SELECT status, outcome, count(*)::integer FROM read.invoices GROUP BY 1, 2 ORDER BY 1',
  )
  t.same(rows, [
    { status: 'accepted', outcome: 'accepted', count: 109 },
    { status: 'created', outcome: 'open', count: 990 },
    { status: 'error', outcome: 'error', count: 1 },
  ])
})

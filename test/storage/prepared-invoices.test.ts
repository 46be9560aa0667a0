import { Kysely, PostgresDialect } from 'kysely'
import t, { type Test } from 'tap'
import { listedTerms } from '../../src/domain/request/invoice-request.js'
import type { PreparedInvoice, PreparedInvoices } from '../../src/domain/prepared-invoice.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { PostgresPreparedInvoices } from '../../src/storage/prepared-invoices.js'
import { MemoryPreparedInvoices } from '../standins/memory/prepared-invoices.js'
import { migratedDatabase } from '../support/database.js'
import { acceptedInvoice } from '../support/history.js'

function prepared(invoiceId: string, number: string, preparedAt: string, counter = 1): PreparedInvoice {
  const invoice = acceptedInvoice(number)
  return {
    scope: { account: 'acc_1', environment: 'test' },
    actor: 'operator',
    correlationId: 'req_1',
    causationId: 'req_1',
    preparedAt,
    series: 'testNumbering-comp_1-x',
    counter,
    created: {
      invoiceId,
      companyId: 'comp_1',
      ...listedTerms(invoice),
      netAmount: '200.00',
      vatAmount: '42.00',
      grossAmount: '242.00',
      content: { kind: 'inline', invoice },
      requestHash: null,
    },
  }
}

const EIGHT = '2026-06-01T08:00:00.000Z'
const NINE = '2026-06-01T09:00:00.000Z'
const TEN = '2026-06-01T10:00:00.000Z'

function contract(t: Test, name: string, open: (t: Test) => Promise<PreparedInvoices>): void {
  void t.test(`${name}: each is known by invoice and number, and removed with its invoice`, async (t) => {
    const rows = await open(t)
    const first = prepared('inv_1', 'R-1', NINE)
    const second = prepared('inv_1', 'R-2', TEN, 2)
    const other = prepared('inv_2', 'R-1', EIGHT)
    for (const each of [first, second, other]) await rows.put(each)
    t.same(await rows.find('inv_1', 'R-1'), first)
    t.equal(await rows.find('inv_2', 'R-2'), null)
    t.same(await rows.before(new Date(TEN), 10), [other, first], 'the oldest first, and none of that moment')
    t.same(await rows.before(new Date('2026-06-02'), 2), [other, first])
    const again = { ...first, actor: 'key:k' as const, preparedAt: EIGHT }
    await rows.put(again)
    t.same(await rows.find('inv_1', 'R-1'), again, 'it is replaced')
    await rows.remove('inv_1', 'R-2')
    t.equal(await rows.find('inv_1', 'R-2'), null)
    t.same(await rows.find('inv_1', 'R-1'), again)
    await rows.put(second)
    await rows.remove('inv_1')
    await rows.remove('inv_1')
    t.same(await rows.before(new Date('2026-06-02'), 10), [other])
  })
}

contract(t, 'memory', async () => new MemoryPreparedInvoices())
contract(t, 'PostgreSQL', async (t) => {
  const { url } = await migratedDatabase(t)
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool: createPool({ connectionString: url, applicationName: 'test' }) }),
  })
  t.teardown(() => db.destroy())
  return new PostgresPreparedInvoices(db)
})

t.test('it shows when the last restore was found', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  t.teardown(() => db.destroy())
  const rows = new PostgresPreparedInvoices(db)
  t.equal(await rows.lastRestore(), null)
  await pool.query(`INSERT INTO storage.restore VALUES (1, '${NINE}', 'a', 'b'), (2, '${TEN}', 'a', 'b')`)
  t.same(await rows.lastRestore(), new Date(TEN))
})

import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { gramsOf } from '../../../src/projections/invoice-search/invoice-search.js'
import type { ListPlace } from '../../../src/projections/list-place.js'
import { type InvoiceRow } from '../../../src/projections/invoices.js'
import { type InvoiceFilter, listInvoices } from '../../../src/projections/list-invoices.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../../support/database.js'
import { createListModels, externalIdOf, foldInvoices } from '../../support/invoice-rows.js'

const MANY = 20_000
const mine: Scope = { account: 'acc_mine00', environment: 'test' }
const others: Scope = { account: 'acc_others', environment: 'test' }

const { url } = await migratedDatabase(t)
const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
const db = new Kysely<ReadModels>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void asked.push(query),
})
t.teardown(() => db.destroy())
await createListModels(pool)
await foldInvoices(pool, mine, MANY)
await foldInvoices(pool, others, 50)

function list(filter: InvoiceFilter, limit = 20, cursor: ListPlace | null = null): Promise<readonly InvoiceRow[]> {
  return listInvoices(db, mine, filter, cursor, limit)
}

/**
 * What the specification says: a part of any of the three, in upper or lower case, newest first.
 */
const all = await pool.query<InvoiceRow>(
  'SELECT * FROM read.invoices WHERE account = $1 ORDER BY created_at DESC, id DESC',
  [mine.account],
)
function expected({ search = '', country, status, companyId }: InvoiceFilter): readonly string[] {
  const wanted = search.toLowerCase()
  return all.rows
    .filter((row) =>
      [row.supplier_vat, row.customer_vat, row.external_id ?? ''].some((text) => text.toLowerCase().includes(wanted)),
    )
    .filter((row) => country === undefined || row.country === country)
    .filter((row) => status === undefined || row.status === status)
    .filter((row) => companyId === undefined || row.company_id === companyId)
    .map(({ id }) => id)
}

const part = fc
  .tuple(fc.nat(MANY - 1), fc.nat(30), fc.integer({ min: 1, max: 30 }), fc.constantFrom('as is', 'upper', 'lower'))
  .map(([number, from, length, letters]) => {
    const text = [externalIdOf(number), `DE${100_000_000 + (number % 5_000)}`, 'RO18547290'][number % 3] ?? ''
    const cut = text.slice(from % text.length, (from % text.length) + length)
    return letters === 'upper' ? cut.toUpperCase() : letters === 'lower' ? cut.toLowerCase() : cut
  })
const search = fc.oneof(
  { weight: 4, arbitrary: part },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme-ascii' }) },
  { weight: 1, arbitrary: fc.constantFrom('😀', '\ud83d', '%', '_', '\\', 'İ', 'ß', '\n', '0\u001Fde1', '\u001F') },
)
const filter = fc.record(
  {
    search,
    country: fc.constantFrom('RO', 'BE', 'DE', 'IT'),
    status: fc.constantFrom('created', 'accepted', 'error'),
    companyId: fc.constantFrom('comp_0', 'comp_1', 'comp_9'),
  },
  { requiredKeys: ['search'] },
)

t.test('a search finds what contains the text, with any other filter, page by page', async (t) => {
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 101 }), async (filter, limit) => {
      const wanted = expected(filter)
      const first = await list(filter, limit)
      t.same(
        first.map(({ id }) => id),
        wanted.slice(0, limit),
        JSON.stringify({ ...filter, limit }),
      )
      const last = first.at(-1)
      if (first.length < limit || last === undefined) return
      const second = await list(filter, limit, { createdAt: last.created_at, id: last.id })
      t.same(
        second.map(({ id }) => id),
        wanted.slice(limit, 2 * limit),
        `the page after it: ${JSON.stringify(filter)}`,
      )
    }),
    { numRuns: 150 },
  )
})

/** Not what begins and ends a transaction. */
function isLook(sql: string): boolean {
  return !/^(begin|commit)/i.test(sql)
}

t.test('no filter goes through all invoices of the account', async (t) => {
  const filters: readonly InvoiceFilter[] = [
    ...[{}, { country: 'RO' }, { country: 'IT' }, { status: 'error' }, { companyId: 'comp_2', country: 'DE' }],
    ...[{ createdAfter: new Date('2024-01-05') }, { createdBefore: new Date('2024-01-05'), status: 'accepted' }],
    ...[{ search: 'ro1854' }, { search: 'qx' }, { search: externalIdOf(3) }, { search: '0', status: 'rejected' }],
    ...[{ search: 'de100004321' }, { search: 'none has this' }, { search: '-north', country: 'DE' }],
  ]
  for (const filter of filters) {
    asked.length = 0
    await list(filter)
    for (const { sql, parameters } of asked.filter(({ sql }) => isLook(sql))) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${sql}`, [...parameters])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const about = `${JSON.stringify(filter)}\n${plan}`
      t.notMatch(plan, /Seq Scan/, about)
      const inVain = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce(
        (sum, [, rows]) => sum + Number(rows),
        0,
      )
      t.ok(inVain <= MANY / 4, about)
    }
  }
})

t.test('an index entry belongs to one account and environment', (t) => {
  const own = new Set(gramsOf(mine, 'ro18547290'))
  t.notOk(gramsOf(others, 'ro18547290').some((gram) => own.has(gram)))
  t.notOk(gramsOf({ ...mine, environment: 'production' }, 'ro18547290').some((gram) => own.has(gram)))
  t.end()
})

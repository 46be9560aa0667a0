import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Scope } from '../../src/domain/event.js'
import { invoices } from '../../src/projections/invoices.js'
import { gramsOf, invoiceSearch, traitsOf } from '../../src/projections/invoice-search/invoice-search.js'
import { searchTextOf } from '../../src/domain/public-events/invoice-view.js'
import { spansOf } from '../../src/projections/invoice-search/search-spans.js'
import { createTable, publishTable, schemaName } from '../../src/projections/engine/tables.js'
import type { Projection, Row } from '../../src/projections/engine/projection.js'
import { createdInvoice, LIST_MODELS } from '../../test/support/invoice-rows.js'
import { inTransaction } from '../../src/storage/postgres/transaction.js'

/**
 * Rows of the list's read models, written without the projections: folding a million of them would
 * take longer than the measurement. `check` compares them with the projections' rows.
 */
const AT_ONCE = 20_000
const FIRST = Date.parse('2024-01-01T00:00:00.000Z')
const COUNTRIES = ['RO', 'RO', 'RO', 'BE', 'DE', 'FR'] as const

/**
 * The newer half of an account has other external ids than the older half: a search for the old
 * ids passes over all newer invoices.
 */
export const OLD_MARK = 'Legacy'

/** The external id of an invoice, of so many. */
export function externalId(number: number, count: number): string {
  const direction = ['north', 'South', 'ÉST', 'west'][number % 4] ?? ''
  return `${number < count / 2 ? OLD_MARK : 'Order'}-${String(number).padStart(8, '0')}-${direction}`
}

/**
 * Creates the tables in a migrated database in which no service runs; their indexes come after the
 * rows.
 */
export async function createBareTables(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    for (const projection of LIST_MODELS) {
      const schema = schemaName(projection, 1)
      await createTable(client, { ...projection, indexes: [] }, schema)
      await publishTable(client, projection, schema)
    }
  })
}

/** Fills the tables with the invoices of one account, a minute apart. */
export async function fillAccount(pool: pg.Pool, scope: Scope, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, count)
    await fillInvoices(pool, `${schemaName(LIST_MODELS[0] as Projection, 1)}.invoices`, scope, { from, to, count })
    const numbers = Array.from({ length: to - from }, (_, index) => from + index)
    const rows = numbers.map((number) => searchRow(scope, number, count))
    await pool.query(
      `INSERT INTO ${schemaName(LIST_MODELS[1] as Projection, 1)}.invoice_search (id, account, environment, created_at, number, grams, spans)
       SELECT id, $1, $2, at, number, grams::integer[], spans::integer[]
       FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[]) AS t (id, at, grams, spans, number)`,
      [
        scope.account,
        scope.environment,
        rows.map(({ id }) => id),
        rows.map(({ at }) => at),
        rows.map(({ grams }) => `{${grams.join(',')}}`),
        rows.map(({ spans }) => `{${spans.join(',')}}`),
        numbers.map((number) => `N${number}`),
      ],
    )
  }
}

/** Fills a table of the read model of invoices with some of an account's, a minute apart. */
export async function fillInvoices(
  db: Pick<pg.Pool, 'query'> | pg.Client,
  table: string,
  scope: Scope,
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): Promise<void> {
  await db.query(
    `INSERT INTO ${table}
       (id, account, environment, company_id, country, status, outcome, invoice_type, number, issue_date, supplier_vat,
        customer_vat, customer_name, net_amount, vat_amount, gross_amount, currency, external_id, search_text, created_at,
        updated_at)
     SELECT 'inv_' || right($1, 6) || lpad(n::text, 16, '0'), $1, $2, 'comp_' || n % 3,
       (ARRAY['RO', 'RO', 'RO', 'BE', 'DE', 'FR'])[n % 6 + 1], status,
       CASE status WHEN 'created' THEN 'open' ELSE status END, 'invoice', 'N' || n,
       to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'RO18547290', vat, 'Client SRL', '100.00', '21.00', '121.00',
       'RON', external, lower('RO18547290' || chr(31) || vat || chr(31) || external), at, at
     FROM generate_series($3::integer, $4::integer - 1) n,
       LATERAL (SELECT $5::timestamptz + n * interval '1 minute' AS at, 'DE' || 100000000 + n % 5000 AS vat,
         CASE WHEN n % 1000 = 500 THEN 'error' WHEN n % 10 = 0 THEN 'accepted' ELSE 'created' END AS status,
         CASE WHEN n < $6::integer / 2.0 THEN $7 ELSE 'Order' END || '-' || lpad(n::text, 8, '0') || '-' ||
           (ARRAY['north', 'South', 'ÉST', 'west'])[n % 4 + 1] AS external) AS of`,
    [scope.account, scope.environment, from, to, new Date(FIRST).toISOString(), count, OLD_MARK],
  )
}

function searchRow(scope: Scope, number: number, count: number) {
  const text = searchTextOf({
    supplierVat: 'RO18547290',
    customerVat: `DE${100_000_000 + (number % 5_000)}`,
    externalId: externalId(number, count),
  })
  const at = new Date(FIRST + number * 60_000).toISOString()
  return {
    id: `inv_${scope.account.slice(-6)}${String(number).padStart(16, '0')}`,
    at,
    grams: [
      ...gramsOf(scope, text),
      ...traitsOf(scope, { country: COUNTRIES[number % COUNTRIES.length], companyId: `comp_${number % 3}` }),
    ],
    spans: spansOf(scope, at),
  }
}

/** Creates the indexes and the planner's statistics, over a connection without a time limit. */
export async function finishTables(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query("SET maintenance_work_mem = '512MB'")
    for (const projection of LIST_MODELS) {
      const table = `${schemaName(projection, 1)}.${projection.name}`
      for (const index of projection.indexes) await client.query(index.replaceAll('$table', table))
      await client.query(`VACUUM ANALYZE ${table}`)
    }
  } finally {
    await client.end()
  }
}

/** Throws where a row differs from the projection's row of the same invoice. */
export async function checkRows(pool: pg.Pool, scope: Scope, count: number): Promise<void> {
  for (const number of [1, 501, count - 1]) {
    const event = createdInvoice(scope, number)
    const created = { ...event, data: { ...event.data, externalId: externalId(number, count) } } as never
    for (const [name, row] of [
      ['invoices', invoices.evolve(null, created)],
      ['invoice_search', invoiceSearch.evolve(null, created)],
    ] as const) {
      const { rows } = await pool.query<Row>(`SELECT * FROM read.${name} WHERE id = $1`, [row?.id])
      const found = JSON.parse(JSON.stringify(rows[0] ?? null), (key, value: unknown) =>
        key.endsWith('_at') ? new Date(value as string).toISOString() : value,
      ) as unknown
      if (!isDeepStrictEqual(found, { ...row })) {
        throw new Error(
          `${name} ${number} is ${JSON.stringify(found)}, and the projection makes ${JSON.stringify(row)}`,
        )
      }
    }
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Scope } from '../../src/domain/event.js'
import { type InvoiceFilter, listInvoices } from '../../src/projections/list-invoices.js'
import type { ListPlace } from '../../src/projections/list-place.js'
import type { ReadModels } from '../../src/projections/read-models.js'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import { migrate } from '../../src/storage/postgres/migrate.js'
import { migrations } from '../../src/storage/migrations/index.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { LIST_MODELS } from '../../test/support/invoice-rows.js'
import { checkRows, createBareTables, externalId, fillAccount, finishTables, OLD_MARK } from './fill.js'
import { SILENT } from '../silent.js'

const SMALL = 10_000
const ROUNDS = 500
/** Queries that take seconds run fewer rounds. */
const LONGEST_MS = 30_000
const FEWEST_ROUNDS = 5
const PAGE = 21

interface Question {
  readonly name: string
  /** Queried in an account of so many invoices. */
  readonly filter: (count: number) => InvoiceFilter
  /** Behind the invoice of this number; null: the first page. */
  readonly behind?: (count: number) => number
}

const FIRST = Date.parse('2024-01-01T00:00:00.000Z')
const time = (number: number): Date => new Date(FIRST + number * 60_000)

const QUESTIONS: readonly Question[] = [
  { name: 'first page', filter: () => ({}) },
  { name: 'page in the middle', filter: () => ({}), behind: (count) => count / 2 },
  { name: 'last page', filter: () => ({}), behind: () => 30 },
  { name: 'country', filter: () => ({ country: 'BE' }) },
  { name: 'country that is not there', filter: () => ({ country: 'IT' }) },
  { name: 'status, rare', filter: () => ({ status: 'error' }) },
  { name: 'status, rare, deep', filter: () => ({ status: 'error' }), behind: (count) => count / 2 },
  { name: 'company and country', filter: () => ({ companyId: 'comp_1', country: 'DE' }) },
  { name: 'of one day', filter: (n) => ({ createdAfter: time(n / 4), createdBefore: time(n / 4 + 1_440) }) },
  {
    name: 'of one day, in error',
    filter: (n) => ({ createdAfter: time(n / 4), createdBefore: time(n / 4 + 1_440), status: 'error' }),
  },
  { name: 'search: all have it', filter: () => ({ search: 'ro1854' }) },
  { name: 'search: all have it, deep', filter: () => ({ search: 'ro1854' }), behind: (count) => count / 2 },
  { name: 'search: a quarter has it', filter: () => ({ search: 'ést' }) },
  { name: 'search: one in 5,000', filter: () => ({ search: 'de100004321' }) },
  { name: 'search: the number of one', filter: (n) => ({ search: externalId(17, n).toUpperCase() }) },
  { name: 'search: the end of few', filter: (n) => ({ search: String(Math.floor(n / 7)).padStart(7, '0') }) },
  { name: 'search: none has it', filter: () => ({ search: 'none has this' }) },
  { name: 'search: two letters, none', filter: () => ({ search: 'qx' }) },
  { name: 'search and rare status', filter: () => ({ search: 'ro1854', status: 'error' }) },
  { name: 'search and country, none', filter: () => ({ search: '-north', country: 'BE' }) },
  { name: 'search: the older half has it', filter: () => ({ search: OLD_MARK }) },
  { name: 'search and status: the older half', filter: () => ({ search: OLD_MARK, status: 'created' }) },
]

/**
 * Lists and searches in an account of 10,000 invoices and in one of `count` on the same server,
 * measured in turns, so that other load on the machine affects both. `explain` prints the plans of
 * the slow ones.
 */
export async function measureLists(count: number, explain: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
  try {
    const pool = createPool({ connectionString: postgres.connectionString, applicationName: 'bench', size: 4 })
    await migrate(postgres.connectionString, migrations)
    const small: Scope = { account: 'acc_small0', environment: 'test' }
    const large: Scope = { account: 'acc_large0', environment: 'test' }
    const begun = performance.now()
    await createBareTables(pool)
    await fillAccount(pool, small, SMALL)
    await fillAccount(pool, large, count)
    const filled = performance.now()
    await finishTables(postgres.connectionString)
    await checkRows(pool, small, SMALL)
    await checkRows(pool, large, count)
    console.log(
      `filled in ${seconds(filled - begun)} s, indexes and vacuum in ${seconds(performance.now() - filled)} s`,
    )
    await sizes(pool, SMALL + count)

    const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
    const dialect = new PostgresDialect({ pool })
    const db = new Kysely<ReadModels>({ dialect, ...(explain && { log: ({ query }) => void asked.push(query) }) })
    console.log(`${'question'.padEnd(34)} 10,000: p50     p99   ${count}: p50     p99   ratios of p50, p99`)
    for (const question of QUESTIONS) {
      const ofSmall: number[] = []
      const ofLarge: number[] = []
      const until = performance.now() + LONGEST_MS
      for (let round = 0; round < ROUNDS; round += 1) {
        if (round >= FEWEST_ROUNDS && performance.now() > until) break
        ofSmall.push(await timed(db, small, question, SMALL))
        asked.length = 0
        ofLarge.push(await timed(db, large, question, count))
      }
      const [few, many] = [quantiles(ofSmall), quantiles(ofLarge)]
      const ms = (value: number): string => value.toFixed(1).padStart(8)
      const ratios = `${(many.p50 / few.p50).toFixed(2).padStart(6)} ${(many.p99 / few.p99).toFixed(2).padStart(6)}`
      console.log(
        `${question.name.padEnd(34)} ${ms(few.p50)}${ms(few.p99)}       ${ms(many.p50)}${ms(many.p99)}   ${ratios}`,
      )
      if (explain && many.p50 > 2 * few.p50 && many.p50 > 5) for (const query of [...asked]) await show(pool, query)
    }
    await db.destroy()
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timed(
  db: Kysely<ReadModels>,
  scope: Scope,
  { filter, behind }: Question,
  count: number,
): Promise<number> {
  const number = behind?.(count)
  const place: ListPlace | null =
    number === undefined
      ? null
      : {
          createdAt: time(number).toISOString(),
          id: `inv_${scope.account.slice(-6)}${String(number).padStart(16, '0')}`,
        }
  const begun = performance.now()
  await listInvoices(db, scope, filter(count), place, PAGE)
  return performance.now() - begun
}

function quantiles(times: number[]): { readonly p50: number; readonly p99: number } {
  times.sort((one, other) => one - other)
  const of = (part: number): number => times[Math.floor(times.length * part)] ?? 0
  return { p50: of(0.5), p99: of(0.99) }
}

async function sizes(pool: pg.Pool, count: number): Promise<void> {
  for (const { name } of LIST_MODELS) {
    const { rows } = await pool.query<{ relation: string; bytes: string }>(
      `SELECT c.relname AS relation, pg_relation_size(c.oid) AS bytes FROM pg_class c
       LEFT JOIN pg_index i ON i.indexrelid = c.oid
       WHERE coalesce(i.indrelid, c.oid) = $1::regclass ORDER BY i.indrelid NULLS FIRST, 1`,
      [`read_${name}_1.${name}`],
    )
    for (const { relation, bytes } of rows) {
      console.log(`  ${String(Math.round(Number(bytes) / count)).padStart(6)} bytes an invoice: ${relation}`)
    }
  }
}

async function show(
  pool: pg.Pool,
  query: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<void> {
  if (!/^\s*(SELECT|WITH)/i.test(query.sql) || query.sql.includes('set_config')) return
  const text = `EXPLAIN (ANALYZE, BUFFERS) ${query.sql}`
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(text, [...query.parameters])
  console.log(rows.map((row) => `      ${row['QUERY PLAN'].slice(0, 200)}`).join('\n'))
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(0)
}

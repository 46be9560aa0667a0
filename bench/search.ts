/**
 * `npm run bench:search`: the list of invoices with every kind of filter, in an account of 10,000
 * invoices and in one of 1,000,000 on the same server, and how many invoices a second go into the
 * read models. `-- --invoices N` makes the large account smaller.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Scope } from '../src/domain/event.js'
import { type InvoiceFilter, listInvoices } from '../src/projections/list-invoices.js'
import type { ReadModels } from '../src/projections/read-models.js'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres/start.js'
import { migrate } from '../src/storage/migrate.js'
import { migrations } from '../src/storage/migrations/index.js'
import { createPool } from '../src/storage/pool.js'
import { createListModels, externalIdOf, foldInvoices } from '../test/support/invoice-rows.js'

const asked = process.argv.indexOf('--invoices')
const LARGE = asked < 0 ? 1_000_000 : Number(process.argv[asked + 1])
const SMALL = 10_000
const ROUNDS = 200
const PAGE = 21

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
try {
  const pool = createPool({ connectionString: postgres.connectionString, applicationName: 'bench', size: 4 })
  await migrate(postgres.connectionString, migrations)
  await createListModels(pool)
  const small: Scope = { account: 'acc_small0', environment: 'test' }
  const large: Scope = { account: 'acc_large0', environment: 'test' }
  await foldInvoices(pool, small, SMALL)
  const seconds = await foldInvoices(pool, large, LARGE)
  console.log(`${(LARGE / seconds).toFixed(0)} invoices a second into the read models, their vacuum included`)

  const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
  const filters: readonly (readonly [string, (count: number) => InvoiceFilter])[] = [
    ['none', () => ({})],
    ['country', () => ({ country: 'BE' })],
    ['country that is not there', () => ({ country: 'IT' })],
    ['status, rare', () => ({ status: 'error' })],
    ['company and country', () => ({ companyId: 'comp_1', country: 'DE' })],
    ['search: all have it', () => ({ search: 'ro1854' })],
    ['search: one in 5,000 has it', () => ({ search: 'de100004321' })],
    ['search: the first one', () => ({ search: externalIdOf(17).toUpperCase() })],
    ['search: a part, few', (count) => ({ search: String(Math.floor(count / 7)).padStart(7, '0') })],
    ['search: nobody has it', () => ({ search: 'nobody has this' })],
    ['search: two letters, nobody', () => ({ search: 'qx' })],
    ['search: a quarter has it', () => ({ search: 'ést' })],
    ['search and rare status', () => ({ search: 'ro1854', status: 'error' })],
    ['search and country, nobody', () => ({ search: '-north', country: 'DE' })],
  ]
  console.log('filter                          10,000: p50     p99   large: p50     p99   ratio of p99')
  for (const [name, filterOf] of filters) {
    const of = async (scope: Scope, count: number): Promise<readonly [number, number]> => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now()
        await listInvoices(db, scope, filterOf(count), null, PAGE)
        times.push(performance.now() - begun)
      }
      times.sort((one, other) => one - other)
      return [times[Math.floor(ROUNDS / 2)] ?? 0, times[Math.floor(ROUNDS * 0.99)] ?? 0]
    }
    const [few, fewWorst] = await of(small, SMALL)
    const [many, manyWorst] = await of(large, LARGE)
    const ms = (time: number): string => time.toFixed(1).padStart(8)
    console.log(
      `${name.padEnd(30)} ${ms(few)} ms ${ms(fewWorst)}   ${ms(many)} ms ${ms(manyWorst)}   ${(manyWorst / fewWorst).toFixed(2)}`,
    )
  }
  await db.destroy()
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

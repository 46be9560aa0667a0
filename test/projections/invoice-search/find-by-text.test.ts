import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import { pino } from 'pino'
import t from 'tap'
import type { RecordedEvent, Scope } from '../../../src/domain/event.js'
import { NewTable } from '../../../src/projections/engine/new-table.js'
import { schemaName } from '../../../src/projections/engine/tables.js'
import { findBySearchText } from '../../../src/projections/invoice-search/find-by-text.js'
import { traitsOf } from '../../../src/projections/invoice-search/invoice-search.js'
import type { InvoiceRow } from '../../../src/projections/invoices.js'
import { type InvoiceFilter, listInvoices } from '../../../src/projections/list-invoices.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { inTransaction } from '../../../src/storage/postgres/transaction.js'
import { tookTooLong } from '../../../src/storage/postgres/unavailable.js'
import { migratedDatabase } from '../../support/database.js'
import { createdInvoice, createListModels, LIST_MODELS } from '../../support/invoice-rows.js'

const DAY = 86_400_000
const NEWEST = Date.parse('2026-11-20T12:00:00.000Z')

const { url } = await migratedDatabase(t)
const pool = createPool({ connectionString: url, applicationName: 'test', size: 4 })
const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
t.teardown(() => db.destroy())
await createListModels(pool)
const tables = LIST_MODELS.map((model) => new NewTable(model, schemaName(model, 1), pino({ level: 'silent' })))

/** Folds invoices with these external ids, created so many milliseconds before the newest. */
async function fold(scope: Scope, invoices: readonly (readonly [externalId: string, before: number])[]): Promise<void> {
  for (let from = 0; from < invoices.length; from += 2_000) {
    const events = invoices.slice(from, from + 2_000).map(([externalId, before], index): RecordedEvent => {
      const event = createdInvoice(scope, from + index)
      const occurredAt = new Date(NEWEST - before).toISOString()
      return { ...event, data: { ...event.data, externalId }, metadata: { ...event.metadata, occurredAt } }
    })
    await inTransaction(pool, async (client) => {
      for (const table of tables) await table.fold(client, events)
    })
  }
  for (const { name } of LIST_MODELS) await pool.query(`VACUUM ANALYZE read_${name}_1.${name}`)
}

/** So many invoices with the same external id, created with even distances. */
function even(externalId: string, count: number, from: number, until: number): (readonly [string, number])[] {
  return Array.from({ length: count }, (_, n) => [externalId, Math.round(from + ((until - from) * n) / count)] as const)
}

/** Every page of a search. */
async function pages(scope: Scope, filter: InvoiceFilter, limit: number): Promise<readonly InvoiceRow[]> {
  const all: InvoiceRow[] = []
  for (;;) {
    const last = all.at(-1)
    const place = last === undefined ? null : { createdAt: last.created_at, id: last.id }
    const page = await listInvoices(db, scope, filter, place, limit)
    all.push(...page)
    if (page.length < limit) return all
  }
}

async function ids(scope: Scope, filter: InvoiceFilter, limit = 100): Promise<readonly string[]> {
  return (await pages(scope, filter, limit)).map(({ id }) => id)
}

async function expected(scope: Scope, condition: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM read.invoices WHERE account = $1 AND environment = $2 AND ${condition}
     ORDER BY created_at DESC, id DESC`,
    [scope.account, scope.environment],
  )
  return rows.map(({ id }) => id)
}

const uneven: Scope = { account: 'acc_uneven', environment: 'test' }
await fold(uneven, [
  // The newest have nothing of it, and came in a minute.
  ...even('fresh', 3_000, 0, 60_000),
  ...even('burst', 2_500, DAY, DAY),
  ...even('dense', 3_000, 2 * DAY, 2 * DAY + 200_000),
  ...even('rare', 40, 3 * DAY, 3_000 * DAY),
  ...even('filler', 3_000, 3 * DAY, 400 * DAY),
  ...even('steady', 3_000, 400 * DAY, 3_000 * DAY),
  ...even('first', 1, 20_000 * DAY, 20_000 * DAY),
])

t.test('for any creation times each invoice is found once, newest first', async (t) => {
  for (const text of ['fresh', 'burst', 'dense', 'rare', 'filler', 'steady', 'first', 'fi', 'r', 'none of it']) {
    for (const limit of [7, 1_000]) {
      if (limit === 7 && text !== 'rare' && text !== 'first') continue
      t.strictSame(
        await ids(uneven, { search: text }, limit),
        await expected(uneven, `strpos(search_text, '${text}') > 0`),
        text,
      )
    }
  }
})

t.test('a page from any cursor continues there', async (t) => {
  const all = await expected(uneven, 'true')
  const rows = new Map((await pages(uneven, {}, 1_000)).map((row) => [row.id, row]))
  const texts = fc.constantFrom('burst', 'dense', 'rare', 'filler', 'steady', 'first', 'st', 're')
  const asked = fc.record({ text: texts, at: fc.nat(all.length - 1), limit: fc.integer({ min: 1, max: 101 }) })
  await fc.assert(
    fc.asyncProperty(asked, async ({ text, at, limit }) => {
      const row = rows.get(all[at] ?? '') as InvoiceRow
      const found = await listInvoices(db, uneven, { search: text }, { createdAt: row.created_at, id: row.id }, limit)
      const wanted = all.slice(at + 1).filter((id) => rows.get(id)?.external_id?.includes(text))
      t.strictSame(
        found.map(({ id }) => id),
        wanted.slice(0, limit),
        JSON.stringify({ text, at, limit }),
      )
    }),
    { numRuns: 100 },
  )
})

t.test('only what was created in the time that was asked for', async (t) => {
  const [after, before] = [new Date(NEWEST - 1_000 * DAY), new Date(NEWEST - 500 * DAY)]
  const found = await ids(uneven, { search: 'steady', createdAfter: after, createdBefore: before })
  const condition = `external_id = 'steady' AND created_at > '${after.toISOString()}' AND created_at < '${before.toISOString()}'`
  t.strictSame(found, await expected(uneven, condition))
  t.ok(found.length > 500)
})

t.test('of one country or company: the others that have the text are not read', async (t) => {
  const conditions = { country: 'BE', companyId: 'comp_0' }
  for (const filter of [{ country: 'BE' }, { companyId: 'comp_1' }, conditions] as const) {
    const { country = 'any', companyId = 'any' } = filter as { country?: string; companyId?: string }
    const condition = `external_id = 'steady' AND '${country}' IN (country, 'any') AND '${companyId}' IN (company_id, 'any')`
    const found = await ids(uneven, { search: 'steady', ...filter })
    t.strictSame(found, await expected(uneven, condition))
    t.ok(found.length >= 500, 'there are many')
  }

  const behind = { createdAt: new Date(NEWEST).toISOString(), id: '' }
  const search = { scope: uneven, text: 'steady', behind, since: null, limit: 10 }
  const read: string[] = []
  const noting = (_: unknown, ids: readonly string[]) => {
    read.push(...ids)
    return Promise.resolve([])
  }
  const nobodys = traitsOf(uneven, { country: 'BE', companyId: 'comp_1' })
  t.strictSame(await findBySearchText(db, { ...search, traits: nobodys }, noting), [])
  t.strictSame(read, [])
  await findBySearchText(db, { ...search, traits: traitsOf(uneven, conditions) }, noting)
  t.equal(read.length, 500, 'each that has them is')
})

t.test('a search that takes too long ends, and says so', async (t) => {
  const behind = { createdAt: new Date(NEWEST).toISOString(), id: '' }
  const search = { scope: uneven, text: 'steady', traits: [], behind, since: null, limit: 10 }
  await t.rejects(
    findBySearchText(db, search, () => Promise.resolve([]), -1),
    { message: /a search took longer/ },
  )
  const error = await findBySearchText(db, search, () => Promise.resolve([]), -1).catch((error: unknown) => error)
  t.ok(tookTooLong(error))
  t.equal(pool.idleCount, pool.totalCount, 'the connection is free again')
})

t.test('what others created since costs an account nothing', async (t) => {
  const others: Scope = { account: 'acc_others', environment: 'test' }
  await fold(others, even('Order', 30_000, 0, 60_000))
  for (const scope of [uneven, others, { ...others, environment: 'production' } as const]) {
    for (const filter of [{}, { search: 'steady' }] as const) {
      const plans: Promise<string>[] = []
      const explaining = new Kysely<ReadModels>({
        dialect: new PostgresDialect({ pool }),
        log: ({ query: { sql, parameters } }) => {
          if (!/^\s*(SELECT|WITH) /.test(sql)) return
          plans.push(
            pool
              .query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING off) ${sql}`, [...parameters])
              .then(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n')),
          )
        },
      })
      await listInvoices(explaining, scope, filter, null, 20)
      for (const plan of await Promise.all(plans)) {
        for (const [, removed] of plan.matchAll(/Rows Removed by Filter: (\d+)/g)) t.ok(Number(removed) < 3_000, plan)
        t.notMatch(plan, /_date|timezone/, 'not by the index of the operator')
      }
    }
  }
})

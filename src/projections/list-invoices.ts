import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '../domain/event.js'
import { findBySearchText } from './invoice-search/find-by-text.js'
import { inScope } from './in-scope.js'
import { traitsOf } from './invoice-search/invoice-search.js'
import { withoutCase, BETWEEN } from '../domain/public-events/invoice-view.js'
import { hasStatus, type InvoiceRow } from './invoices.js'
import { isBefore, type ListPlace } from './list-place.js'
import type { ReadModels } from './read-models.js'

/** Which invoices a list shows: those that meet every given filter. */
export interface InvoiceFilter {
  readonly country?: string
  readonly status?: string
  readonly companyId?: string
  /** Case-insensitive substring of supplierVat, customerVat or externalId. */
  readonly search?: string
  /** Exclusive. */
  readonly createdAfter?: Date
  /** Exclusive. */
  readonly createdBefore?: Date
}

/**
 * How many of the newest that meet the other conditions are searched for a text before the index
 * is used.
 */
const LOOKED_THROUGH = 2_000

const NEWEST_FIRST = sql`ORDER BY created_at DESC, id DESC`

/**
 * Newest first; at most `limit` rows after the cursor. Throws what `tookTooLong` recognises for a
 * search of over ten seconds.
 */
export async function listInvoices(
  db: Kysely<ReadModels>,
  scope: Scope,
  filter: InvoiceFilter,
  cursor: ListPlace | null,
  limit: number,
): Promise<readonly InvoiceRow[]> {
  const fulfils = conditions(scope, filter)
  const newest = (most: number): RawBuilder<InvoiceRow> =>
    sql`SELECT * FROM read.invoices WHERE ${fulfils} AND ${isBefore(cursor)} ${NEWEST_FIRST} LIMIT ${most}`
  if (filter.search === undefined) return (await newest(limit).execute(db)).rows

  const text = withoutCase(filter.search)
  if (text.includes(BETWEEN)) return []
  // A text that many invoices have is found among the newest ones; a rare one by its index.
  const { looked, oldest, found } = await lookThrough(db, newest(LOOKED_THROUGH), text, limit)
  if (found.length === limit || looked < LOOKED_THROUGH || oldest === null) return found
  const search = {
    scope,
    text,
    traits: traitsOf(scope, filter),
    behind: oldest,
    since: filter.createdAfter ?? null,
    limit: limit - found.length,
  }
  const older = await findBySearchText(db, search, async (transaction, ids, most) => {
    const { rows } = await sql<InvoiceRow>`
      WITH these AS MATERIALIZED (SELECT * FROM read.invoices WHERE id = ANY (${ids}::text[]))
      SELECT * FROM these WHERE ${fulfils} AND ${holds(text)} ${NEWEST_FIRST} LIMIT ${most}`.execute(transaction)
    return rows
  })
  return [...found, ...older]
}

/** The rows that contain a text; how many were searched, and the place of the oldest. */
async function lookThrough(
  db: Kysely<ReadModels>,
  rows: RawBuilder<InvoiceRow>,
  text: string,
  limit: number,
): Promise<{ readonly looked: number; readonly oldest: ListPlace | null; readonly found: readonly InvoiceRow[] }> {
  interface Looked {
    readonly looked: number
    readonly oldest_at: string | null
    readonly oldest_id: string
  }
  const answer = await sql<Looked & { readonly [Column in keyof InvoiceRow]: InvoiceRow[Column] | null }>`
    WITH newest AS MATERIALIZED (${rows})
    SELECT counted.*, oldest.*, found.* FROM (SELECT count(*)::integer AS looked FROM newest) AS counted
    LEFT JOIN (
      SELECT created_at AS oldest_at, id AS oldest_id FROM newest ORDER BY created_at, id LIMIT 1
    ) AS oldest ON true
    LEFT JOIN (SELECT * FROM newest WHERE ${holds(text)} ${NEWEST_FIRST} LIMIT ${limit}) AS found ON true
    ORDER BY found.created_at DESC, found.id DESC`.execute(db)
  const found = answer.rows.filter((row): row is Looked & InvoiceRow => row.id !== null)
  const [first] = answer.rows
  const oldest = first && first.oldest_at !== null ? { createdAt: first.oldest_at, id: first.oldest_id } : null
  return { looked: first?.looked ?? 0, oldest, found }
}

function holds(text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos(search_text, ${text}) > 0`
}

/** All conditions except the text. */
function conditions(scope: Scope, filter: InvoiceFilter): RawBuilder<SqlBool> {
  const { country, status, companyId, createdAfter, createdBefore } = filter
  const all = [inScope(scope)]
  if (country !== undefined) all.push(sql`country = ${country}`)
  if (status !== undefined) all.push(hasStatus(status))
  if (companyId !== undefined) all.push(sql`company_id = ${companyId}`)
  if (createdAfter) all.push(sql`created_at > ${createdAfter.toISOString()}`)
  if (createdBefore) all.push(sql`created_at < ${createdBefore.toISOString()}`)
  return sql.join(all, sql` AND `)
}

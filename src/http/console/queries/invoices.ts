import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Environment, ENVIRONMENTS } from '../../../domain/event.js'
import { isId } from '../../../domain/ids.js'
import { type InvoiceRow } from '../../../projections/invoices.js'
import { listInvoices } from '../../../projections/list-invoices.js'
import type { ListPlace } from '../../../projections/list-place.js'
import type { ReadModels } from '../../../projections/read-models.js'

/** Which invoices the operator wants to see, of all accounts. */
interface WantedInvoices {
  readonly account: string | null
  readonly environment: Environment | null
  readonly country: string | null
  readonly status: string | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly until: Date | null
  /** Id, number, or, within one account and environment, a part of a VAT number or external id. */
  readonly text: string | null
}

const CREATED_AT = sql`created_at`

/** At most this many invoices with the same number are read. */
const MOST_OF_A_NUMBER = 1_000

/** Newest first; at most `limit` rows after that place. */
export async function listWanted(
  db: Kysely<ReadModels>,
  wanted: WantedInvoices,
  after: ListPlace | null,
  limit: number,
): Promise<readonly InvoiceRow[]> {
  if (wanted.text === null) return newest(db, wanted, after, limit)
  const named = await byName(db, wanted, wanted.text, after, limit)
  const { account, environment } = wanted
  if (isId(wanted.text) || account === null || environment === null) return named
  const found = await listInvoices(
    db,
    { account, environment },
    {
      search: wanted.text,
      ...(wanted.country !== null && { country: wanted.country }),
      ...(wanted.status !== null && { status: wanted.status }),
      // Exclusive, in milliseconds.
      ...(wanted.from && { createdAfter: new Date(wanted.from.getTime() - 1) }),
      ...(wanted.until && { createdBefore: wanted.until }),
    },
    after,
    limit,
  )
  const all = new Map([...named, ...found].map((row) => [row.id, row]))
  return [...all.values()].sort(newestFirst).slice(0, limit)
}

function newestFirst(one: InvoiceRow, other: InvoiceRow): number {
  const [a, b] = [new Date(one.created_at).getTime(), new Date(other.created_at).getTime()]
  return b - a || (one.id < other.id ? 1 : -1)
}

/** The invoice with this id, or those with this number, of any account. */
async function byName(
  db: Kysely<ReadModels>,
  wanted: WantedInvoices,
  text: string,
  after: ListPlace | null,
  limit: number,
): Promise<readonly InvoiceRow[]> {
  const ids = isId(text)
    ? [text]
    : (
        await db
          .selectFrom('read.invoice_search')
          .select('id')
          .where(sql<SqlBool>`hashtext(number) = hashtext(${text})`)
          .where('number', '=', text)
          .limit(MOST_OF_A_NUMBER)
          .execute()
      ).map(({ id }) => id)
  return filtered(db, wanted, after)
    .selectAll()
    .where(sql<SqlBool>`id = ANY(${ids}::text[])`)
    .orderBy(sql`created_at DESC, id DESC`)
    .limit(limit)
    .execute()
}

/** Reads the ids from an index alone, for any filter; then their rows. */
async function newest(
  db: Kysely<ReadModels>,
  wanted: WantedInvoices,
  after: ListPlace | null,
  limit: number,
): Promise<readonly InvoiceRow[]> {
  if (wanted.account !== null && wanted.environment === null) {
    // The index of the account's own invoices begins with both.
    const lists = ENVIRONMENTS.map((environment) => newest(db, { ...wanted, environment }, after, limit))
    return (await Promise.all(lists)).flat().sort(newestFirst).slice(0, limit)
  }
  const ids = filtered(db, wanted, after)
    .select('id')
    .orderBy(sql`${indexed(wanted, CREATED_AT)} DESC, id DESC`)
    .limit(limit)
  return db
    .selectFrom('read.invoices')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(sql`created_at DESC, id DESC`)
    .execute()
}

function filtered(db: Kysely<ReadModels>, wanted: WantedInvoices, after: ListPlace | null) {
  const time = indexed(wanted, CREATED_AT)
  const at = (instant: string): RawBuilder<unknown> => indexed(wanted, sql`${instant}::timestamptz`)
  let query = db.selectFrom('read.invoices')
  if (wanted.account !== null) query = query.where('account', '=', wanted.account)
  if (wanted.environment !== null) query = query.where('environment', '=', wanted.environment)
  if (wanted.country !== null) query = query.where('country', '=', wanted.country as InvoiceRow['country'])
  if (wanted.status !== null) query = query.where('status', '=', wanted.status as InvoiceRow['status'])
  if (wanted.from) query = query.where(sql<SqlBool>`${time} >= ${at(wanted.from.toISOString())}`)
  if (wanted.until) query = query.where(sql<SqlBool>`${time} < ${at(wanted.until.toISOString())}`)
  if (after) query = query.where(sql<SqlBool>`(${time}, id) < (${at(after.createdAt)}, ${after.id})`)
  return query
}

/** An instant in the form of the index that serves the query. */
function indexed({ account }: WantedInvoices, instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return account === null ? sql`(${instant} AT TIME ZONE 'UTC')` : instant
}

/** The invoice with this id, of any account; null: there is none. */
export async function findInvoice(db: Kysely<ReadModels>, id: string): Promise<InvoiceRow | null> {
  if (!isId(id)) return null
  const row = await db.selectFrom('read.invoices').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

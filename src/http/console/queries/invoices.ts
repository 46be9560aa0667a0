import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Environment, ENVIRONMENTS, type Scope } from '../../../domain/event.js'
import { isId } from '../../../domain/ids.js'
import { BETWEEN, withoutCase } from '../../../domain/public-events/invoice-view.js'
import { lengthOf } from '../../../domain/text.js'
import { gramsToAsk } from '../../../projections/invoice-search/invoice-search.js'
import { hasStatus, type InvoiceRow } from '../../../projections/invoices.js'
import { listInvoices } from '../../../projections/list-invoices.js'
import { type ListPlace, newestFirst } from '../../../projections/list-place.js'
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
  /**
   * Id, number or government's number; a VAT number or external id; within one account and
   * environment also a part of one.
   */
  readonly text: string | null
}

const CREATED_AT = sql`created_at`

/** At most this many invoices with the same number are read. */
const MOST_OF_A_NUMBER = 1_000
/** Candidates that are compared in each account and environment. */
const MOST_OF_A_SCOPE = 200
/** In a deployment with more, VAT numbers and external ids of the others need the filter. */
const MOST_ACCOUNTS = 500
/** Shorter texts occur in too many invoices. */
const LEAST_CHARACTERS = 4

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

/** The invoice with this id, or those with this text as one of their numbers, of any account. */
async function byName(
  db: Kysely<ReadModels>,
  wanted: WantedInvoices,
  text: string,
  after: ListPlace | null,
  limit: number,
): Promise<readonly InvoiceRow[]> {
  const ids = isId(text) ? [text] : await withText(db, wanted, text)
  return filtered(db, wanted, after)
    .selectAll()
    .where(sql<SqlBool>`id = ANY(${ids}::text[])`)
    .orderBy(sql`created_at DESC, id DESC`)
    .limit(limit)
    .execute()
}

/** Ids of invoices with this number, government's number, VAT number or external id. */
async function withText(db: Kysely<ReadModels>, wanted: WantedInvoices, text: string): Promise<readonly string[]> {
  const scopes = await scopesOf(db, wanted)
  const plain = withoutCase(text)
  const isSearchable = !plain.includes(BETWEEN) && lengthOf(plain) >= LEAST_CHARACTERS
  const [numbered, named] = await Promise.all([
    sql<{ id: string }>`
      (SELECT id FROM read.invoice_search WHERE hashtext(number) = hashtext(${text}) AND number = ${text}
       LIMIT ${MOST_OF_A_NUMBER})
      UNION (SELECT id FROM read.invoices WHERE gov_id IS NOT NULL AND hashtext(gov_id) = hashtext(${text})
             AND gov_id = ${text} LIMIT ${MOST_OF_A_NUMBER})`.execute(db),
    // The hashes of an account's texts contain its scope, so each scope is looked up.
    isSearchable
      ? sql<{ id: string }>`
          SELECT invoice.id FROM unnest(
            ${scopes.map(({ account }) => account)}::text[],
            ${scopes.map(({ environment }) => environment)}::text[],
            ${scopes.map((scope) => `{${gramsToAsk(scope, plain).join(',')}}`)}::text[]
          ) AS scope (account, environment, grams)
          CROSS JOIN LATERAL (
            SELECT id FROM read.invoice_search s
            WHERE s.grams @> scope.grams::integer[] AND s.account = scope.account AND s.environment = scope.environment
            LIMIT ${MOST_OF_A_SCOPE}
          ) AS candidate
          JOIN read.invoices invoice ON invoice.id = candidate.id
          WHERE ${plain} IN (lower(invoice.supplier_vat), lower(invoice.customer_vat), lower(invoice.external_id))
          LIMIT ${MOST_OF_A_NUMBER}`.execute(db)
      : { rows: [] },
  ])
  return [...numbered.rows, ...named.rows].map(({ id }) => id)
}

/** The scopes that are searched: those of the wanted account, else of the oldest accounts. */
async function scopesOf(db: Kysely<ReadModels>, { account, environment }: WantedInvoices): Promise<readonly Scope[]> {
  const environments = environment === null ? ENVIRONMENTS : [environment]
  const accounts =
    account === null
      ? await db.selectFrom('read.accounts').select('id').orderBy('created_at').limit(MOST_ACCOUNTS).execute()
      : [{ id: account }]
  return accounts.flatMap(({ id }) => environments.map((each) => ({ account: id, environment: each })))
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
  if (wanted.status !== null) query = query.where(hasStatus(wanted.status))
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

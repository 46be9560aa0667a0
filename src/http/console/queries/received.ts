import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Environment, ENVIRONMENTS, type Scope } from '../../../domain/event.js'
import { isId } from '../../../domain/ids.js'
import { withoutCase } from '../../../domain/public-events/invoice-view.js'
import { type ListPlace, newestFirst } from '../../../projections/list-place.js'
import type { ReadModels } from '../../../projections/read-models.js'
import type { ReceivedRow } from '../../../projections/received.js'

/** Which received invoices the operator wants to see, of all accounts. */
interface WantedReceived {
  readonly account: string | null
  readonly environment: Environment | null
  readonly company: string | null
  readonly country: string | null
  readonly status: string | null
  /** A VAT number with its prefix. */
  readonly supplier: string | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly until: Date | null
  /**
   * Id, number, government's number or VAT number of the supplier; within one account and
   * environment also a part of the number, of the VAT number or of the supplier's name.
   */
  readonly text: string | null
}

/** At most this many invoices with the same number are read. */
const MOST_OF_A_NUMBER = 1_000

/** Newest first; at most `limit` rows after that place. */
export async function listWantedReceived(
  db: Kysely<ReadModels>,
  wanted: WantedReceived,
  after: ListPlace | null,
  limit: number,
): Promise<readonly ReceivedRow[]> {
  if (wanted.account !== null && wanted.environment === null) {
    // The index of the account's own list begins with both.
    const lists = ENVIRONMENTS.map((environment) => listWantedReceived(db, { ...wanted, environment }, after, limit))
    return (await Promise.all(lists)).flat().sort(newestFirst).slice(0, limit)
  }
  const time = indexed(wanted, sql`created_at`)
  const { rows } = await sql<ReceivedRow>`SELECT * FROM read.received
    WHERE ${conditions(wanted, after)} ORDER BY ${time} DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows
}

function conditions(wanted: WantedReceived, after: ListPlace | null): RawBuilder<SqlBool> {
  const { account, environment, company, country, status, supplier, from, until, text } = wanted
  const time = indexed(wanted, sql`created_at`)
  const at = (instant: string): RawBuilder<unknown> => indexed(wanted, sql`${instant}::timestamptz`)
  const all: RawBuilder<SqlBool>[] = [sql`true`]
  if (account !== null) all.push(sql`account = ${account}`)
  if (environment !== null) all.push(sql`environment = ${environment}`)
  if (company !== null) all.push(sql`company_id = ${company}`)
  if (country !== null) all.push(sql`country = ${country}`)
  if (status !== null) all.push(sql`status = ${status}`)
  if (supplier !== null) all.push(isSame('supplier_vat', supplier))
  if (from) all.push(sql`${time} >= ${at(from.toISOString())}`)
  if (until) all.push(sql`${time} < ${at(until.toISOString())}`)
  if (after) all.push(sql`(${time}, id) < (${at(after.createdAt)}, ${after.id})`)
  if (text !== null) all.push(named(text, account !== null && environment !== null))
  return sql.join(all, sql` AND `)
}

function named(text: string, isOneScope: boolean): RawBuilder<SqlBool> {
  if (isId(text)) return sql`id = ${text}`
  const exact = sql<SqlBool>`id IN (${sql.join(
    (['number', 'gov_id', 'supplier_vat'] as const).map(
      (column) =>
        sql`(SELECT id FROM read.received WHERE ${isSame(column, column === 'supplier_vat' ? text.toUpperCase() : text)} LIMIT ${MOST_OF_A_NUMBER})`,
    ),
    sql` UNION `,
  )})`
  return isOneScope ? sql`(${exact} OR strpos(search_text, ${withoutCase(text)}) > 0)` : exact
}

/** By the index of its hashes: suppliers write numbers of any length. */
function isSame(column: 'number' | 'gov_id' | 'supplier_vat', text: string): RawBuilder<SqlBool> {
  const is = sql`hashtext(${sql.ref(column)}) = hashtext(${text}) AND ${sql.ref(column)} = ${text}`
  return column === 'supplier_vat' ? sql`(${is} AND supplier_vat <> '')` : sql`(${is})`
}

/** An instant in the form of the index that serves the query. */
function indexed({ account, company }: WantedReceived, instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return account === null && company === null ? sql`(${instant} AT TIME ZONE 'UTC')` : instant
}

/** The received invoice with this id, of any account; null: there is none. */
export async function findReceivedOfAny(db: Kysely<ReadModels>, id: string): Promise<ReceivedRow | null> {
  if (!isId(id)) return null
  const row = await db.selectFrom('read.received').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The others of the company with its supplier, number and year, oldest first. */
export async function othersAlike(
  db: Kysely<ReadModels>,
  { id, account, environment, company_id: company, duplicate_key: key }: ReceivedRow,
  limit: number,
): Promise<readonly Pick<ReceivedRow, 'id' | 'number' | 'created_at'>[]> {
  if (key === null) return []
  return db
    .selectFrom('read.received')
    .select(['id', 'number', 'created_at'])
    .where('company_id', '=', company)
    .where('duplicate_key', '=', key)
    .where('account', '=', account)
    .where('environment', '=', environment)
    .where('id', '<>', id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The name of a company; null: it is unknown. */
export async function companyName(db: Kysely<ReadModels>, scope: Scope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('read.companies')
    .select('name')
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .where('environment', '=', scope.environment)
    .executeTakeFirst()
  return row?.name ?? null
}

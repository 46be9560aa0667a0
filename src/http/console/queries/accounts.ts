import { type Kysely, sql } from 'kysely'
import type { AccountRow } from '../../../projections/accounts.js'
import type { CompanyRow } from '../../../projections/companies.js'
import type { ConnectionRow } from '../../../projections/connections.js'
import type { ListPlace } from '../../../projections/list-place.js'
import type { ReadModels } from '../../../projections/read-models.js'

/**
 * Newest first; at most `limit` accounts after that place, whose id is the text or whose name
 * contains it.
 */
export async function listAccountsNewest(
  db: Kysely<ReadModels>,
  text: string | null,
  after: ListPlace | null,
  limit: number,
): Promise<readonly AccountRow[]> {
  let query = db.selectFrom('read.accounts').selectAll()
  if (text !== null) {
    query = query.where((either) =>
      either.or([either('id', '=', text), either(sql`strpos(lower(name), lower(${text}))`, '>', 0)]),
    )
  }
  if (after) {
    query = query.where((both) => both(both.refTuple('created_at', 'id'), '<', both.tuple(after.createdAt, after.id)))
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** null: there is none. */
export async function findAccount(db: Kysely<ReadModels>, id: string): Promise<AccountRow | null> {
  return (await db.selectFrom('read.accounts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The names of these accounts, by their ids. */
export async function namesOf(db: Kysely<ReadModels>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('read.accounts')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A connection with the company that it is for. */
type CompanyConnection = ConnectionRow & { readonly company: string; readonly vat_number: string }

/** The account's companies of both environments, oldest first. */
export function companiesOf(db: Kysely<ReadModels>, account: string, limit: number): Promise<readonly CompanyRow[]> {
  return db
    .selectFrom('read.companies')
    .selectAll()
    .where('account', '=', account)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The account's connections of both environments, oldest first. */
export async function connectionsOf(
  db: Kysely<ReadModels>,
  account: string,
  limit: number,
): Promise<readonly CompanyConnection[]> {
  const { rows } = await sql<CompanyConnection>`
    SELECT n.*, c.name AS company, coalesce(c.vat_number, c.tax_number, c.registration_number) AS vat_number FROM read.connections n JOIN read.companies c ON c.id = n.company_id
    WHERE n.account = ${account} ORDER BY n.created_at, n.id LIMIT ${limit}`.execute(db)
  return rows
}

/** The production connections of a country that are active, oldest first. */
export async function activeConnections(
  db: Kysely<ReadModels>,
  countries: readonly string[],
  limit: number,
): Promise<readonly CompanyConnection[]> {
  const { rows } = await sql<CompanyConnection>`
    SELECT n.*, c.name AS company, coalesce(c.vat_number, c.tax_number, c.registration_number) AS vat_number FROM read.connections n JOIN read.companies c ON c.id = n.company_id
    WHERE n.environment = 'production' AND n.status = 'active' AND n.country_code = ANY(${countries}::text[])
    ORDER BY n.created_at, n.id LIMIT ${limit}`.execute(db)
  return rows
}

/** How many connections of all accounts have a status. */
export interface ConnectionCount {
  readonly country: string
  readonly environment: string
  readonly status: string
  readonly connections: number
}

/** The connections of all accounts by country, environment and status, without deleted ones. */
export async function countConnections(db: Kysely<ReadModels>): Promise<readonly ConnectionCount[]> {
  const { rows } = await sql<ConnectionCount>`
    SELECT country_code AS country, environment, status, count(*)::int AS connections FROM read.connections
    GROUP BY country_code, environment, status ORDER BY status`.execute(db)
  return rows
}

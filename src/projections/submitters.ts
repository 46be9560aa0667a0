import { type Kysely, sql } from 'kysely'
import type { CountryCode } from '../domain/accepted-invoice.js'
import type { Scope } from '../domain/event.js'
import type { ReadModels } from './read-models.js'

/** A company that may submit an invoice for a country. */
export interface Candidate {
  readonly id: string
  readonly is_active: boolean
  /** Whether it has an active connection for the country. */
  readonly connected: boolean
}

/**
 * The active company of the country with this VAT number (a connected one first, then the oldest); where there is none, the oldest active
 * company that is connected to the country. null: neither.
 */
export async function findCandidate(
  db: Kysely<ReadModels>,
  scope: Scope,
  country: CountryCode,
  supplierVat: string,
): Promise<Candidate | null> {
  const row = await candidates(db, scope, country)
    .where('company.is_active', '=', true)
    .where((either) =>
      either.or([
        either.and([either('company.country', '=', country), either('company.vat_number', '=', supplierVat)]),
        either('connection.company_id', 'is not', null),
      ]),
    )
    .orderBy(sql`company.country = ${country} AND company.vat_number = ${supplierVat}`, 'desc')
    .orderBy('connected', 'desc')
    .orderBy('company.created_at')
    .orderBy('company.id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** null: no such company in this scope. */
export async function findCompanyAsCandidate(
  db: Kysely<ReadModels>,
  scope: Scope,
  country: CountryCode,
  companyId: string,
): Promise<Candidate | null> {
  const row = await candidates(db, scope, country).where('company.id', '=', companyId).limit(1).executeTakeFirst()
  return row ?? null
}

/** A company has one connection per country at most, so the join adds no rows. */
function candidates(db: Kysely<ReadModels>, scope: Scope, country: CountryCode) {
  return db
    .selectFrom('read.companies as company')
    .leftJoin('read.connections as connection', (join) =>
      join
        .onRef('connection.company_id', '=', 'company.id')
        .on('connection.country_code', '=', country)
        .on('connection.status', '=', 'active'),
    )
    .select(['company.id', 'company.is_active'])
    .select(sql<boolean>`connection.company_id IS NOT NULL`.as('connected'))
    .where('company.account', '=', scope.account)
    .where('company.environment', '=', scope.environment)
}

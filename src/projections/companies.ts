import { type Kysely, sql } from 'kysely'
import type { Address, CountryCode } from '../domain/request/invoice-request.js'
import { unknownEvent, existing } from '../domain/aggregate.js'
import type { CompanyEvent, Contacts } from '../domain/company.js'
import type { Letterhead } from '../domain/letterhead.js'
import type { Numbering } from '../domain/numbering.js'
import type { Receiving } from '../domain/receiving.js'
import type { CompanyDefaults } from '../domain/request/company-defaults.js'
import { type Environment, type Scope, scopeOfEvent } from '../domain/event.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'
import { inScope } from './in-scope.js'
import { type ListPlace, nextOldest } from './list-place.js'

/**
 * A company. `currency` is an ISO 4217 code, `created_at` ISO 8601 in UTC. The API does not show
 * address and contacts with it: they complete invoices, as do defaults, numbering and letterhead.
 */
export type CompanyRow = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly name: string
  /** null: it has none. */
  readonly vat_number: string | null
  readonly registration_number: string | null
  readonly tax_number: string | null
  readonly country: CountryCode
  readonly currency: string
  readonly is_active: boolean
  readonly created_at: string
  readonly address: Address | null
  readonly contacts: Contacts | null
  readonly defaults: CompanyDefaults | null
  readonly numbering: Numbering | null
  /** null: it does not receive. */
  readonly receiving: Receiving | null
  /** Of `receiving`, for the search by participant; null: it does not receive. */
  readonly peppol_ids: readonly string[] | null
  readonly letterhead: Letterhead | null
}

declare module './read-models.js' {
  interface ReadModels {
    'read.companies': CompanyRow
  }
}

/** All companies, deactivated ones included. */
export const companies: StreamProjection<CompanyRow, CompanyEvent> = {
  name: 'companies',
  version: 8,
  streamPrefixes: categoryPrefixes('Company'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    name text NOT NULL,
    vat_number text,
    registration_number text,
    tax_number text,
    country text NOT NULL,
    currency text NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamptz NOT NULL,
    address json,
    contacts json,
    defaults json,
    numbering json,
    receiving json,
    peppol_ids text[],
    letterhead json`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, created_at, id)',
    'CREATE INDEX ON $table (account, environment) WHERE peppol_ids IS NOT NULL',
    'CREATE INDEX ON $table USING gin (peppol_ids)',
    'CREATE INDEX ON $table (vat_number) WHERE peppol_ids IS NOT NULL',
    'CREATE INDEX ON $table (tax_number) WHERE peppol_ids IS NOT NULL',
  ],
  key: (event) => idInStream(event.stream),
  evolve(row, event) {
    switch (event.type) {
      case 'CompanyCreated':
        return {
          id: event.data.companyId,
          ...scopeOfEvent(event),
          name: event.data.name,
          vat_number: event.data.vatNumber,
          registration_number: event.data.registrationNumber ?? null,
          tax_number: event.data.taxNumber ?? null,
          country: event.data.country,
          currency: event.data.currency,
          is_active: true,
          created_at: event.metadata.occurredAt,
          address: event.data.address ?? null,
          contacts: event.data.contacts ?? null,
          defaults: null,
          numbering: null,
          receiving: null,
          peppol_ids: null,
          letterhead: null,
        }
      case 'CompanyAmended': {
        const { name, currency, address, contacts } = event.data
        return {
          ...existing(row, event),
          ...(name !== undefined && { name }),
          ...(currency !== undefined && { currency }),
          ...(address !== undefined && { address }),
          ...(contacts !== undefined && { contacts }),
        }
      }
      case 'CompanyDefaultsSet':
        return { ...existing(row, event), defaults: event.data.defaults }
      case 'CompanyDefaultsRemoved':
        return { ...existing(row, event), defaults: null }
      case 'CompanyNumberingSet':
        return { ...existing(row, event), numbering: event.data.numbering }
      case 'CompanyNumberingRemoved':
        return { ...existing(row, event), numbering: null }
      case 'CompanyReceivingSet': {
        const { receiving } = event.data
        return { ...existing(row, event), receiving, peppol_ids: receiving.peppolIds }
      }
      case 'CompanyReceivingEnded':
        return { ...existing(row, event), receiving: null, peppol_ids: null }
      case 'CompanyLogoSet':
        return { ...existing(row, event), letterhead: event.data.letterhead }
      case 'CompanyLogoRemoved':
        return { ...existing(row, event), letterhead: null }
      case 'CompanyDeactivated':
        // A deleted company receives nothing more.
        return { ...existing(row, event), is_active: false, receiving: null, peppol_ids: null }
      default:
        return unknownEvent(event)
    }
  },
}

/** Oldest first, including inactive ones. */
export function listCompanies(
  db: Kysely<ReadModels>,
  scope: Scope,
  after: ListPlace | null,
  limit: number,
): Promise<readonly CompanyRow[]> {
  return nextOldest(db.selectFrom('read.companies').selectAll().where(inScope(scope)), after, limit)
}

/**
 * Whether an active company of this scope and country other than `except` has this VAT number.
 */
export async function hasOther(
  db: Kysely<ReadModels>,
  scope: Scope,
  {
    country,
    vatNumber,
    except,
  }: { readonly country: CountryCode; readonly vatNumber: string; readonly except: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('read.companies')
    .select('id')
    .where(inScope(scope))
    .where('vat_number', '=', vatNumber)
    .where('country', '=', country)
    .where('is_active', '=', true)
    .where('id', '<>', except)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an active company of this scope has this VAT number, in any country. */
export async function hasVatNumber(db: Kysely<ReadModels>, scope: Scope, vatNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom('read.companies')
    .select('id')
    .where(inScope(scope))
    .where('vat_number', '=', vatNumber)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these participants of Peppol other receiving companies are, of any account. */
export async function participantsOfOthers(
  db: Kysely<ReadModels>,
  environment: Environment,
  companyId: string,
  peppolIds: readonly string[],
): Promise<readonly string[]> {
  if (peppolIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT wanted.id FROM read.companies c CROSS JOIN LATERAL unnest(c.peppol_ids) AS wanted (id)
    WHERE c.environment = ${environment} AND c.id <> ${companyId} AND c.peppol_ids && ${peppolIds}::text[]
      AND wanted.id = ANY (${peppolIds}::text[]) ORDER BY wanted.id`.execute(db)
  return rows.map(({ id }) => id)
}

import { CompiledQuery, type Kysely } from 'kysely'
import type { Contacts } from '../domain/company.js'
import type { Letterhead } from '../domain/letterhead.js'
import type { Numbering } from '../domain/numbering.js'
import type { CompanyDefaults } from '../domain/request/company-defaults.js'
import type { Address, CountryCode } from '../domain/request/invoice-request.js'
import type { Scope } from '../domain/event.js'
import { Batcher } from '../storage/postgres/batcher.js'
import type { ReadModels } from './read-models.js'

/** A company that may submit an invoice for a country. */
interface Candidate {
  readonly id: string
  readonly is_active: boolean
  /** Whether it has an active connection for the country. */
  readonly connected: boolean
  readonly vat_number: string | null
  readonly registration_number: string | null
  readonly tax_number: string | null
  readonly address: Address | null
  readonly contacts: Contacts | null
  readonly defaults: CompanyDefaults | null
  readonly numbering: Numbering | null
  readonly letterhead: Letterhead | null
}

/** The scope and country of an invoice to submit. */
interface Submission extends Scope {
  readonly country: CountryCode
  /** The issuer's VAT number, empty where it has none; or the company's id. */
  readonly sought: string
  /** The issuer's other numbers, without separators. */
  readonly numbers: readonly string[]
}

/** Finds the companies that can submit invoices; searches at the same time share a query. */
export class Submitters {
  readonly #ofIssuer: Batcher<Submission, Candidate | null>
  readonly #byId: Batcher<Submission, Candidate | null>

  constructor(db: Kysely<ReadModels>) {
    const isIssuer = `company.country = submission.country AND
      CASE submission.sought WHEN '' THEN ${NUMBERS.map(isAmongNumbers).join(' OR ')}
      ELSE company.vat_number = submission.sought END`
    this.#ofIssuer = grouped(
      db,
      // An issuer without a VAT number is a company that is known, or named.
      `company.is_active AND (${isIssuer} OR submission.sought <> '' AND connection.company_id IS NOT NULL)`,
      // NULL counts as false here.
      `coalesce(${isIssuer}, false) DESC, connected DESC, company.created_at, company.id`,
    )
    this.#byId = grouped(db, 'company.id = submission.sought', 'company.id')
  }

  /**
   * The active company of the country with the issuer's VAT number (a connected one first, then
   * the oldest); else the oldest active company that is connected to the country. For an issuer
   * without a VAT number: one that has an equal register or tax number. null: none.
   */
  ofIssuer(
    scope: Scope,
    country: CountryCode,
    { vatNumber, numbers }: { readonly vatNumber: string; readonly numbers: readonly string[] },
  ): Promise<Candidate | null> {
    return this.#ofIssuer.run({ ...scope, country, sought: vatNumber, numbers: vatNumber === '' ? numbers : [] })
  }

  /** null: no such company in this scope. */
  byId(scope: Scope, country: CountryCode, companyId: string): Promise<Candidate | null> {
    return this.#byId.run({ ...scope, country, sought: companyId, numbers: [] })
  }
}

/**
 * The numbers of a company, and those within its VAT number: without the prefix, and of a French
 * company the SIREN.
 */
const NUMBERS = [
  'company.registration_number',
  'company.tax_number',
  'company.vat_number',
  'substr(company.vat_number, 3)',
  'right(company.vat_number, 9)',
]

/** Whether a number of a company is one of the issuer's, compared without separators. */
function isAmongNumbers(column: string): string {
  return `upper(regexp_replace(${column}, '[^A-Za-z0-9]', '', 'g')) = ANY (string_to_array(submission.numbers, ' '))`
}

/** A company has one connection per country at most, so the join adds no rows. */
function grouped(db: Kysely<ReadModels>, condition: string, order: string): Batcher<Submission, Candidate | null> {
  const text = `
    SELECT found.*
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
      AS submission (account, environment, country, sought, numbers, place)
    LEFT JOIN LATERAL (
      SELECT company.id, company.is_active, connection.company_id IS NOT NULL AS connected,
        company.vat_number, company.registration_number, company.tax_number, company.address, company.contacts,
        company.defaults, company.numbering, company.letterhead
      FROM read.companies company
      LEFT JOIN read.connections connection
        ON connection.company_id = company.id AND connection.country_code = submission.country AND connection.status = 'active'
      WHERE company.account = submission.account AND company.environment = submission.environment AND ${condition}
      ORDER BY ${order}
      LIMIT 1
    ) found ON true
    ORDER BY submission.place`
  return new Batcher(async (submissions) => {
    // Many simultaneous ones are equal.
    const keys = submissions.map((submission) => JSON.stringify(submission))
    const byKey = new Map(submissions.map((submission, index) => [keys[index] ?? '', submission]))
    const distinct = [...byKey.values()]
    const values = [
      distinct.map(({ account }) => account),
      distinct.map(({ environment }) => environment),
      distinct.map(({ country }) => country),
      distinct.map(({ sought }) => sought),
      distinct.map(({ numbers }) => numbers.join(' ')),
    ]
    const { rows } = await db.executeQuery<Candidate | Nothing>(CompiledQuery.raw(text, values))
    const found = new Map([...byKey.keys()].map((key, index) => [key, rows[index]]))
    return keys.map((key) => {
      const row = found.get(key)
      return row === undefined || row.id === null ? null : row
    })
  })
}

interface Nothing {
  readonly id: null
}

import { CompiledQuery, type Kysely } from 'kysely'
import type { Contacts } from '../domain/company.js'
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
  readonly vat_number: string
  readonly address: Address | null
  readonly contacts: Contacts | null
}

/** The scope and country of an invoice to submit. */
interface Submission extends Scope {
  readonly country: CountryCode
  /** The supplier's VAT number, or the company's id. */
  readonly sought: string
}

/** Finds the companies that can submit invoices; searches at the same time share a query. */
export class Submitters {
  readonly #byVatNumber: Batcher<Submission, Candidate | null>
  readonly #byId: Batcher<Submission, Candidate | null>

  constructor(db: Kysely<ReadModels>) {
    this.#byVatNumber = grouped(
      db,
      `company.is_active AND (company.country = submission.country AND company.vat_number = submission.sought OR connection.company_id IS NOT NULL)`,
      `(company.country = submission.country AND company.vat_number = submission.sought) DESC, connected DESC, company.created_at, company.id`,
    )
    this.#byId = grouped(db, 'company.id = submission.sought', 'company.id')
  }

  /**
   * The active company of the country with this VAT number (a connected one first, then the
   * oldest); else the oldest active company that is connected to the country. null: neither.
   */
  byVatNumber(scope: Scope, country: CountryCode, vatNumber: string): Promise<Candidate | null> {
    return this.#byVatNumber.run({ ...scope, country, sought: vatNumber })
  }

  /** null: no such company in this scope. */
  byId(scope: Scope, country: CountryCode, companyId: string): Promise<Candidate | null> {
    return this.#byId.run({ ...scope, country, sought: companyId })
  }
}

/** A company has one connection per country at most, so the join adds no rows. */
function grouped(db: Kysely<ReadModels>, condition: string, order: string): Batcher<Submission, Candidate | null> {
  const text = `
    SELECT found.id, found.is_active, found.connected, found.vat_number, found.address, found.contacts
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS submission (account, environment, country, sought, place)
    LEFT JOIN LATERAL (
      SELECT company.id, company.is_active, connection.company_id IS NOT NULL AS connected,
        company.vat_number, company.address, company.contacts
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

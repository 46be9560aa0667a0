import type pg from 'pg'
import type { EarlierFromSupplier, EarlierSearch, ReceivingCompany } from '../domain/receiving.js'
import type { Environment, Scope } from '../domain/event.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { Batcher } from '../storage/postgres/batcher.js'

interface CompanyRow {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly numbers: readonly string[]
}

const COMPANY = `SELECT id, account, environment, country,
  array_remove(ARRAY[vat_number, tax_number, registration_number], NULL) AS numbers
  FROM read.companies WHERE peppol_ids IS NOT NULL AND is_active`

interface Search extends Scope {
  readonly numbers: readonly string[]
}

/** The receiving companies of the read model; searches at the same time share a query. */
export class PostgresReceivingCompanies {
  readonly #pool: pg.Pool
  readonly #searches = new Batcher<Search, readonly ReceivingCompany[]>((searches) => this.#withNumbers(searches))
  readonly #participants = new Batcher<string, ReceivingCompany | null>((ids) => this.#withParticipants(ids))

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async withNumber(scope: Scope, numbers: readonly string[]): Promise<readonly ReceivingCompany[]> {
    return numbers.length === 0 ? [] : this.#searches.run({ ...scope, numbers })
  }

  async #withNumbers(searches: readonly Search[]): Promise<readonly (readonly ReceivingCompany[])[]> {
    const { rows } = await this.#pool.query<CompanyRow & { readonly place: string }>({
      name: 'receiving companies',
      text: `SELECT search.place, company.*
        FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS search (account, environment, numbers, place)
        CROSS JOIN LATERAL (
          ${COMPANY} AND account = search.account AND environment = search.environment
          AND ARRAY[vat_number, tax_number, registration_number] && ARRAY(SELECT json_array_elements_text(search.numbers::json))
          ORDER BY id
        ) AS company ORDER BY search.place, company.id`,
      values: [
        searches.map(({ account }) => account),
        searches.map(({ environment }) => environment),
        searches.map(({ numbers }) => JSON.stringify(numbers)),
      ],
    })
    const found = searches.map((): ReceivingCompany[] => [])
    for (const row of rows) found[Number(row.place) - 1]?.push(companyOf(row))
    return found
  }

  async participant(peppolId: string): Promise<ReceivingCompany | null> {
    return this.#participants.run(peppolId)
  }

  async #withParticipants(peppolIds: readonly string[]): Promise<readonly (ReceivingCompany | null)[]> {
    const { rows } = await this.#pool.query<CompanyRow & { readonly place: string }>({
      name: 'receiving participants',
      // The network compares them without case.
      text: `SELECT search.place, company.*
        FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS search (as_sent, lower_case, upper_case, place)
        CROSS JOIN LATERAL (
          ${COMPANY} AND environment = 'production'
          AND peppol_ids && ARRAY[search.as_sent, search.lower_case, search.upper_case]
          ORDER BY created_at, id LIMIT 1
        ) AS company`,
      values: [peppolIds, peppolIds.map((id) => id.toLowerCase()), peppolIds.map((id) => id.toUpperCase())],
    })
    const found = new Map(rows.map((row) => [Number(row.place) - 1, companyOf(row)]))
    return peppolIds.map((_, index) => found.get(index) ?? null)
  }

  async numbered(country: CountryCode, numbers: readonly string[]): Promise<readonly ReceivingCompany[]> {
    const { rows } = await this.#pool.query<CompanyRow>({
      name: 'receiving companies by number',
      text: `${COMPANY} AND environment = 'production'
        AND (vat_number = ANY ($2::text[]) OR tax_number = ANY ($2::text[]))
        AND EXISTS (SELECT FROM read.connections c WHERE c.company_id = companies.id
          AND c.country_code = $1 AND c.status <> 'pending_setup')
        ORDER BY id`,
      values: [country, numbers],
    })
    return rows.map(companyOf)
  }

  async begun(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ id: string }>({
      name: 'receiving begun',
      text: `SELECT id FROM read.companies c WHERE peppol_ids IS NOT NULL AND environment = 'production'
        AND EXISTS (SELECT FROM processing.work w WHERE w.kind = 'looks' AND w.waits_for = 'receiving ' || c.id)`,
    })
    return rows.map(({ id }) => id)
  }
}

interface BookSearch extends EarlierSearch, Scope {
  readonly company: string
}

/** The received invoices of the read model; searches at the same time share a query. */
export class PostgresReceivedBook {
  readonly #pool: pg.Pool
  readonly #searches = new Batcher<BookSearch, EarlierFromSupplier>((searches) => this.#search(searches))

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async earlier(
    { id, scope }: Pick<ReceivingCompany, 'id' | 'scope'>,
    search: EarlierSearch,
  ): Promise<EarlierFromSupplier> {
    return this.#searches.run({ ...search, account: scope.account, environment: scope.environment, company: id })
  }

  async #search(searches: readonly BookSearch[]): Promise<readonly EarlierFromSupplier[]> {
    const others = `account = search.account AND environment = search.environment
      AND company_id = search.company AND id <> search.other_than`
    const { rows } = await this.#pool.query<{ known: boolean; accounts: readonly string[]; first: string | null }>({
      name: 'earlier received',
      // Each account alone: the search for one that is known ends at the first invoice that names
      // it. The first invoice is no duplicate; times are of clocks that may be wrong.
      text: `SELECT
          EXISTS (SELECT FROM read.received WHERE ${others} AND supplier_key = search.supplier) AS known,
          ARRAY(
            SELECT asked FROM json_array_elements_text(search.accounts::json) AS asked WHERE EXISTS (
              SELECT FROM read.received WHERE ${others} AND supplier_key = search.supplier AND asked = ANY (accounts)
            )
          ) AS accounts,
          (
            SELECT id FROM read.received WHERE ${others} AND duplicate_key = search.duplicate
            ORDER BY duplicate_of IS NOT NULL, created_at, id LIMIT 1
          ) AS first
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
          AS search (account, environment, company, other_than, supplier, duplicate, accounts, place)
        ORDER BY search.place`,
      values: [
        searches.map(({ account }) => account),
        searches.map(({ environment }) => environment),
        searches.map(({ company }) => company),
        searches.map(({ except }) => except),
        searches.map(({ supplier }) => supplier),
        searches.map(({ duplicate }) => duplicate),
        searches.map(({ accounts }) => JSON.stringify(accounts)),
      ],
    })
    return rows.map(({ known, accounts, first }) => ({ isKnown: known, accounts: new Set(accounts), first }))
  }
}

function companyOf({ id, account, environment, country, numbers }: CompanyRow): ReceivingCompany {
  return { id, scope: { account, environment }, country, numbers }
}

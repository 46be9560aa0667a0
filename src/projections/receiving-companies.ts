import type pg from 'pg'
import type { EarlierFromSupplier, ReceivingCompany } from '../domain/receiving.js'
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
    const { rows } = await this.#pool.query<CompanyRow>({
      name: 'receiving participant',
      text: `${COMPANY} AND environment = 'production' AND peppol_ids && $1::text[] ORDER BY created_at, id LIMIT 1`,
      // The network compares them without case.
      values: [[...new Set([peppolId, peppolId.toLowerCase(), peppolId.toUpperCase()])]],
    })
    const [row] = rows
    return row === undefined ? null : companyOf(row)
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

/** The received invoices of the read model. */
export class PostgresReceivedBook {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async earlier(
    { id, scope }: Pick<ReceivingCompany, 'id' | 'scope'>,
    keys: { readonly supplier: string; readonly duplicate: string | null },
    except: string,
  ): Promise<EarlierFromSupplier> {
    const ofCompany = 'account = $1 AND environment = $2 AND company_id = $3 AND id <> $4'
    const { rows } = await this.#pool.query<{ known: boolean; accounts: readonly string[]; first: string | null }>({
      name: 'earlier received',
      text: `SELECT EXISTS (SELECT FROM read.received WHERE ${ofCompany} AND supplier_key = $5) AS known,
        array(SELECT DISTINCT unnest(accounts) FROM read.received WHERE ${ofCompany} AND supplier_key = $5) AS accounts,
        (SELECT id FROM read.received WHERE ${ofCompany} AND duplicate_key = $6 ORDER BY created_at, id LIMIT 1) AS first`,
      values: [scope.account, scope.environment, id, except, keys.supplier, keys.duplicate],
    })
    const [row] = rows
    return { isKnown: row?.known ?? false, accounts: new Set(row?.accounts), first: row?.first ?? null }
  }
}

function companyOf({ id, account, environment, country, numbers }: CompanyRow): ReceivingCompany {
  return { id, scope: { account, environment }, country, numbers }
}

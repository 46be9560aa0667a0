import type { EarlierFromSupplier, ReceivedBook, ReceivingCompany } from '../../../src/commands/use-cases/take-in.js'
import type { Scope } from '../../../src/domain/event.js'
import type { ReceivingCompanies } from '../../../src/processors/receiving/receiving-companies.js'
import type { CompanyRow } from '../../../src/projections/companies.js'
import type { ReceivedRow } from '../../../src/projections/received.js'
import type { MemoryDatabase } from './database.js'

/** The receiving companies of the read model in memory. */
export class MemoryReceivingCompanies implements ReceivingCompanies {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async withNumber({ account, environment }: Scope, numbers: readonly string[]): Promise<readonly ReceivingCompany[]> {
    return this.#all()
      .filter((row) => row.account === account && row.environment === environment)
      .map(companyOf)
      .filter((company) => company.numbers.some((number) => numbers.includes(number)))
  }

  async participant(peppolId: string): Promise<ReceivingCompany | null> {
    const found = this.#all().find(
      ({ environment, peppol_ids }) => environment === 'production' && peppol_ids?.includes(peppolId) === true,
    )
    return found === undefined ? null : companyOf(found)
  }

  #all(): readonly CompanyRow[] {
    const rows = [...(this.#database.tables.get('companies')?.rows.values() ?? [])] as unknown as CompanyRow[]
    return rows
      .filter(({ peppol_ids, is_active }) => peppol_ids !== null && is_active)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}

/** The received invoices of the read model in memory. */
export class MemoryReceivedBook implements ReceivedBook {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async earlier(
    { id, scope }: Pick<ReceivingCompany, 'id' | 'scope'>,
    keys: { readonly supplier: string; readonly duplicate: string | null },
    except: string,
  ): Promise<EarlierFromSupplier> {
    const rows = [...(this.#database.tables.get('received')?.rows.values() ?? [])] as unknown as ReceivedRow[]
    const own = rows
      .filter(
        (row) =>
          row.company_id === id &&
          row.id !== except &&
          row.account === scope.account &&
          row.environment === scope.environment,
      )
      .sort((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1))
    const ofSupplier = own.filter(({ supplier_key }) => supplier_key === keys.supplier)
    return {
      isKnown: ofSupplier.length > 0,
      accounts: new Set(ofSupplier.flatMap(({ accounts }) => accounts)),
      first: own.find(({ duplicate_key }) => duplicate_key !== null && duplicate_key === keys.duplicate)?.id ?? null,
    }
  }
}

function companyOf(row: CompanyRow): ReceivingCompany {
  const { id, account, environment, country, vat_number, tax_number, registration_number } = row
  const numbers = [vat_number, tax_number, registration_number].filter((number) => number !== null)
  return { id, scope: { account, environment }, country, numbers }
}

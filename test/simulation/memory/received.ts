import type { ReceivedBook } from '../../../src/commands/use-cases/take-in.js'
import type { Scope } from '../../../src/domain/event.js'
import type { EarlierFromSupplier, EarlierSearch, ReceivingCompany } from '../../../src/domain/receiving.js'
import type { ReceivingCompanies } from '../../../src/processors/receiving/receiving-companies.js'
import { receivingAwaited } from '../../../src/processors/work/awaited.js'
import type { CompanyRow } from '../../../src/projections/companies.js'
import type { ReceivedRow } from '../../../src/projections/received.js'
import type { MemoryDatabase } from './database.js'

/** The receiving companies of the read model, in memory. */
export class MemoryReceivingCompanies implements ReceivingCompanies {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async withNumber({ account, environment }: Scope, numbers: readonly string[]): Promise<readonly ReceivingCompany[]> {
    return this.#receiving()
      .filter((row) => row.account === account && row.environment === environment)
      .map(companyOf)
      .filter((company) => company.numbers.some((number) => numbers.includes(number)))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async participant(peppolId: string): Promise<ReceivingCompany | null> {
    const [row] = this.#receiving()
      .filter(({ environment }) => environment === 'production')
      .filter(({ peppol_ids: ids }) => ids?.some((id) => id.toLowerCase() === peppolId.toLowerCase()) === true)
      .sort((one, other) => (`${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1))
    return row === undefined ? null : companyOf(row)
  }

  async begun(): Promise<readonly string[]> {
    const awaited = new Set<string | null>()
    for (const { kind, waitsFor } of this.#database.work.values()) if (kind === 'looks') awaited.add(waitsFor)
    return this.#rows()
      .filter((row) => row.peppol_ids !== null && row.environment === 'production')
      .flatMap(({ id }) => (awaited.has(receivingAwaited(id)) ? [id] : []))
  }

  #receiving(): readonly CompanyRow[] {
    return this.#rows().filter((row) => row.peppol_ids !== null && row.is_active)
  }

  #rows(): readonly CompanyRow[] {
    return this.#database.rows('companies') as readonly CompanyRow[]
  }
}

/** The received invoices of the read model, in memory. */
export class MemoryReceivedBook implements ReceivedBook {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async earlier(
    { id, scope }: Pick<ReceivingCompany, 'id' | 'scope'>,
    { supplier, duplicate, accounts: asked, except }: EarlierSearch,
  ): Promise<EarlierFromSupplier> {
    const own = (this.#database.rows('received') as readonly ReceivedRow[]).filter(
      (row) =>
        row.account === scope.account &&
        row.environment === scope.environment &&
        row.company_id === id &&
        row.id !== except,
    )
    const ofSupplier = own.filter((row) => row.supplier_key === supplier)
    const [first] = own
      .filter((row) => duplicate !== null && row.duplicate_key === duplicate)
      .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    return {
      isKnown: ofSupplier.length > 0,
      accounts: new Set(asked.filter((account) => ofSupplier.some(({ accounts }) => accounts.includes(account)))),
      first: first?.id ?? null,
    }
  }
}

/** The first is no duplicate; times are of clocks that may be wrong. */
function placeOf({ duplicate_of, created_at, id }: ReceivedRow): string {
  return `${duplicate_of === null ? 0 : 1} ${created_at} ${id}`
}

function companyOf({ id, account, environment, country, ...row }: CompanyRow): ReceivingCompany {
  const numbers = [row.vat_number, row.tax_number, row.registration_number].filter((number) => number !== null)
  return { id, scope: { account, environment }, country, numbers }
}

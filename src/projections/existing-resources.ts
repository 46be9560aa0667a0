import type { Kysely } from 'kysely'
import type { Scope } from '../domain/event.js'
import type { ExistingResources, Which } from '../storage/quotas.js'
import { companies } from './companies.js'
import type { Freshness } from './engine/freshness.js'
import { inScope } from './in-scope.js'
import type { ReadModels } from './read-models.js'

/** The resources that limits count, as the read models show them. */
export class ShownResources implements ExistingResources {
  readonly #db: Kysely<ReadModels>
  readonly #freshness: Freshness

  constructor(db: Kysely<ReadModels>, freshness: Freshness) {
    this.#db = db
    this.#freshness = freshness
  }

  async invoices(scope: Scope, month: string, which: Which): Promise<readonly string[]> {
    const start = new Date(`${month}-01T00:00:00.000Z`)
    const end = new Date(start)
    end.setUTCMonth(end.getUTCMonth() + 1)
    const invoices = this.#db
      .selectFrom('read.invoices')
      .select('id')
      .where(inScope(scope))
      .where('created_at', '>=', start.toISOString())
      .where('created_at', '<', end.toISOString())
    const rows = await (
      'among' in which ? invoices.where('id', 'in', idsOf(which)) : invoices.limit(which.atMost)
    ).execute()
    return rows.map((row) => row.id)
  }

  async activeCompanies(scope: Scope, which: Which): Promise<readonly string[]> {
    const active = this.#db
      .selectFrom('read.companies')
      .select('id')
      .where(inScope(scope))
      .where('is_active', '=', true)
    const rows = await (
      'among' in which ? active.where('id', 'in', idsOf(which)) : active.limit(which.atMost)
    ).execute()
    return rows.map((row) => row.id)
  }

  async companiesShown(position: bigint): Promise<void> {
    await this.#freshness.waitFor(position, [companies.name])
  }
}

/** SQL has no empty list. */
const idsOf = ({ among }: { readonly among: readonly string[] }): readonly string[] => (among.length > 0 ? among : [''])

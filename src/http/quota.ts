import type { Kysely } from 'kysely'
import type { Clock } from '../domain/clock.js'
import type { Scope } from '../domain/event.js'
import { streamName } from '../domain/streams.js'
import type { EventStore } from '../eventstore/port.js'
import type { ReadModels } from '../projections/read-models.js'
import type { QuotaLedger } from '../storage/quotas.js'
import { limitExceeded, usageLimitExceeded } from './errors.js'
import { type Plan, planNamed } from '../domain/plans.js'
import { inScope } from '../projections/in-scope.js'

export interface QuotaDeps {
  readonly ledger: QuotaLedger
  readonly store: EventStore
  readonly db: Kysely<ReadModels>
  readonly clock: Clock
  readonly plans: Readonly<Record<string, Plan>>
}

/** A claim that led to nothing for so long belongs to a process that died in between. An append takes seconds at most. */
const STALE_MS = 2 * 60_000

const SEARCH_EVERY_MS = 10_000
const MAX_SEARCHES = 10_000

/**
 * The plan's limits, exact under concurrency. A place is claimed under the id of what is going to be created, before its event is appended: whoever
 * repeats the request claims the same place. When a bucket is full, claims that led to nothing are given up before anybody is refused.
 */
export class Quota {
  readonly #deps: QuotaDeps
  /** The last search of each full bucket, under way or done. */
  readonly #searches = new Map<string, { readonly at: number; readonly released: Promise<boolean> }>()

  constructor(deps: QuotaDeps) {
    this.#deps = deps
  }

  /** Claims a place among the month's invoices (calendar month, UTC). Throws `usage_limit_exceeded`. */
  async claimInvoice(scope: Scope, planName: string, invoiceId: string): Promise<void> {
    const limit = planNamed(this.#deps.plans, planName).monthlyInvoices[scope.environment]
    if (limit === null) return
    const month = this.#deps.clock.now().toISOString().slice(0, 7)
    const claimed = await this.#claim({
      bucket: `invoices/${scope.account}/${scope.environment}/${month}`,
      subject: invoiceId,
      limit,
      present: (which) => this.#invoicesOf(scope, month, which),
      exists: async (id) => (await this.#eventsOf(scope, 'Invoice', id)).length > 0,
    })
    if (!claimed) throw usageLimitExceeded(limit)
  }

  /** Claims a place among the active companies. Throws `limit_exceeded`. */
  async claimCompany(scope: Scope, planName: string, companyId: string): Promise<void> {
    const limit = planNamed(this.#deps.plans, planName).activeCompanies
    if (limit === null) return
    const claimed = await this.#claim({
      bucket: companyBucket(scope),
      subject: companyId,
      limit,
      present: (which) => this.#activeCompaniesOf(scope, which),
      exists: async (id) => {
        const events = await this.#eventsOf(scope, 'Company', id)
        return events.length > 0 && !events.some((event) => event.type === 'CompanyDeactivated')
      },
    })
    if (!claimed) throw limitExceeded(`The plan allows ${limit} active companies; delete one, or ask for a larger plan`)
  }

  /** Gives up the place of a company that is no longer active, or was never created. */
  async releaseCompany(scope: Scope, companyId: string): Promise<void> {
    await this.#deps.ledger.release(companyBucket(scope), companyId, new Date(this.#deps.clock.now().getTime() + 1))
  }

  async #claim(wish: Wish): Promise<boolean> {
    const { ledger, clock } = this.#deps
    const attempt = () => ledger.claim(wish.bucket, wish.subject, wish.limit, clock.now())
    let outcome = await attempt()
    if (outcome === 'unopened') {
      // What exists already counts: the ledger may be younger than the events.
      await ledger.open(wish.bucket, await wish.present({ atMost: wish.limit }), clock.now())
      outcome = await attempt()
    }
    if (outcome === 'full' && (await this.#searchOnce(wish))) outcome = await attempt()
    return outcome === 'claimed'
  }

  /** A full bucket is asked for again and again: the search for stale claims is shared, and not repeated at once. */
  #searchOnce(wish: Wish): Promise<boolean> {
    const now = this.#deps.clock.now().getTime()
    const last = this.#searches.get(wish.bucket)
    if (last && now - last.at < SEARCH_EVERY_MS) return last.released
    const released = this.#giveUpStale(wish)
    if (this.#searches.size >= MAX_SEARCHES) this.#searches.clear()
    this.#searches.set(wish.bucket, { at: now, released })
    // A search that failed is none.
    released.catch(() => this.#searches.delete(wish.bucket))
    return released
  }

  async #giveUpStale(wish: Wish): Promise<boolean> {
    const { ledger, clock } = this.#deps
    const before = new Date(clock.now().getTime() - STALE_MS)
    const claims = await ledger.claimsBefore(wish.bucket, before)
    const present = new Set(await wish.present({ among: claims }))
    const doubtful = claims.filter((subject) => !present.has(subject))
    let released = false
    for (const subject of doubtful) {
      // The read model may lag; the stream does not.
      if (await wish.exists(subject)) continue
      await ledger.release(wish.bucket, subject, before)
      released = true
    }
    return released
  }

  async #eventsOf(scope: Scope, category: 'Invoice' | 'Company', id: string) {
    return this.#deps.store.readStream(streamName(scope.environment, category, id))
  }

  async #invoicesOf(scope: Scope, month: string, which: Which): Promise<readonly string[]> {
    const start = new Date(`${month}-01T00:00:00.000Z`)
    const end = new Date(start)
    end.setUTCMonth(end.getUTCMonth() + 1)
    const invoices = this.#deps.db
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

  async #activeCompaniesOf(scope: Scope, which: Which): Promise<readonly string[]> {
    const companies = this.#deps.db
      .selectFrom('read.companies')
      .select('id')
      .where(inScope(scope))
      .where('is_active', '=', true)
    const rows = await (
      'among' in which ? companies.where('id', 'in', idsOf(which)) : companies.limit(which.atMost)
    ).execute()
    return rows.map((row) => row.id)
  }
}

/** As many as matter: an account that changes from a plan without limits may have a million invoices this month. */
type Which = { readonly atMost: number } | { readonly among: readonly string[] }

/** SQL has no empty list. */
const idsOf = ({ among }: { readonly among: readonly string[] }): readonly string[] => (among.length > 0 ? among : [''])

interface Wish {
  readonly bucket: string
  readonly subject: string
  readonly limit: number
  /** Those that certainly exist, by the read model. */
  readonly present: (which: Which) => Promise<readonly string[]>
  /** Whether this one exists, by its stream. */
  readonly exists: (subject: string) => Promise<boolean>
}

function companyBucket(scope: Scope): string {
  return `companies/${scope.account}/${scope.environment}`
}

import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import { type Plan, planNamed } from '../../domain/plans.js'
import { Refusal } from '../../domain/refusal.js'
import { streamName } from '../../domain/streams.js'
import { isErased } from '../../eventstore/moving/is-erased.js'
import type { EventStore } from '../../eventstore/port.js'
import type { ExistingResources, QuotaLedger, Which } from '../../storage/quotas.js'

/** The dependencies of the quota. `plans`: the limits by the plan's name. */
interface QuotaDeps {
  readonly ledger: QuotaLedger
  readonly store: EventStore
  readonly existing: ExistingResources
  readonly clock: Clock
  readonly plans: Readonly<Record<string, Plan>>
}

/**
 * A claim without an event for this long belongs to a process that died in between. An append
 * takes seconds at most.
 */
const STALE_MS = 2 * 60_000

const SEARCH_EVERY_MS = 10_000
const MAX_SEARCHES = 10_000

/**
 * The plan's limits, exact under concurrency. A place is claimed under the id of what is about to
 * be created, before its event is appended: a repeated request claims the same place. When a
 * bucket is full, stale claims are released before a request is refused.
 */
export class Quota {
  readonly #deps: QuotaDeps
  /** The last search of each full bucket, under way or done. */
  readonly #searches = new Map<string, { readonly at: number; readonly released: Promise<boolean> }>()

  constructor(deps: QuotaDeps) {
    this.#deps = deps
  }

  /**
   * Claims a place among the month's invoices (calendar month, UTC). Refuses if the limit is
   * reached.
   */
  async claimInvoice(scope: Scope, planName: string, invoiceId: string): Promise<void> {
    const limit = planNamed(this.#deps.plans, planName).monthlyInvoices[scope.environment]
    if (limit === null) return
    const now = this.#deps.clock.now()
    const month = now.toISOString().slice(0, 7)
    const claimed = await this.#claim({
      bucket: `invoices/${scope.account}/${scope.environment}/${month}`,
      subject: invoiceId,
      limit,
      existing: (which) => this.#deps.existing.invoices(scope, month, which),
      // One that was erased in the same month still counts as created.
      exists: async (id) =>
        (await this.#eventsOf(scope, 'Invoice', id)).length > 0 ||
        isErased(this.#deps.store, streamName(scope.environment, 'Invoice', id)),
    })
    if (claimed) return
    const remedy = this.#remedy(scope, (plan) => plan.monthlyInvoices[scope.environment] === null)
    const message =
      `The plan's ${limit} invoices of this calendar month (UTC) are used up; the count restarts on ${firstOfNextMonth(now)}. ` +
      `POST /v1/invoices/validate does not count${remedy}`
    throw new Refusal({ kind: 'used_up', limit, message })
  }

  /** Claims a place among the active companies. Refuses if the limit is reached. */
  async claimCompany(scope: Scope, planName: string, companyId: string): Promise<void> {
    const limit = planNamed(this.#deps.plans, planName).activeCompanies
    if (limit === null) return
    const claimed = await this.#claim({
      bucket: companyBucket(scope),
      subject: companyId,
      limit,
      existing: (which) => this.#deps.existing.activeCompanies(scope, which),
      exists: async (id) => {
        const events = await this.#eventsOf(scope, 'Company', id)
        return events.length > 0 && !events.some((event) => event.type === 'CompanyDeactivated')
      },
    })
    if (claimed) return
    const remedy = this.#remedy(scope, (plan) => plan.activeCompanies === null)
    const message = `The plan allows ${limit} active companies; delete one, or ask for a larger plan${remedy}`
    throw new Refusal({ kind: 'too_many', message })
  }

  /**
   * The operator's command that lifts a limit; empty if every plan has one. Only the account's own
   * key is shown the account's id, which grants no access.
   */
  #remedy({ account }: Scope, isUnlimited: (plan: Plan) => boolean): string {
    const larger = Object.entries(this.#deps.plans).find(([, plan]) => isUnlimited(plan))?.[0]
    return larger === undefined ? '' : `. On your own server: npx clearway accounts plan ${account} ${larger}`
  }

  /**
   * Releases the place of a company that was deactivated by the event at `position`, once a bucket
   * that is opened now would not count it any more.
   */
  async releaseCompany(scope: Scope, companyId: string, position: bigint): Promise<void> {
    await this.#deps.existing.companiesShown(position)
    await this.#deps.ledger.release(companyBucket(scope), companyId, new Date(this.#deps.clock.now().getTime() + 1))
  }

  async #claim(claim: Claim): Promise<boolean> {
    const { ledger, clock } = this.#deps
    const attempt = () => ledger.claim(claim.bucket, claim.subject, claim.limit, clock.now())
    let outcome = await attempt()
    if (outcome === 'unopened') {
      // What exists already counts: the ledger may be younger than the events.
      await ledger.open(claim.bucket, await claim.existing({ atMost: claim.limit }), clock.now())
      outcome = await attempt()
    }
    if (outcome === 'full' && (await this.#searchOnce(claim))) outcome = await attempt()
    return outcome === 'claimed'
  }

  /**
   * A full bucket is requested again and again: the search for stale claims is shared, and not
   * repeated at once.
   */
  #searchOnce(claim: Claim): Promise<boolean> {
    const now = this.#deps.clock.now().getTime()
    const last = this.#searches.get(claim.bucket)
    if (last && now - last.at < SEARCH_EVERY_MS) return last.released
    const released = this.#giveUpStale(claim)
    if (this.#searches.size >= MAX_SEARCHES) this.#searches.clear()
    this.#searches.set(claim.bucket, { at: now, released })
    // A search that failed does not count.
    released.catch(() => this.#searches.delete(claim.bucket))
    return released
  }

  async #giveUpStale(claim: Claim): Promise<boolean> {
    const { ledger, clock } = this.#deps
    const before = new Date(clock.now().getTime() - STALE_MS)
    const claims = await ledger.claimsBefore(claim.bucket, before)
    const existing = new Set(await claim.existing({ among: claims }))
    const unconfirmed = claims.filter((subject) => !existing.has(subject))
    let released = false
    for (const subject of unconfirmed) {
      // The read model may lag; the stream does not.
      if (await claim.exists(subject)) continue
      await ledger.release(claim.bucket, subject, before)
      released = true
    }
    return released
  }

  async #eventsOf(scope: Scope, category: 'Invoice' | 'Company', id: string) {
    return this.#deps.store.readStream(streamName(scope.environment, category, id))
  }
}

interface Claim {
  readonly bucket: string
  readonly subject: string
  readonly limit: number
  /** Those that certainly exist, as far as the read model has caught up. */
  readonly existing: (which: Which) => Promise<readonly string[]>
  /** Whether this one exists, by its stream. */
  readonly exists: (subject: string) => Promise<boolean>
}

/** The day on which the next calendar month begins in UTC, YYYY-MM-DD. */
function firstOfNextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

function companyBucket(scope: Scope): string {
  return `companies/${scope.account}/${scope.environment}`
}

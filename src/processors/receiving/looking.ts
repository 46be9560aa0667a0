import { load } from '../../commands/handle.js'
import type { ArrivalsSource, LookOutcome } from '../../countries/gateway/look.js'
import type { Access } from '../../countries/gateway/gateway.js'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { company } from '../../domain/company.js'
import type { Clock } from '../../domain/clock.js'
import { connection } from '../../domain/connection.js'
import { UNOBSERVED } from '../../domain/observer.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { CollectingDeps } from '../collecting/collecting.js'
import { arrivalAwaited, connectionAwaited, receivingAwaited } from '../work/awaited.js'
import { pauseAfter } from '../work/breaker.js'
import type { Chore } from '../work/chore.js'
import { fitted } from '../work/event-texts.js'
import { gateOfConnection, openingAwaited } from '../work/connection-gates.js'
import { connectionLanes } from '../work/connection-lanes.js'
import { noteOutcome, passConnection } from '../work/gates-of-call.js'
import { governmentOf } from '../work/invoice-lanes.js'
import { interrupted, type Job, type JobResult, type Lease } from '../work/job.js'
import { type Claim, type Lane, scopeOf, type WorkList, type WorkSource } from '../work/work-list.js'
import type { Arrivals } from './arrivals.js'
import type { LookedAt, Looks } from './looks.js'
import type { ReceivingCompanies } from './receiving-companies.js'

/** The dependencies of looking. */
interface LookingDeps extends Omit<CollectingDeps, 'mailbox' | 'collectionMarks' | 'timers'> {
  readonly arrivals: Pick<Arrivals, 'take' | 'known'>
  readonly looks: Looks
}

/** What is looked at, and since when: `since` may be long before. */
interface Sought extends LookedAt {
  readonly switchedOnAt: Date
}

const SOON_SECONDS = 10
const WITHOUT_ACCESS_SECONDS = 600
/** A company that does not receive is woken when it does. */
const ASLEEP_SECONDS = 24 * 3600
const OVERDUE_MS = 2 * 24 * 3_600_000
/** In bytes. */
const LONGEST_REASON = 1_000
const WAKE_EVERY_MS = 10_000

/** The countries whose governments are looked at for documents of suppliers. */
export function lookedAtCountries({
  countryOf,
  gatewayFor,
}: Pick<LookingDeps, 'countryOf' | 'gatewayFor'>): readonly CountryCode[] {
  return COUNTRY_CODES.filter((code) => gatewayFor('production', countryOf(code))?.arrivals !== undefined)
}

/** The chore that wakes the looks of companies that have begun to receive. */
export function wakingOfLooks({
  companies,
  workList,
  clock,
}: {
  readonly companies: Pick<ReceivingCompanies, 'begun'>
  readonly workList: Pick<WorkList, 'wake'>
  readonly clock: Clock
}): Chore {
  return {
    name: 'looks',
    everyMs: WAKE_EVERY_MS,
    run: async () => {
      for (const id of await companies.begun()) await workList.wake(receivingAwaited(id), clock.now())
      return 'done'
    },
  }
}

/**
 * Looks at governments for what suppliers sent to receiving companies, at intervals, and hands it
 * to the arrivals. The mark moves once all is there, so that after a crash it is fetched again.
 */
export class Looking implements Job {
  readonly source: WorkSource
  readonly lanes: readonly Lane[]
  readonly concurrency = 4
  readonly giveUp = null
  readonly #deps: LookingDeps

  constructor(deps: LookingDeps, countries: readonly CountryCode[]) {
    this.#deps = deps
    const { source, lanes } = connectionLanes('looks', 'look', countries)
    this.source = source
    this.lanes = lanes
  }

  async advance(claim: Claim, { stillMine, signal }: Pick<Lease, 'stillMine' | 'signal'>): Promise<JobResult> {
    const { store, clock, access, gates, gatewayFor, countryOf } = this.#deps
    const scope = scopeOf(claim)
    const { state, position } = await load(store, connection, claim.key)
    const seen = position > claim.position ? position : claim.position
    if (state.status !== 'active') return { seen, nextLook: null, outage: false }
    const { connectionId, companyId, countryCode } = state
    const source = gatewayFor('production', countryOf(countryCode))?.arrivals
    if (source === undefined) return { seen, nextLook: null, outage: false }
    const owner = await load(store, company, streamName('production', 'Company', companyId))
    const receiving = owner.state.status === 'active' ? owner.state.receiving : undefined
    if (receiving === undefined) return { ...this.#again(seen, ASLEEP_SECONDS), waitsFor: receivingAwaited(companyId) }
    const since = new Date(receiving.since)
    const switchedOn = owner.events.findLast(({ type }) => type === 'CompanyReceivingSet')?.metadata.occurredAt
    const of = { connectionId, companyId, country: countryCode, since, switchedOnAt: new Date(switchedOn ?? since) }
    const opened = await access.find(scope, companyId, countryCode)
    if (opened?.connectionId !== connectionId)
      return this.#withoutAccess(claim, seen, of, source, 'the connection has no valid access', opened)
    if (source.isFor?.(opened.credentials) === false) {
      await this.#deps.looks.forget(of)
      return { seen, nextLook: null, outage: false }
    }
    const obstacle = source.obstacle?.(opened) ?? null
    if (obstacle !== null) {
      await this.#deps.looks.failed(of, fitted(obstacle, LONGEST_REASON))
      return { seen, nextLook: null, outage: false }
    }
    if (!(await stillMine())) return this.#again(seen, 0)
    if (signal.aborted) return interrupted(seen, clock.now())
    const begunAt = clock.now()
    const government = governmentOf(countryCode, 'production')
    const gate = gateOfConnection(connectionId)
    const passed = { government, lane: claim.lane, connection: gate, begunAt }
    const closed = await passConnection(gates, passed, begunAt)
    if (closed !== null) return { seen, nextLook: closed, outage: false, waitsFor: openingAwaited(gate) }
    const outcome = await this.#look(claim, of, source, opened)
    if (signal.aborted && outcome.kind === 'unavailable') return interrupted(seen, clock.now())
    await noteOutcome(gates, passed, outcome.kind === 'looked' ? null : outcome, clock.now())
    return this.#after(claim, seen, { of, source, opened, begunAt }, outcome)
  }

  async #look(claim: Claim, of: LookedAt, source: ArrivalsSource, opened: Access): Promise<LookOutcome> {
    const { arrivals, looks } = this.#deps
    const { mark } = await looks.read(of)
    const owner = { id: of.companyId, scope: scopeOf(claim) }
    return source.look({
      scope: owner.scope,
      access: opened,
      since: of.since,
      mark,
      known: (identities) => arrivals.known(of.companyId, source.channel, identities),
      take: async (document) => {
        await arrivals.take({
          ...document,
          company: owner,
          country: of.country as CountryCode,
          channel: source.channel,
          sentAs: null,
          correlationId: null,
        })
      },
    })
  }

  async #after(
    claim: Claim,
    seen: bigint,
    looked: {
      readonly of: Sought
      readonly source: ArrivalsSource
      readonly opened: Access
      readonly begunAt: Date
    },
    outcome: LookOutcome,
  ): Promise<JobResult> {
    const { of, source, opened, begunAt } = looked
    const { access, looks, pace, countryOf } = this.#deps
    switch (outcome.kind) {
      case 'looked': {
        await looks.succeeded(of, outcome.mark, begunAt)
        if (outcome.missing !== undefined) await this.#failed(of, source, outcome.missing)
        return {
          ...this.#again(seen, (outcome.isComplete ? source.everySeconds : SOON_SECONDS) * pace),
          ...(countryOf(of.country as CountryCode).notifications !== undefined && {
            waitsFor: arrivalAwaited(claim.key),
          }),
        }
      }
      case 'unauthorized':
        await access.refused(scopeOf(claim), opened, outcome)
        return this.#withoutAccess(claim, seen, of, source, outcome.reason, opened)
      case 'exhausted':
        await this.#failed(of, source, outcome.reason)
        return { seen, nextLook: outcome.until, outage: false }
      default: {
        await this.#failed(of, source, outcome.reason)
        return { ...this.#again(seen, pauseAfter(claim.outages, outcome, pace)), outage: true }
      }
    }
  }

  /**
   * Until the connection is active again, which wakes it. `useless`: the access that is refused
   * here, or that is another connection's; null: there was none.
   */
  async #withoutAccess(
    claim: Claim,
    seen: bigint,
    of: Sought,
    source: ArrivalsSource,
    reason: string,
    useless: Access | null,
  ): Promise<JobResult> {
    await this.#failed(of, source, reason)
    const waitsFor = connectionAwaited(scopeOf(claim), of.companyId, of.country as CountryCode)
    const missed = (): Promise<boolean> =>
      this.#deps.access.hasOther(scopeOf(claim), of.companyId, of.country as CountryCode, useless)
    return { ...this.#again(seen, WITHOUT_ACCESS_SECONDS * this.#deps.pace), outage: true, waitsFor, missed }
  }

  async #failed(of: Sought, source: ArrivalsSource, reason: string): Promise<void> {
    const { looks, log, clock, observer = UNOBSERVED } = this.#deps
    await looks.failed(of, fitted(reason, LONGEST_REASON))
    const { lookedAt } = await looks.read(of)
    // What came before may be sought, but there was no look.
    const last = lookedAt ?? of.switchedOnAt
    const { connectionId, companyId, country } = of
    if (clock.now().getTime() - last.getTime() < OVERDUE_MS) {
      log.debug({ connectionId, reason }, 'a look for received invoices failed, will try again')
      return
    }
    log.error({ connectionId, companyId, reason }, 'nothing could be fetched for a receiving company for two days')
    observer.happened({ kind: 'received', country, channel: source.channel, outcome: 'overdue' })
  }

  #again(seen: bigint, seconds: number): JobResult {
    return { seen, nextLook: new Date(this.#deps.clock.now().getTime() + seconds * 1000), outage: false }
  }
}

import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { type CommandDeps, load } from '../../commands/handle.js'
import type { Country } from '../../countries/country.js'
import type { Access, CollectOutcome, NoAnswer } from '../../countries/gateway/gateway.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { Mailbox } from '../../countries/gateway/mailbox.js'
import { observedMailbox } from '../../countries/gateway/observed-mailbox.js'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { connection } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import { type Observer, UNOBSERVED } from '../../domain/observer.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Timers } from '../../domain/timers.js'
import { pauseAfter } from '../work/breaker.js'
import { gateOfConnection, openingAwaited } from '../work/connection-gates.js'
import { connectionLanes } from '../work/connection-lanes.js'
import { noteOutcome, passConnection } from '../work/gates-of-call.js'
import { governmentOf } from '../work/invoice-lanes.js'
import { interrupted, type Job, type JobResult, type Lease } from '../work/job.js'
import type { SubmittingAccess } from '../connections/submitting-access.js'
import { connectionAwaited, hintAwaited } from '../work/awaited.js'
import { type Claim, type Gates, type Lane, scopeOf, type WorkSource } from '../work/work-list.js'

/** The time up to which each connection's messages are in the mailbox. Durable. */
export interface CollectionMarks {
  /** null: nothing was fetched yet. */
  read(connectionId: string): Promise<Date | null>
  /** Never moves it back. */
  move(connectionId: string, until: Date): Promise<void>
}

/** The dependencies of collecting. */
export interface CollectingDeps extends CommandDeps {
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  readonly gates: Gates
  readonly access: Pick<SubmittingAccess, 'find' | 'hasOther' | 'refused'>
  readonly mailbox: Pick<Mailbox, 'put' | 'expects'>
  readonly collectionMarks: CollectionMarks
  readonly timers: Timers
  readonly log: Logger
  /** Multiplies waiting times between calls to governments. */
  readonly pace: number
  /** Observes the messages; absent: they are not observed. */
  readonly observer?: Observer
}

/** Unless the gateway says otherwise. */
const EVERY_SECONDS = 120
/** Spreads the connections, which may all have been activated at once, each in its own rhythm. */
const JITTER = 0.2
const LONGEST_CALL_MS = 120_000
const FIRST_ACCESS_SECONDS = 30
const LONGEST_ACCESS_SECONDS = 6 * 3600

/** From 0, below 1: different for each connection, always the same for one. */
function shareOf(stream: string): number {
  return createHash('sha256').update(stream).digest().readUInt32BE() / 2 ** 32
}

/** The company and country of a connection. */
interface Connected {
  readonly companyId: string
  readonly countryCode: CountryCode
}

/** The countries whose governments do not call the service: their messages are fetched. */
export function collectedCountries({
  countryOf,
  gatewayFor,
}: Pick<CollectingDeps, 'countryOf' | 'gatewayFor'>): readonly CountryCode[] {
  return COUNTRY_CODES.filter((code) => gatewayFor('production', countryOf(code))?.collect !== undefined)
}

/**
 * Fetches the governments' messages about each production connection's invoices at intervals, and
 * puts them into the mailbox. The mark moves once the messages are there, so that after a crash
 * they are fetched again. One process at a time fetches for a connection, and one connection's
 * failure delays no other.
 */
export class Collecting implements Job {
  readonly source: WorkSource
  readonly lanes: readonly Lane[]
  readonly concurrency = 8
  readonly giveUp = null
  readonly #deps: CollectingDeps

  constructor(deps: CollectingDeps, countries: readonly CountryCode[]) {
    this.#deps = deps
    const { source, lanes } = connectionLanes('collections', 'collect', countries)
    this.source = source
    this.lanes = lanes
  }

  async advance(claim: Claim, { stillMine, signal }: Pick<Lease, 'stillMine' | 'signal'>): Promise<JobResult> {
    const { store, clock, access, gates, gatewayFor, countryOf, collectionMarks } = this.#deps
    const scope = scopeOf(claim)
    const { state, position } = await load(store, connection, claim.key)
    const seen = position > claim.position ? position : claim.position
    if (state.status !== 'active') return { seen, nextLook: null, outage: false }
    const { connectionId, companyId, countryCode } = state
    const country = countryOf(countryCode)
    const gateway = gatewayFor('production', country)
    if (gateway?.collect === undefined) return { seen, nextLook: null, outage: false }
    const opened = await access.find(scope, companyId, countryCode)
    if (opened?.connectionId !== connectionId) return this.#withoutAccess(claim, seen, state, null)
    const since = await collectionMarks.read(connectionId)
    if (!(await stillMine())) return this.#again(seen, 0)
    if (signal.aborted) return interrupted(seen, clock.now())
    const begunAt = clock.now()
    const gate = gateOfConnection(connectionId)
    const passed = { government: governmentOf(countryCode, 'production'), lane: claim.lane, connection: gate, begunAt }
    const closed = await passConnection(gates, passed, begunAt)
    if (closed !== null) return this.#behind(seen, gate, closed)
    const outcome = await this.#inTime(gateway.collect(scope, opened, since))
    // The end of the process has ended the call: nothing is known about the government.
    if (signal.aborted && outcome.kind === 'unavailable') return interrupted(seen, clock.now())
    await noteOutcome(gates, passed, outcome.kind === 'messages' ? null : outcome, clock.now())
    switch (outcome.kind) {
      case 'messages':
        await this.#keep(scope, connectionId, outcome)
        return {
          ...this.#again(
            seen,
            (outcome.againSeconds ?? EVERY_SECONDS) * this.#deps.pace * (1 + JITTER * (shareOf(claim.key) - 0.5)),
          ),
          ...(country.notifications !== undefined && { waitsFor: hintAwaited(claim.key) }),
        }
      case 'unauthorized':
        await access.refused(scope, opened, outcome)
        return this.#withoutAccess(claim, seen, state, opened)
      default:
        return this.#withoutAnswer(claim, seen, outcome)
    }
  }

  /**
   * Messages that were fetched with a connection concern its account alone, regardless of their
   * content.
   */
  async #keep(
    scope: Scope,
    connectionId: string,
    { messages, until }: Extract<CollectOutcome, { kind: 'messages' }>,
  ): Promise<void> {
    const { mailbox, log, observer = UNOBSERVED } = this.#deps
    const counted = observedMailbox(mailbox, observer, log)
    for (const message of messages) await counted.put({ ...message, scope })
    await this.#deps.collectionMarks.move(connectionId, until)
  }

  /** A call that does not end is left alone. */
  async #inTime(call: Promise<CollectOutcome>): Promise<CollectOutcome> {
    let forget = (): void => undefined
    const tooLate = new Promise<CollectOutcome>((resolve) => {
      forget = this.#deps.timers.after(LONGEST_CALL_MS, () => {
        const reason = `no answer within ${LONGEST_CALL_MS / 1000} seconds`
        resolve({ kind: 'unavailable', reason, retryAfterSeconds: 0, concerns: 'connection' })
      })
    })
    try {
      return await Promise.race([call, tooLate])
    } finally {
      forget()
    }
  }

  #withoutAnswer(
    { key, outages }: Claim,
    seen: bigint,
    outcome: Exclude<NoAnswer, { kind: 'unauthorized' }>,
  ): JobResult {
    const { log, pace } = this.#deps
    log.debug({ connection: key, reason: outcome.reason }, 'messages could not be fetched, will try again')
    if (outcome.kind === 'exhausted') return { seen, nextLook: outcome.until, outage: false }
    const seconds = Math.max(pauseAfter(outages, outcome, pace), EVERY_SECONDS * pace)
    return { ...this.#again(seen, seconds), outage: true }
  }

  /** The connection's system does not answer: until it answers any call of the connection. */
  #behind(seen: bigint, gate: string, closed: Date): JobResult {
    const { clock, pace } = this.#deps
    const seconds = Math.max((closed.getTime() - clock.now().getTime()) / 1000, EVERY_SECONDS * pace)
    return { ...this.#again(seen, seconds), waitsFor: openingAwaited(gate) }
  }

  /**
   * Until the connection is active again, which wakes it. `refused`: the access that the
   * government refuses; null: there was none.
   */
  #withoutAccess(claim: Claim, seen: bigint, { companyId, countryCode }: Connected, refused: Access | null): JobResult {
    const { access } = this.#deps
    const seconds = Math.min(FIRST_ACCESS_SECONDS * 2 ** Math.min(claim.outages, 20), LONGEST_ACCESS_SECONDS)
    const waitsFor = connectionAwaited(scopeOf(claim), companyId, countryCode)
    const missed = (): Promise<boolean> => access.hasOther(scopeOf(claim), companyId, countryCode, refused)
    return { ...this.#again(seen, seconds), outage: true, waitsFor, missed }
  }

  #again(seen: bigint, seconds: number): JobResult {
    return { seen, nextLook: new Date(this.#deps.clock.now().getTime() + seconds * 1000), outage: false }
  }
}

import type { Logger } from 'pino'
import { type AnswerFinding, recordAnswerFinding } from '../../commands/received.js'
import { type CommandContext, handle, load, type Loaded } from '../../commands/handle.js'
import type { Access, NoAnswer } from '../../countries/gateway/access.js'
import { COUNTRIES } from '../../countries/registry.js'
import { ENVIRONMENTS, type Scope } from '../../domain/event.js'
import { openAnswers, received, type ReceivedEvent, type ReceivedState } from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { SubmittingAccess } from '../connections/submitting-access.js'
import { connectionAwaited } from '../work/awaited.js'
import { pauseAfter } from '../work/breaker.js'
import { gateOfConnection, openingAwaited } from '../work/connection-gates.js'
import { correlated } from '../work/correlation.js'
import { fitted } from '../work/event-texts.js'
import { noteOutcome, passConnection } from '../work/gates-of-call.js'
import { governmentOf } from '../work/invoice-lanes.js'
import { interrupted, type Job, type JobResult, type Lease } from '../work/job.js'
import { type Claim, type Gates, type Lane, scopeOf, type WorkSource } from '../work/work-list.js'
import { type AnswerInStream, answerStep, type AnswerStepDeps, NOT_MINE, type Wait } from './answer-step.js'

/** The dependencies of `Answers`. */
interface AnswersDeps extends AnswerStepDeps {
  readonly gates: Gates
  readonly access: Pick<SubmittingAccess, 'find' | 'hasOther' | 'refused'>
  readonly log: Logger
  /** Multiplies waiting times between calls to governments. */
  readonly pace: number
}

/** In bytes. */
const LONGEST_REASON = 1_000
const WITHOUT_ACCESS_SECONDS = 600

/**
 * Brings the answers to received invoices to their senders: hands each in once, in the order in
 * which they were given, and follows it until it is confirmed or refused. The stream's own state
 * chooses the step, so that any process can continue where another died.
 */
export class Answers implements Job {
  readonly source: WorkSource = {
    kind: 'answers',
    projection: 'answers',
    work: (candidate) =>
      `SELECT stream AS key, account, environment, country || ' ' || environment || ' answer' AS lane, due_at, position
       FROM read.answers WHERE ${candidate}`,
  }
  readonly lanes: readonly Lane[] = Object.values(COUNTRIES).flatMap(({ code }) =>
    ENVIRONMENTS.map((environment) => {
      const government = governmentOf(code, environment)
      return { name: `${government} answer`, government }
    }),
  )
  readonly concurrency = 4
  /** What was handed in may have arrived: the government alone decides. */
  readonly giveUp = null
  readonly #deps: AnswersDeps

  constructor(deps: AnswersDeps) {
    this.#deps = deps
  }

  async advance(claim: Claim, lease: Lease): Promise<JobResult> {
    const loaded = await load(this.#deps.store, received, claim.key)
    const correlationId = loaded.events[0]?.metadata.$correlationId ?? null
    return correlated(correlationId, () => this.#continue(claim, lease, loaded))
  }

  async #continue(claim: Claim, lease: Lease, found: Loaded<ReceivedState, ReceivedEvent>): Promise<JobResult> {
    const { clock } = this.#deps
    let loaded = found
    /** Answers that were looked at in this turn. */
    const looked = new Map<string, Wait>()
    for (;;) {
      const { state } = loaded
      const seen = loaded.position > claim.position ? loaded.position : claim.position
      const open = state.status === 'none' ? [] : openAnswers(state.answers)
      const answer = open.find(({ responseId }) => !looked.has(responseId))
      if (state.status === 'none' || open.length === 0) return { seen, nextLook: null, outage: false }
      if (answer === undefined) return this.#soonest(seen, [...looked.values()])
      if (lease.signal.aborted) return interrupted(seen, clock.now())
      const given = { answer, received: state.facts, events: loaded.events }
      const step = await this.#call(claim, lease, given, answerStep(this.#deps, lease, scopeOf(claim), given))
      if ('seconds' in step) {
        if (step.interrupted) return interrupted(seen, clock.now())
        looked.set(answer.responseId, step)
        // Later ones do not overtake it.
        if (answer.status === 'requested') return this.#soonest(seen, [...looked.values()])
      } else loaded = await this.#record(claim, loaded, step)
    }
  }

  #soonest(seen: bigint, waits: readonly Wait[]): JobResult {
    const [first] = waits.toSorted((one, other) => one.seconds - other.seconds)
    if (first === undefined) return { seen, nextLook: null, outage: false }
    const { seconds, outage, waitsFor, missed } = first
    return {
      seen,
      nextLook: new Date(this.#deps.clock.now().getTime() + seconds * 1000),
      outage,
      ...(waitsFor !== undefined && { waitsFor }),
      ...(missed !== undefined && { missed }),
    }
  }

  /** Calls the government with the company's connection, and opens and closes the gates by it. */
  async #call(
    claim: Claim,
    { signal }: Lease,
    { answer: { country }, received: { companyId } }: AnswerInStream,
    call: (access: Access | null) => Promise<AnswerFinding | Wait | NoAnswer>,
  ): Promise<AnswerFinding | Wait> {
    const { access, gates, clock, log, pace } = this.#deps
    const scope = scopeOf(claim)
    const government = governmentOf(country, scope.environment)
    const opened = scope.environment === 'test' ? null : await access.find(scope, companyId, country)
    if (scope.environment === 'production' && opened === null)
      return this.#withoutAccess(scope, companyId, country, null)
    const begunAt = clock.now()
    const connection = opened === null ? null : gateOfConnection(opened.connectionId)
    const passed = { government, lane: claim.lane, connection, begunAt }
    const closed = await passConnection(gates, passed, begunAt)
    if (connection !== null && closed !== null)
      return { seconds: this.#secondsUntil(closed), outage: false, waitsFor: openingAwaited(connection) }
    const outcome = await call(opened)
    if (!('kind' in outcome)) {
      if (outcome !== NOT_MINE) await noteOutcome(gates, passed, null, clock.now())
      return outcome
    }
    if (signal.aborted && outcome.kind === 'unavailable') return INTERRUPTED
    log.debug({ companyId, reason: fitted(outcome.reason, LONGEST_REASON) }, 'an answer waits, will try again')
    await noteOutcome(gates, passed, outcome, clock.now())
    switch (outcome.kind) {
      case 'unauthorized':
        if (opened !== null) await access.refused(scope, opened, outcome)
        return this.#withoutAccess(scope, companyId, country, opened)
      case 'exhausted':
        return { seconds: this.#secondsUntil(outcome.until), outage: false }
      default:
        return { seconds: pauseAfter(claim.outages, outcome, pace), outage: true }
    }
  }

  #secondsUntil(instant: Date): number {
    return Math.max(0, (instant.getTime() - this.#deps.clock.now().getTime()) / 1000)
  }

  #withoutAccess(scope: Scope, companyId: string, country: CountryCode, refused: Access | null): Wait {
    return {
      seconds: WITHOUT_ACCESS_SECONDS * this.#deps.pace,
      outage: true,
      waitsFor: connectionAwaited(scope, companyId, country),
      missed: () => this.#deps.access.hasOther(scope, companyId, country, refused),
    }
  }

  async #record(
    claim: Claim,
    loaded: Loaded<ReceivedState, ReceivedEvent>,
    finding: AnswerFinding,
  ): Promise<Loaded<ReceivedState, ReceivedEvent>> {
    const { key: stream } = claim
    const context: CommandContext = {
      ...scopeOf(claim),
      actor: 'processor:answers',
      correlationId: loaded.events[0]?.metadata.$correlationId ?? stream,
      causationId: loaded.events.at(-1)?.id ?? stream,
    }
    const outcome = await handle(this.#deps, context, received, stream, recordAnswerFinding(finding), loaded)
    if (outcome.kind === 'done' && outcome.appended.length > 0) return outcome.loaded
    // Another worker was faster.
    return load(this.#deps.store, received, stream)
  }
}

const INTERRUPTED: Wait = { seconds: 0, outage: false, interrupted: true }

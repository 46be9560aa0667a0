import type { Access, Gateway, GovernmentDocument, NoAnswer, Submission } from '../../countries/gateway/gateway.js'
import { todayIn } from '../../domain/calendar.js'
import type { StreamEvent } from '../../domain/event.js'
import type { DocumentReference } from '../../domain/document-reference.js'
import type { Attempt, CreatedInvoice, InvoiceEvent, InvoiceFailed, InvoiceState } from '../../domain/invoice.js'
import { outageDelay, pauseAfter } from '../work/breaker.js'
import { gateOfConnection, openingAwaited } from '../work/connection-gates.js'
import { noteOutcome, passConnection } from '../work/gates-of-call.js'
import { nextReport } from '../../domain/payment-report.js'
import { streamName } from '../../domain/streams.js'
import { resolveDocument } from '../../storage/documents/invoice-content.js'
import { fitted } from '../work/event-texts.js'
import { explained } from '../work/faults.js'
import { type Operation, governmentOf, laneOfOperation } from '../work/invoice-lanes.js'
import {
  countryOfInvoice,
  type Found,
  found,
  type PipelineDeps,
  type PipelineRun,
  type StepOutcome,
  type Wait,
} from './invoice-step.js'
import { connectionAwaited, messagesAwaited } from '../work/awaited.js'
import type { Lane } from '../work/work-list.js'

type Submitting = Extract<InvoiceState, { status: 'submitting' }>
type Submitted = Extract<InvoiceState, { status: 'submitted' }>
type Accepted = Extract<InvoiceState, { status: 'accepted' }>

/** An invoice that waits for its connection is woken; this is for changes without an event. */
const FIRST_ACCESS_SECONDS = 30
const LONGEST_ACCESS_SECONDS = 6 * 3600

/** The steps of an invoice that call its government. */
export class GovernmentSteps {
  readonly #deps: PipelineDeps
  readonly #run: PipelineRun

  constructor(deps: PipelineDeps, run: PipelineRun) {
    this.#deps = deps
    this.#run = run
  }

  /**
   * The government is asked before each upload: the process that began the attempt may have died
   * between the upload and its event, and a restored store does not have the attempts that it has
   * lost. It costs one call for each invoice.
   */
  async submit({ state, events }: Found<Submitting>): Promise<StepOutcome> {
    const { open } = state.attempts
    const arrived = open.find(({ receipt }) => receipt !== null)
    if (arrived?.receipt) return found({ type: 'InvoiceSubmitted', data: arrived.receipt })
    return this.#call(state, 'submit', async (gateway, access) => {
      const { stillMine, lost, isHeld, signal } = this.#run.lease
      for (const attempt of open) {
        if (signal.aborted) return INTERRUPTED
        const known = await gateway.find(await this.#submission(state, events, attempt, access))
        if (known.kind === 'known') return this.#submitted(state, attempt, known)
        if (known.kind !== 'unknown') return known
      }
      const submission = await this.#submission(state, events, state.attempt, access)
      if (!(await stillMine())) return NOT_MINE
      if (signal.aborted) return INTERRUPTED
      const outcome = await gateway.submit(submission, { lost, isHeld })
      switch (outcome.kind) {
        case 'submitted':
          return this.#submitted(state, state.attempt, outcome)
        case 'refused':
          // Another worker that has taken over may be uploading at this moment: its answer
          // decides.
          if (!(await stillMine(true))) return NOT_MINE
          return found({ type: 'InvoiceFailed', data: await this.#refused(state, submission, outcome.errorMessage) })
        default:
          return lost.aborted ? NOT_MINE : outcome
      }
    })
  }

  /** With the warnings of the day of the submission: the invoice may have waited for days. */
  async #submitted(
    state: Submitting,
    { attemptId }: Attempt,
    outcome: {
      readonly uploadId: string
      readonly govEndpoint: string
      readonly warnings?: readonly string[]
    },
  ): Promise<StepOutcome> {
    const { country, invoicing } = countryOfInvoice(this.#deps, state)
    const today = todayIn(country.timeZone, this.#deps.clock.now())
    const ofTheDay = invoicing.warningsWhenSent?.(await this.#run.accepted(state), today) ?? []
    const { uploadId, govEndpoint } = outcome
    const warnings = [...ofTheDay, ...(outcome.warnings ?? [])]
    const data = { attemptId, uploadId, govEndpoint, ...(warnings.length > 0 && { warnings }) }
    return found({ type: 'InvoiceSubmitted', data })
  }

  /** Asks for the decision. */
  async poll({ state, events }: Found<Submitted>): Promise<StepOutcome> {
    return this.#call(state, 'poll', async (gateway, access, lane) => {
      const submission = await this.#submission(state, events, state.attempt, access)
      const outcome = await gateway.poll(submission, state.uploadId, lastTime(events, 'InvoiceSubmitted'))
      switch (outcome.kind) {
        case 'pending':
          return {
            kind: 'wait',
            seconds: outcome.retryAfterSeconds,
            outage: false,
            lane: lane.name,
            ...this.#messages(state),
          }
        case 'accepted': {
          const { govId, govMessage, receipt, invoicingMode, certificateUrl, warnings } = outcome
          await this.#deliverInTest(submission, state, events, govId)
          const data = {
            govId,
            govMessage,
            receipt: receipt && (await this.#kept(receipt)),
            ...(invoicingMode !== undefined && { invoicingMode }),
            ...(certificateUrl !== undefined && { certificateUrl }),
            ...(warnings !== undefined && { warnings }),
          }
          return found({ type: 'InvoiceAccepted', data })
        }
        case 'rejected': {
          const { errorMessage, document, warnings } = outcome
          const reference = document ? await this.#kept(document) : await this.#wholeOf(errorMessage)
          const { invoicing } = countryOfInvoice(this.#deps, state)
          const data = {
            ...explained(invoicing, errorMessage, 'rejected', submission.invoice),
            document: reference,
            ...(warnings !== undefined && { warnings }),
          }
          return found({ type: 'InvoiceRejected', data })
        }
        default:
          return outcome
      }
    })
  }

  /**
   * In the test environment the buyer may be a company of the same account. Before the acceptance
   * is recorded: a process that dies in between delivers again, and it arrives once.
   */
  async #deliverInTest(
    submission: Submission,
    { facts }: Submitted,
    [first]: readonly StreamEvent<InvoiceEvent>[],
    govId: string,
  ): Promise<void> {
    if (submission.scope.environment !== 'test') return
    const correlationId = first?.metadata.$correlationId ?? facts.invoiceId
    await this.#deps.testArrivals?.deliver({ submission, country: facts.country, govId, correlationId })
  }

  /**
   * Reports the payments to the government, one after another. Like an upload it may have arrived
   * before: the gateway checks, by the payment's id.
   */
  async reportPayments({ state, events }: Found<Accepted>): Promise<StepOutcome> {
    const payment = nextReport(state.payments)
    if (payment === undefined) return { kind: 'decided' }
    const { paymentId } = payment
    return this.#call(state, 'submit', async (gateway, access) => {
      const { stillMine, lost, isHeld, signal } = this.#run.lease
      const sent = state.attempts.open.findLast(({ receipt }) => receipt !== null)
      if (sent === undefined) throw new Error('accepted invoice without a submission')
      if (gateway.reportPayment === undefined) throw new Error(`no report of payments to ${state.facts.country}`)
      const submission = await this.#submission(state, events, sent, access)
      if (!(await stillMine())) return NOT_MINE
      if (signal.aborted) return INTERRUPTED
      const outcome = await gateway.reportPayment(submission, state.govId, payment, { lost, isHeld })
      switch (outcome.kind) {
        case 'reported': {
          const { reportId, document } = outcome
          const reference = document && (await this.#kept(document))
          return found({ type: 'PaymentReported', data: { paymentId, reportId, document: reference } })
        }
        case 'refused':
          // Another worker that has taken over may be reporting at this moment: its answer
          // decides.
          if (!(await stillMine(true))) return NOT_MINE
          return found({ type: 'PaymentReportRefused', data: { paymentId, errorMessage: outcome.errorMessage } })
        default:
          return lost.aborted ? NOT_MINE : outcome
      }
    })
  }

  /**
   * Calls the government in the lane of the operation, with the company's connection. The outcome
   * opens and closes the gates.
   */
  async #call(
    state: Submitting | Submitted | Accepted,
    operation: Operation,
    call: (gateway: Gateway, access: Access | null, lane: Lane) => Promise<StepOutcome | NoAnswer>,
  ): Promise<StepOutcome> {
    const { scope, lease } = this.#run
    const { companyId, country } = state.facts
    const government = governmentOf(country, scope.environment)
    const lane = laneOfOperation(government, operation)
    if (!(await lease.enter(lane))) return { kind: 'wait', seconds: 0, outage: false, lane: lane.name }
    const access = scope.environment === 'test' ? null : await this.#deps.access.find(scope, companyId, country)
    if (scope.environment === 'production' && access === null) return this.#withoutAccess(state, lane, null)
    if (lease.signal.aborted) return INTERRUPTED
    const { gates, clock } = this.#deps
    const begunAt = clock.now()
    const gate = access === null ? null : gateOfConnection(access.connectionId)
    const passed = { government, lane: lane.name, connection: gate, begunAt }
    const closed = await passConnection(gates, passed, begunAt)
    if (gate !== null && closed !== null) return this.#behind(gate, closed, lane)
    const outcome = await call(gatewayOf(this.#deps, this.#run, state), access, lane)
    // The end of the process has ended the call: nothing is known about the government.
    if (lease.signal.aborted && outcome.kind === 'unavailable') return INTERRUPTED
    const note = (shown: NoAnswer | null): Promise<void> => noteOutcome(gates, passed, shown, clock.now())
    switch (outcome.kind) {
      case 'unauthorized':
        await note(outcome)
        if (access !== null) await this.#deps.access.refused(scope, access, outcome)
        return this.#withoutAccess(state, lane, access)
      case 'exhausted':
        await note(outcome)
        return {
          kind: 'wait',
          seconds: outcome.concerns === 'government' ? 0 : this.#secondsUntil(outcome.until),
          outage: false,
          lane: lane.name,
        }
      case 'unavailable':
        await note(outcome)
        return this.#away(state, outcome, lane, gate)
      default:
        if (outcome !== NOT_MINE && outcome !== INTERRUPTED) await note(null)
        return outcome
    }
  }

  /**
   * It waits until the system of its connection answers others. Each try costs queries, so the
   * pauses grow; the first call that is answered wakes it.
   */
  #behind(gate: string, closed: Date, { name }: Lane): Wait {
    const seconds = Math.max(this.#secondsUntil(closed), outageDelay(this.#run.outages, 0, this.#deps.pace))
    return { kind: 'wait', seconds, outage: true, lane: name, waitsFor: openingAwaited(gate) }
  }

  /**
   * It waits until the company's connection is active, however long. `refused`: the access that
   * the government refuses; null: there was none.
   */
  #withoutAccess({ facts }: CreatedInvoice, { name }: Lane, refused: Access | null): Wait {
    const { scope, outages } = this.#run
    const { access } = this.#deps
    const seconds = Math.min(FIRST_ACCESS_SECONDS * 2 ** Math.min(outages, 20), LONGEST_ACCESS_SECONDS)
    const waitsFor = connectionAwaited(scope, facts.companyId, facts.country)
    const missed = (): Promise<boolean> => access.hasOther(scope, facts.companyId, facts.country, refused)
    return { kind: 'wait', seconds, outage: true, lane: name, waitsFor, missed }
  }

  async #away(
    state: Submitting | Submitted | Accepted,
    outcome: Extract<NoAnswer, { kind: 'unavailable' }>,
    lane: Lane,
    gate: string | null,
  ): Promise<StepOutcome> {
    const { gates, clock } = this.#deps
    const { reason } = outcome
    // Behind a closed gate nothing is tried, so the pauses of the invoice itself need not grow. It
    // opens again when a probe is answered, often before its time.
    const closedLane = await gates.closedUntil(lane, clock.now())
    const closedGate = gate === null ? null : await gates.closedUntil({ name: gate, government: null }, clock.now())
    const closed = closedLane ?? closedGate
    const pause = pauseAfter(this.#run.outages, outcome, this.#deps.pace)
    const seconds = closed === null ? pause : Math.min(pause, this.#secondsUntil(closed))
    const behind = gate !== null && closedGate !== null ? { waitsFor: openingAwaited(gate) } : {}
    const messages = closed === null ? this.#messages(state) : behind
    if (state.status !== 'submitting' || state.deferred) {
      return { kind: 'wait', seconds, outage: closed === null, lane: lane.name, ...messages }
    }
    const nextTryAt = new Date(clock.now().getTime() + seconds * 1000).toISOString()
    const data = { attemptId: state.attempt.attemptId, reason, nextTryAt }
    return { kind: 'found', findings: [{ type: 'SubmissionDeferred', data }], lane: lane.name, ...messages }
  }

  /** Messages that the government sends by itself are processed when they arrive. */
  #messages({ facts }: CreatedInvoice): Pick<Wait, 'waitsFor'> {
    const { environment } = this.#run.scope
    if (environment === 'test') return {}
    return { waitsFor: messagesAwaited(streamName(environment, 'Invoice', facts.invoiceId)) }
  }

  #secondsUntil(instant: Date): number {
    return Math.max(0, (instant.getTime() - this.#deps.clock.now().getTime()) / 1000)
  }

  async #refused(state: CreatedInvoice, { invoice }: Submission, errorMessage: string): Promise<InvoiceFailed['data']> {
    const { invoicing } = countryOfInvoice(this.#deps, state)
    const failure = { reason: 'government', ...explained(invoicing, errorMessage, 'failed', invoice) } as const
    const document = await this.#wholeOf(errorMessage)
    return document === null ? failure : { ...failure, document }
  }

  #kept({ bytes, mediaType }: GovernmentDocument): Promise<DocumentReference> {
    return this.#deps.documents.put(this.#run.scope, bytes, mediaType)
  }

  /** A government's text that an event can't hold, as a document; null: it fits. */
  async #wholeOf(text: string): Promise<DocumentReference | null> {
    if (fitted(text) === text) return null
    return this.#deps.documents.put(this.#run.scope, Buffer.from(text), 'text/plain; charset=utf-8')
  }

  async #submission(
    state: CreatedInvoice,
    events: readonly StreamEvent<InvoiceEvent>[],
    { attemptId, converted }: Attempt,
    access: Access | null,
  ): Promise<Submission> {
    const { documents } = this.#deps
    const { scope, accepted } = this.#run
    return {
      scope,
      invoiceId: state.facts.invoiceId,
      attemptId,
      refusals: state.attempts.refusals,
      createdAt: lastTime(events, 'InvoiceCreated'),
      invoice: await accepted(state),
      xml: await resolveDocument(documents, scope, converted.document.sha256),
      ...(converted.hybrid && { pdf: await resolveDocument(documents, scope, converted.hybrid.sha256) }),
      access,
    }
  }
}

/** Another worker has taken over, or may have: it continues from the stream. */
const NOT_MINE: Wait = { kind: 'wait', seconds: 0, outage: false }

/** The process is to end: the step is left to another one. */
const INTERRUPTED: Wait = { kind: 'wait', seconds: 0, outage: false, interrupted: true }

/** The gateway for the invoice. Throws if there is none. */
export function gatewayOf(deps: PipelineDeps, { scope }: PipelineRun, state: CreatedInvoice): Gateway {
  const { country } = countryOfInvoice(deps, state)
  const gateway = deps.gatewayFor(scope.environment, country)
  if (gateway === null) throw new Error(`no gateway for ${country.code} in ${scope.environment}`)
  return gateway
}

/** When this happened last. */
function lastTime(events: readonly StreamEvent<InvoiceEvent>[], type: InvoiceEvent['type']): Date {
  const event = events.findLast((candidate) => candidate.type === type)
  if (event === undefined) throw new Error(`a stream without ${type}`)
  return new Date(event.metadata.occurredAt)
}

import type { CommandDeps } from '../commands/handle.js'
import type { PipelineFinding } from '../commands/process-invoice.js'
import type { Country, Invoicing } from '../countries/country.js'
import type { Gateway, Submission, Unavailable } from '../countries/gateway.js'
import type { GatewayFor } from '../countries/gateways.js'
import type { InvoiceRequest, CountryCode } from '../domain/invoice-request.js'
import { todayIn } from '../domain/calendar.js'
import type { DocumentReference } from '../domain/document-reference.js'
import type { Scope } from '../domain/event.js'
import {
  type Attempt,
  attemptIdOf,
  type CreatedInvoice,
  type InvoiceFailed,
  type InvoiceState,
  isBegun,
} from '../domain/invoice.js'
import type { Judgement } from '../einvoice/judgement.js'
import { UnwritableText } from '../einvoice/syntax/document-sink.js'
import type { DocumentStore } from '../storage/documents.js'
import { resolveContent, resolveDocument } from '../storage/invoice-content.js'
import { fitted } from './event-texts.js'
import { judgingHere } from '../judging/here.js'
import type { Caller, Judging } from '../judging/port.js'
import { brokenRules, explained, inexpressible } from './faults.js'
import type { Lease } from './job.js'

/** What the steps of the invoice pipeline work with. */
export interface PipelineDeps extends CommandDeps {
  readonly documents: DocumentStore
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  /** Where invoices are judged and converted; absent: in this thread. */
  readonly judging?: Judging
}

/** One claim's way through the steps. */
export interface PipelineRun {
  readonly scope: Scope
  /** Tries in a row before this one that ended in an outage. */
  readonly outages: number
  readonly lease: Pick<Lease, 'stillMine' | 'lost'>
}

/** The outcome of one step. */
export type Step =
  | { readonly kind: 'found'; readonly findings: readonly PipelineFinding[] }
  | { readonly kind: 'wait'; readonly seconds: number; readonly outage: boolean }
  | { readonly kind: 'decided' }

type Preparing = Extract<InvoiceState, { status: 'created' | 'validated' | 'converting' }>
type Submitting = Extract<InvoiceState, { status: 'submitting' }>
type Submitted = Extract<InvoiceState, { status: 'submitted' }>

const FIRST_OUTAGE_SECONDS = 5
const LONGEST_OUTAGE_SECONDS = 15 * 60

/**
 * The next try after an outage: doubling from 5 s to a quarter of an hour, but not before the
 * government itself says.
 */
export function outageDelay(outages: number, atLeastSeconds: number): number {
  return Math.max(atLeastSeconds, Math.min(FIRST_OUTAGE_SECONDS * 2 ** outages, LONGEST_OUTAGE_SECONDS))
}

/**
 * The steps of the pipeline: each finds out what follows one state, with at most one effect
 * outside.
 */
export class InvoiceSteps {
  readonly #deps: PipelineDeps
  readonly #run: PipelineRun
  #content: InvoiceRequest | undefined

  constructor(deps: PipelineDeps, run: PipelineRun) {
    this.#deps = deps
    this.#run = run
  }

  get #judging(): Judging {
    return this.#deps.judging ?? judgingHere
  }

  /** The pipeline waits for its turn, so that it does not delay requests over HTTP. */
  get #caller(): Caller {
    return { account: `${this.#run.scope.account} pipeline`, whenBusy: 'wait' }
  }

  /** Read once: a large one takes a while to parse. */
  async #accepted({ facts }: CreatedInvoice): Promise<InvoiceRequest> {
    this.#content ??= await resolveContent(this.#deps.documents, this.#run.scope, facts.content)
    return this.#content
  }

  async next(state: CreatedInvoice): Promise<Step> {
    switch (state.status) {
      case 'created':
      case 'validated':
      case 'converting':
        return isBegun(state) ? found(...resumed(state)) : this.#prepare(state)
      case 'submitting':
        return this.#submit(state)
      case 'submitted':
        return this.#poll(state)
      case 'accepted':
      case 'rejected':
      case 'error':
        return { kind: 'decided' }
    }
  }

  /** Everything that needs no answer from outside is found out at once and recorded together. */
  async #prepare(state: Preparing): Promise<Step> {
    switch (state.status) {
      case 'created':
        return this.#validate(state)
      case 'validated':
        return found(...(await this.#convert(state)))
      case 'converting':
        return found(this.#started(state, state.converted.document))
    }
  }

  async #validate(state: Preparing): Promise<Step> {
    const { country, invoicing } = this.#country(state)
    const accepted = await this.#accepted(state)
    const today = todayIn(country.timeZone, this.#deps.clock.now())
    const judgement = await this.#judging.validate(this.#caller, country, accepted, today)
    if (!judgement.valid) {
      return found({ type: 'InvoiceFailed', data: await this.#broken(judgement, state.facts.invoiceId) })
    }
    const { rulesChecked } = judgement
    const validated = {
      type: 'InvoiceValidated',
      data: { rulesChecked, format: invoicing.formatOf(accepted) },
    } as const
    return found(validated, ...(await this.#convert(state)))
  }

  async #broken(judgement: Judgement, invoiceId: string): Promise<InvoiceFailed['data']> {
    const { failure, isAll } = brokenRules(judgement, invoiceId)
    if (isAll) return failure
    const all = Buffer.from(JSON.stringify(judgement.findings))
    return { ...failure, document: await this.#deps.documents.put(this.#run.scope, all, 'application/json') }
  }

  async #convert(state: Preparing): Promise<readonly PipelineFinding[]> {
    const { documents } = this.#deps
    const { scope } = this.#run
    const { country } = this.#country(state)
    const accepted = await this.#accepted(state)
    const attachments = await Promise.all(
      (accepted.attachments ?? []).map(({ sha256 }) => resolveDocument(documents, scope, sha256)),
    )
    try {
      const converted = await this.#judging.convert(this.#caller, country, accepted, attachments)
      const { xml, mediaType, format } = converted
      const document = await documents.put(scope, xml, mediaType)
      return [{ type: 'InvoiceConverted', data: { format, document } }, this.#started(state, document)]
    } catch (error) {
      if (!(error instanceof UnwritableText)) throw error
      return [{ type: 'InvoiceFailed', data: inexpressible(error) }]
    }
  }

  /**
   * Throws where there is no gateway to the government: a submission that can't be carried out is
   * not begun.
   */
  #started(state: Preparing, { sha256 }: DocumentReference): PipelineFinding {
    this.#gateway(state)
    return { type: 'SubmissionStarted', data: { attemptId: attemptIdOf(state.facts.invoiceId, sha256) } }
  }

  /**
   * The government is asked before anything is uploaded, each time: the process that began the
   * attempt may have died between the upload and its event, and a restored store does not know the
   * attempts that it has lost. It costs one question for each invoice.
   */
  async #submit(state: Submitting): Promise<Step> {
    const { stillMine, lost } = this.#run.lease
    const { open } = state.attempts
    const arrived = open.find(({ receipt }) => receipt !== null)
    if (arrived?.receipt) return found({ type: 'InvoiceSubmitted', data: arrived.receipt })
    const gateway = this.#gateway(state)
    for (const attempt of open) {
      const known = await gateway.find(await this.#submission(state, attempt))
      if (known.kind === 'unavailable') return this.#away(state, known)
      if (known.kind === 'known') return submitted(attempt, known)
    }
    const submission = await this.#submission(state, state.attempt)
    if (!(await stillMine())) return { kind: 'wait', seconds: 0, outage: false }
    const outcome = await gateway.submit(submission, lost)
    switch (outcome.kind) {
      case 'submitted':
        return submitted(state.attempt, outcome)
      case 'refused':
        return found({ type: 'InvoiceFailed', data: await this.#refused(state, outcome.errorMessage) })
      case 'unavailable':
        return lost.aborted ? { kind: 'wait', seconds: 0, outage: false } : this.#away(state, outcome)
    }
  }

  #away({ attempt, deferred }: Submitting, { reason, retryAfterSeconds }: Unavailable): Step {
    const seconds = outageDelay(this.#run.outages, retryAfterSeconds)
    if (deferred) return { kind: 'wait', seconds, outage: true }
    const nextTryAt = new Date(this.#deps.clock.now().getTime() + seconds * 1000).toISOString()
    return found({ type: 'SubmissionDeferred', data: { attemptId: attempt.attemptId, reason, nextTryAt } })
  }

  async #refused(state: Submitting, errorMessage: string): Promise<InvoiceFailed['data']> {
    const failure = { reason: 'government', ...explained(this.#country(state).invoicing, errorMessage) } as const
    const document = await this.#wholeOf(errorMessage)
    return document === null ? failure : { ...failure, document }
  }

  async #poll(state: Submitted): Promise<Step> {
    const { scope, outages } = this.#run
    const { documents } = this.#deps
    const submission = await this.#submission(state, state.attempt)
    const outcome = await this.#gateway(state).poll(submission, state.uploadId)
    switch (outcome.kind) {
      case 'pending':
        return { kind: 'wait', seconds: outcome.retryAfterSeconds, outage: false }
      case 'unavailable':
        return { kind: 'wait', seconds: outageDelay(outages, outcome.retryAfterSeconds), outage: true }
      case 'accepted': {
        const { govId, govMessage, receipt } = outcome
        const reference = receipt && (await documents.put(scope, receipt.bytes, receipt.mediaType))
        return found({ type: 'InvoiceAccepted', data: { govId, govMessage, receipt: reference } })
      }
      case 'rejected': {
        const { errorMessage, document } = outcome
        const reference = document
          ? await documents.put(scope, document.bytes, document.mediaType)
          : await this.#wholeOf(errorMessage)
        return found({
          type: 'InvoiceRejected',
          data: { ...explained(this.#country(state).invoicing, errorMessage), document: reference },
        })
      }
    }
  }

  /** A government's text that an event can't hold, as a document; null: it fits. */
  async #wholeOf(text: string): Promise<DocumentReference | null> {
    if (fitted(text) === text) return null
    return this.#deps.documents.put(this.#run.scope, Buffer.from(text), 'text/plain; charset=utf-8')
  }

  async #submission(state: CreatedInvoice, { attemptId, converted }: Attempt): Promise<Submission> {
    const { documents } = this.#deps
    const { scope } = this.#run
    return {
      scope,
      invoiceId: state.facts.invoiceId,
      attemptId,
      refusals: state.attempts.refusals,
      invoice: await this.#accepted(state),
      xml: await resolveDocument(documents, scope, converted.document.sha256),
    }
  }

  #country({ facts }: CreatedInvoice): { readonly country: Country; readonly invoicing: Invoicing } {
    const country = this.#deps.countryOf(facts.country)
    const { invoicing } = country
    if (invoicing === null) throw new Error(`the format of ${country.code} is not built`)
    return { country, invoicing }
  }

  #gateway(state: CreatedInvoice): Gateway {
    const { country } = this.#country(state)
    const { environment } = this.#run.scope
    const gateway = this.#deps.gatewayFor(environment, country)
    if (gateway === null) throw new Error(`no gateway for ${country.code} in ${environment}`)
    return gateway
  }
}

/**
 * A submission that was begun before the invoice failed and was retried is continued, with the
 * same verdict, the same document and the same attempt. Judged and converted anew the result might
 * differ, while the government has the document already.
 */
function resumed({ status, attempts: { open } }: Preparing): readonly PipelineFinding[] {
  const attempt = open.find(({ receipt }) => receipt !== null) ?? open.at(-1)
  if (attempt === undefined) return []
  const { attemptId, validated, converted } = attempt
  const way: readonly PipelineFinding[] = [
    { type: 'InvoiceValidated', data: validated },
    { type: 'InvoiceConverted', data: converted },
    { type: 'SubmissionStarted', data: { attemptId } },
  ]
  return way.slice({ created: 0, validated: 1, converting: 2 }[status])
}

function submitted({ attemptId }: Attempt, receipt: { readonly uploadId: string; readonly govEndpoint: string }): Step {
  const { uploadId, govEndpoint } = receipt
  return found({ type: 'InvoiceSubmitted', data: { attemptId, uploadId, govEndpoint } })
}

function found(...findings: readonly PipelineFinding[]): Step {
  return { kind: 'found', findings }
}

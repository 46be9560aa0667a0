import type { PipelineFinding } from '../../commands/invoice.js'
import { issueFinalInvoice } from '../../commands/use-cases/final-invoice.js'
import { beforeSubmission } from '../../countries/check-digits.js'
import type { Country } from '../../countries/country.js'
import type { OfflineOutcome } from '../../countries/gateway/gateway.js'
import { profileToSend } from '../../countries/judging/profile-to-send.js'
import { sized, type SizedInvoice } from '../../domain/request/sized-invoice.js'
import type { DocumentFormat, InvoiceRequest } from '../../domain/request/invoice-request.js'
import { todayIn } from '../../domain/calendar.js'
import { nextReport } from '../../domain/payment-report.js'
import { type Observer, type StepName, UNOBSERVED } from '../../domain/observer.js'
import type { DocumentReference } from '../../domain/document-reference.js'
import {
  attemptIdOf,
  chosenFormat,
  type CreatedInvoice,
  type InvoiceFailed,
  type InvoiceState,
  isBegun,
} from '../../domain/invoice.js'
import type { Judgement } from '../../einvoice/rules/judgement.js'
import { settledBefore } from '../../einvoice/rules/settled-advance.js'
import { UnwritableText } from '../../einvoice/syntax/document-sink.js'
import { resolveDocument, resolveSized } from '../../storage/documents/invoice-content.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import type { Caller, Judging } from '../../documents/judging/port.js'
import { renderInProcess } from '../../documents/rendering/in-process.js'
import { RenderingLimit } from '../../documents/rendering/port.js'
import { wholeLetterhead } from '../../storage/documents/letterhead.js'
import { brokenRules, inexpressible } from '../work/faults.js'
import { fitForBuyer } from './buyer-fit.js'
import { gatewayOf, GovernmentSteps } from './government-steps.js'
import { outcomeOf } from './step-outcomes.js'
import {
  countryOfInvoice,
  found,
  type Found,
  type PipelineDeps,
  type PipelineRun,
  type StepOutcome,
} from './invoice-step.js'

type Preparing = Extract<InvoiceState, { status: 'created' | 'validated' | 'converting' }>

/**
 * The steps of the pipeline: each determines what follows one state, with at most one external
 * effect.
 */
export class InvoiceSteps {
  readonly #deps: PipelineDeps
  readonly #run: PipelineRun
  readonly #government: GovernmentSteps
  readonly #observer: Observer
  #content: SizedInvoice | undefined
  /** The content in another format than requested. */
  #asSent: SizedInvoice | undefined
  /** The format that was chosen for the buyer, before it is recorded. */
  #sentAs: DocumentFormat | undefined
  #correlationId: string | null = null
  #createdAt: Date | undefined

  constructor(deps: PipelineDeps, run: Omit<PipelineRun, 'accepted'>) {
    this.#deps = deps
    this.#observer = deps.observer ?? UNOBSERVED
    this.#run = { ...run, accepted: async (state) => (await this.#accepted(state)).invoice }
    this.#government = new GovernmentSteps(deps, this.#run)
  }

  get #judging(): Judging {
    return this.#deps.judging ?? judgeInProcess
  }

  /** The pipeline waits for its turn, so that it does not delay requests over HTTP. */
  get #caller(): Caller {
    return { account: this.#run.scope.account, whenBusy: 'wait' }
  }

  /**
   * In the format that was chosen for the buyer, if any. Read once: a large one takes a while to
   * parse.
   */
  async #accepted(state: CreatedInvoice): Promise<SizedInvoice> {
    this.#content ??= await resolveSized(this.#deps.documents, this.#run.scope, state.facts.content)
    const chosen = state.status === 'created' ? this.#sentAs : chosenFormat(state)
    if (chosen === undefined) return this.#content
    if (this.#asSent?.invoice.format !== chosen) this.#asSent = sized({ ...this.#content.invoice, format: chosen })
    return this.#asSent
  }

  async next({ state, events }: Found<CreatedInvoice>): Promise<StepOutcome> {
    const created = events[0]?.metadata
    this.#correlationId = created?.$correlationId ?? null
    this.#createdAt = created && new Date(created.occurredAt)
    switch (state.status) {
      case 'created':
      case 'validated':
      case 'converting':
        return isBegun(state) ? { kind: 'found', findings: resumed(state) } : this.#prepare(state)
      case 'submitting':
        return this.#watched('submit', state, () => this.#government.submit({ state, events }), outcomeOf)
      case 'submitted':
        return this.#watched('poll', state, () => this.#government.poll({ state, events }), outcomeOf)
      case 'accepted':
        if (nextReport(state.payments) === undefined) return { kind: 'decided' }
        return this.#watched(
          'report payment',
          state,
          () => this.#government.reportPayments({ state, events }),
          outcomeOf,
        )
      case 'rejected':
      case 'error':
        return { kind: 'decided' }
    }
  }

  #watched<T>(
    step: StepName,
    { facts }: CreatedInvoice,
    work: () => Promise<T>,
    outcomeOf: (result: T) => string,
  ): Promise<T> {
    const { country, invoiceId } = facts
    const { environment } = this.#run.scope
    const activity = { step, country, environment, correlationId: this.#correlationId, ids: { invoiceId } }
    return this.#observer.watch({ kind: 'step', ...activity }, work, outcomeOf)
  }

  /** Everything that needs no external answer is determined at once and recorded together. */
  async #prepare(state: Preparing): Promise<StepOutcome> {
    switch (state.status) {
      case 'created':
        return this.#validate(state)
      case 'validated':
        return { kind: 'found', findings: await this.#convert(state) }
      case 'converting':
        return found(this.#started(state, state.converted.document))
    }
  }

  async #validate(state: Preparing): Promise<StepOutcome> {
    const { country, invoicing } = countryOfInvoice(this.#deps, state)
    const fit = await fitForBuyer(this.#deps, this.#run, state)
    // The process ends: the answer is not worth a verdict.
    if (this.#run.lease.signal.aborted) return { kind: 'wait', seconds: 0, outage: false, interrupted: true }
    if (fit.failure !== undefined) return found({ type: 'InvoiceFailed', data: fit.failure })
    const { sentAs } = fit
    this.#sentAs = sentAs
    const judgement = await this.#watched(
      'validate',
      state,
      () => this.#judged(state, country),
      ({ valid }) => (valid ? 'valid' : 'invalid'),
    )
    if (!judgement.valid) {
      return found({ type: 'InvoiceFailed', data: await this.#broken(judgement, state.facts.invoiceId) })
    }
    const { rulesChecked, edition } = judgement
    const { invoice } = await this.#accepted(state)
    const format = invoicing.formatOf(invoice)
    const { advances, settled } = await this.#issued(state, invoice)
    const warnings = [...(fit.warnings ?? []), ...settled.map(settledBefore)]
    const validated = {
      type: 'InvoiceValidated',
      data: {
        rulesChecked,
        format,
        ...(edition !== undefined && { edition }),
        ...(sentAs !== undefined && { sentAs }),
        ...(warnings.length > 0 && { warnings }),
        ...(advances.length > 0 && { advances }),
      },
    } as const
    return { kind: 'found', findings: [validated, ...(await this.#convert(state))] }
  }

  /** Links the invoice with the advances that it settles. */
  #issued({ facts: { invoiceId, number } }: Preparing, accepted: InvoiceRequest) {
    const { scope } = this.#run
    const correlationId = this.#correlationId ?? invoiceId
    const context = { actor: 'processor:invoice-pipeline', correlationId, causationId: invoiceId } as const
    return issueFinalInvoice(this.#deps, scope, context, { invoiceId, number }, accepted)
  }

  /** Wrong check digits are fatal before a live submission alone. */
  async #judged(state: Preparing, country: Country): Promise<Judgement> {
    return beforeSubmission(await this.#judgedByRules(state, country), this.#run.scope.environment)
  }

  /** The caller's own document is judged as it is. */
  async #judgedByRules(state: Preparing, country: Country): Promise<Judgement> {
    const now = this.#deps.clock.now()
    const { content } = state.facts
    if (content.kind !== 'xml') {
      const accepted = await this.#accepted(state)
      return this.#judging.validate(this.#caller, country, accepted, todayIn(country.timeZone, now))
    }
    const { documents } = this.#deps
    const xml = await resolveDocument(documents, this.#run.scope, content.document.sha256)
    const profile = profileToSend(country, (await this.#accepted(state)).invoice)
    return this.#judging.explain(this.#caller, xml, { country: country.code, profile, isToBeSent: true, now })
  }

  async #broken(judgement: Judgement, invoiceId: string): Promise<InvoiceFailed['data']> {
    const { failure, isAll } = brokenRules(judgement, invoiceId)
    if (isAll) return failure
    const all = Buffer.from(JSON.stringify(judgement.findings))
    return { ...failure, document: await this.#deps.documents.put(this.#run.scope, all, 'application/json') }
  }

  #convert(state: Preparing): Promise<readonly PipelineFinding[]> {
    const outcome = (findings: readonly PipelineFinding[]): string =>
      findings.some(({ type }) => type === 'InvoiceFailed') ? 'failed' : 'converted'
    return this.#watched('convert', state, () => this.#converted(state), outcome)
  }

  async #converted(state: Preparing): Promise<readonly PipelineFinding[]> {
    const { documents } = this.#deps
    const { scope } = this.#run
    const { country, invoicing } = countryOfInvoice(this.#deps, state)
    const accepted = await this.#accepted(state)
    const { invoice } = accepted
    const { content } = state.facts
    if (content.kind === 'xml') {
      const { document } = content
      return [
        { type: 'InvoiceConverted', data: { format: invoicing.formatOf(invoice), document } },
        this.#started(state, document),
      ]
    }
    const attachments = await Promise.all(
      (invoice.attachments ?? []).map(({ sha256 }) => resolveDocument(documents, scope, sha256)),
    )
    try {
      const converted = await this.#judging.convert(this.#caller, country, accepted, attachments, this.#createdAt)
      const { xml, mediaType, format } = converted
      const document = await documents.put(scope, xml, mediaType)
      const hybrid =
        invoicing.isSentAsHybrid?.(invoice) === true ? await this.#hybrid(state, invoice, xml, document) : null
      const issued = await this.#issuedOffline(state, invoice, Buffer.from(xml))
      if (issued?.kind === 'impossible') {
        const { errorMessage, errorTranslated, errorFix } = issued
        return [{ type: 'InvoiceFailed', data: { reason: 'conversion', errorMessage, errorTranslated, errorFix } }]
      }
      const data = {
        format,
        document,
        ...(hybrid !== null && { hybrid }),
        ...(issued !== null && { offline: issued.offline }),
      }
      return [{ type: 'InvoiceConverted', data }, this.#started(state, document)]
    } catch (error) {
      if (!(error instanceof UnwritableText)) throw error
      return [{ type: 'InvoiceFailed', data: inexpressible(error) }]
    }
  }

  /** As an invoice that is handed out before the government has it; null: it is none. */
  async #issuedOffline(state: Preparing, invoice: InvoiceRequest, xml: Uint8Array): Promise<OfflineOutcome | null> {
    const { scope } = this.#run
    const gateway = gatewayOf(this.#deps, this.#run, state)
    if (invoice.offline === undefined || gateway.issueOffline === undefined) return null
    const { companyId, country } = state.facts
    const access = scope.environment === 'test' ? null : await this.#deps.access.find(scope, companyId, country)
    return gateway.issueOffline({ scope, invoice, xml, access })
  }

  /**
   * The PDF with the XML inside, as it is sent: with neither status nor number, which it has only
   * later. null: its pages need more than the limits, and the XML is sent alone.
   */
  async #hybrid(
    state: Preparing,
    invoice: InvoiceRequest,
    xml: Uint8Array,
    { sha256 }: DocumentReference,
  ): Promise<DocumentReference | null> {
    const { documents, rendering = renderInProcess, clock } = this.#deps
    const { scope } = this.#run
    const at = (this.#createdAt ?? clock.now()).toISOString()
    const { country } = countryOfInvoice(this.#deps, state)
    const unsent = { environment: scope.environment, status: null, governmentNumber: null, at }
    const shown = {
      ...(await wholeLetterhead(documents, scope, state.facts.letterhead)),
      country: country.code,
      invoice,
      language: country.language,
      state: unsent,
      xml: { bytes: xml, sha256 },
    }
    try {
      const pdf = await rendering.pdf(this.#caller, { ...shown, isHybrid: true })
      return await documents.put(scope, pdf, 'application/pdf')
    } catch (error) {
      if (!(error instanceof RenderingLimit)) throw error
      return null
    }
  }

  /**
   * Throws if there is no gateway to the government: a submission that can't be carried out is not
   * begun.
   */
  #started(state: Preparing, { sha256 }: DocumentReference): PipelineFinding {
    gatewayOf(this.#deps, this.#run, state)
    return { type: 'SubmissionStarted', data: { attemptId: attemptIdOf(state.facts.invoiceId, sha256) } }
  }
}

/**
 * A submission that was begun before the invoice failed and was retried is continued, with the
 * same verdict, the same document and the same attempt. If it were judged and converted again, the
 * result might differ, while the government has the document already.
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

import { randomUUID } from 'node:crypto'
import type { CommandContext, CommandDeps, Loaded } from '../commands/handle.js'
import { accept, handle, load } from '../commands/handle.js'
import { type PipelineFinding, recordFindings } from '../commands/process-invoice.js'
import type { Country, Gateway, Invoicing, Submission } from '../countries/country.js'
import type { CountryCode } from '../domain/accepted-invoice.js'
import type { Environment, Scope } from '../domain/event.js'
import { type CreatedInvoice, invoice, type InvoiceEvent, type InvoiceState } from '../domain/invoice.js'
import { UnwritableText } from '../einvoice/syntax/xml-writer.js'
import { type DocumentStore, RememberedDocuments } from '../storage/documents.js'
import { todayIn } from '../domain/calendar.js'
import { brokenRules, explained, inexpressible, internalFault } from './faults.js'
import { resolveContent, resolveDocument } from '../storage/invoice-content.js'
import type { Halt, Job, Turn } from './job.js'
import { type Claim, scopeOf, type WorkSource } from './work-list.js'

export interface PipelineDeps extends CommandDeps {
  readonly documents: DocumentStore
  readonly countryOf: (code: CountryCode) => Country
  /** The interface to the government that an environment's invoices go to; null while it is not built. */
  readonly gatewayFor: (environment: Environment, country: Country) => Gateway | null
}

/** One claim's way through the steps. */
interface Journey {
  readonly scope: Scope
  /** Tries in a row before this one that ended in an outage. */
  readonly failures: number
  readonly turn: Pick<Turn, 'stillMine' | 'lost'>
  /** Attempts begun here and now: their upload has certainly not happened yet. */
  readonly begun: Set<string>
  /** What was put or read on the way is not fetched again. */
  readonly documents: DocumentStore
}

/** What one step came to. */
type Step =
  | { readonly kind: 'found'; readonly findings: readonly PipelineFinding[] }
  | { readonly kind: 'wait'; readonly seconds: number; readonly outage: boolean }
  | { readonly kind: 'decided' }

export const INVOICES: WorkSource = {
  kind: 'invoices',
  projection: 'todo',
  work: (candidate) => `SELECT stream AS key, account, environment, due_at, position FROM read.todo WHERE ${candidate}`,
}

const FIRST_OUTAGE_SECONDS = 5
const LONGEST_OUTAGE_SECONDS = 15 * 60

/** The next try after an outage: doubling from 5 s to a quarter of an hour, but not before the government itself says. */
export function outageDelay(failures: number, atLeastSeconds: number): number {
  return Math.max(atLeastSeconds, Math.min(FIRST_OUTAGE_SECONDS * 2 ** failures, LONGEST_OUTAGE_SECONDS))
}

/**
 * The process manager of an invoice: created → validated → converting → submitting → submitted → accepted or rejected. Each step is chosen by the
 * stream's own state, has one effect outside at most and ends in events, so that any process can go on where another died.
 */
export class InvoicePipeline implements Job {
  readonly source = INVOICES
  readonly concurrency = 16
  readonly #deps: PipelineDeps

  constructor(deps: PipelineDeps) {
    this.#deps = deps
  }

  async advance(claim: Claim, turn: Pick<Turn, 'stillMine' | 'lost'>): Promise<Halt> {
    const { key: stream, failures } = claim
    const scope = scopeOf(claim)
    let loaded = await load(this.#deps.store, invoice, stream)
    const journey: Journey = {
      ...{ scope, failures, turn },
      begun: new Set(),
      documents: new RememberedDocuments(this.#deps.documents),
    }
    for (;;) {
      const { state } = loaded
      if (state.status === 'none') return { seen: 0n, nextLook: null, outage: false }
      const seen = loaded.position
      // Whoever was overtaken leaves the rest to the other.
      if (!(await turn.stillMine())) return { seen, nextLook: this.#deps.clock.now(), outage: false }
      const step = await this.#step(state, journey)
      if (step.kind === 'decided') return { seen, nextLook: null, outage: false }
      if (step.kind === 'wait') {
        const nextLook = new Date(this.#deps.clock.now().getTime() + step.seconds * 1000)
        return { seen, nextLook, outage: step.outage }
      }
      const last = step.findings.at(-1)
      if (last?.type === 'SubmissionStarted') journey.begun.add(last.data.attemptId)
      loaded = await this.#record(stream, scope, loaded, step.findings)
      if (last?.type === 'SubmissionDeferred') {
        const { nextTryAt } = last.data
        return { seen: loaded.position, nextLook: new Date(nextTryAt), outage: true }
      }
    }
  }

  /** After faults of our own that did not pass. */
  readonly giveUp = async (claim: Claim, error: unknown, { stillMine }: Pick<Turn, 'stillMine'>): Promise<void> => {
    const loaded = await load(this.#deps.store, invoice, claim.key)
    // Asked after loading: whoever takes over from here on moves the stream, and the failure is no longer recorded.
    if (!(await stillMine())) return
    await this.#record(claim.key, scopeOf(claim), loaded, [{ type: 'InvoiceFailed', data: internalFault(error) }])
  }

  async #record(
    stream: string,
    scope: Scope,
    loaded: Loaded<InvoiceState, InvoiceEvent>,
    findings: readonly PipelineFinding[],
  ): Promise<Loaded<InvoiceState, InvoiceEvent>> {
    const first = loaded.events[0]
    const last = loaded.events.at(-1)
    const context: CommandContext = {
      ...scope,
      actor: 'processor:invoice-pipeline',
      correlationId: first?.metadata.$correlationId ?? stream,
      causationId: last?.id ?? stream,
    }
    // A failure may follow on any status, so it counts only for the very state that it was found in: what one worker failed at before it was overtaken,
    // another may have managed.
    const failed = findings.some(({ type }) => type === 'InvoiceFailed')
    const decide: ReturnType<typeof recordFindings> = (state) =>
      failed && state !== loaded.state ? accept() : recordFindings(...findings)(state)
    const outcome = await handle(this.#deps, context, invoice, stream, decide, loaded)
    if (outcome.kind === 'done' && outcome.appended.length > 0) return outcome.loaded
    // Nothing was recorded: the invoice is elsewhere by now. Look afresh.
    return load(this.#deps.store, invoice, stream)
  }

  async #step(state: CreatedInvoice, journey: Journey): Promise<Step> {
    switch (state.status) {
      case 'created':
        return this.#prepare(state, journey)
      case 'validated':
        return found(...(await this.#convert(state, journey)))
      case 'converting':
        return found(submissionStarted())
      case 'submitting':
        return this.#submit(state, journey)
      case 'submitted':
        return this.#poll(state, journey)
      case 'accepted':
      case 'rejected':
      case 'error':
        return { kind: 'decided' }
    }
  }

  /** All that needs nobody outside is found out at once and put on record together. */
  async #prepare(state: CreatedInvoice, journey: Journey): Promise<Step> {
    const { country, invoicing } = this.#country(state)
    const accepted = await resolveContent(journey.documents, journey.scope, state.facts.content)
    const judgement = invoicing.validate(accepted, { today: todayIn(country.timeZone, this.#deps.clock.now()) })
    if (!judgement.valid) return found({ type: 'InvoiceFailed', data: brokenRules(judgement.findings) })
    const { rulesChecked } = judgement
    const validated = {
      type: 'InvoiceValidated',
      data: { rulesChecked, format: invoicing.formatOf(accepted) },
    } as const
    return found(validated, ...(await this.#convert(state, journey)))
  }

  async #convert(state: CreatedInvoice, { scope, documents }: Journey): Promise<readonly PipelineFinding[]> {
    const { invoicing } = this.#country(state)
    const accepted = await resolveContent(documents, scope, state.facts.content)
    const attachments = await Promise.all(
      (accepted.attachments ?? []).map(({ sha256 }) => resolveDocument(documents, scope, sha256)),
    )
    try {
      const { xml, mediaType, format } = invoicing.convert(accepted, attachments)
      const document = await documents.put(scope, Buffer.from(xml, 'utf8'), mediaType)
      return [{ type: 'InvoiceConverted', data: { format, document } }, submissionStarted()]
    } catch (error) {
      if (!(error instanceof UnwritableText)) throw error
      return [{ type: 'InvoiceFailed', data: inexpressible(error) }]
    }
  }

  async #submit(state: Extract<InvoiceState, { status: 'submitting' }>, journey: Journey): Promise<Step> {
    const { scope, failures, turn } = journey
    const { stillMine, lost } = turn
    const { invoicing, gateway } = this.#country(state, scope)
    const { attemptId } = state
    const submission = await this.#submission(state, journey)
    // Somebody may have died between the upload and its event: the government knows.
    const known = journey.begun.has(attemptId) ? ({ kind: 'unknown' } as const) : await gateway.find(submission)
    if (known.kind === 'known') {
      const { uploadId, govEndpoint } = known
      return found({ type: 'InvoiceSubmitted', data: { attemptId, uploadId, govEndpoint } })
    }
    if (known.kind === 'unknown' && !(await stillMine())) return { kind: 'wait', seconds: 0, outage: false }
    const outcome = known.kind === 'unknown' ? await gateway.submit(submission, lost) : known
    switch (outcome.kind) {
      case 'submitted': {
        const { uploadId, govEndpoint } = outcome
        return found({ type: 'InvoiceSubmitted', data: { attemptId, uploadId, govEndpoint } })
      }
      case 'refused': {
        const { errorMessage } = outcome
        return found({
          type: 'InvoiceFailed',
          data: { reason: 'government', ...explained(invoicing, errorMessage) },
        })
      }
      case 'unavailable': {
        if (lost.aborted) return { kind: 'wait', seconds: 0, outage: false }
        const seconds = outageDelay(failures, outcome.retryAfterSeconds)
        if (state.deferred) return { kind: 'wait', seconds, outage: true }
        const nextTryAt = new Date(this.#deps.clock.now().getTime() + seconds * 1000).toISOString()
        return found({ type: 'SubmissionDeferred', data: { attemptId, reason: outcome.reason, nextTryAt } })
      }
    }
  }

  async #poll(state: Extract<InvoiceState, { status: 'submitted' }>, journey: Journey): Promise<Step> {
    const { scope, failures, documents } = journey
    const { invoicing, gateway } = this.#country(state, scope)
    const outcome = await gateway.poll(await this.#submission(state, journey), state.uploadId)
    switch (outcome.kind) {
      case 'pending':
        return { kind: 'wait', seconds: outcome.retryAfterSeconds, outage: false }
      case 'unavailable':
        return { kind: 'wait', seconds: outageDelay(failures, outcome.retryAfterSeconds), outage: true }
      case 'accepted': {
        const { govId, govMessage, receipt } = outcome
        const reference = receipt && (await documents.put(scope, receipt.bytes, receipt.mediaType))
        return found({ type: 'InvoiceAccepted', data: { govId, govMessage, receipt: reference } })
      }
      case 'rejected': {
        const { errorMessage, document } = outcome
        const reference = document && (await documents.put(scope, document.bytes, document.mediaType))
        return found({
          type: 'InvoiceRejected',
          data: { ...explained(invoicing, errorMessage), document: reference },
        })
      }
    }
  }

  async #submission(
    state: Extract<InvoiceState, { status: 'submitting' | 'submitted' }>,
    { scope, documents }: Journey,
  ): Promise<Submission> {
    return {
      scope,
      invoiceId: state.facts.invoiceId,
      attemptId: state.attemptId,
      invoice: await resolveContent(documents, scope, state.facts.content),
      xml: await resolveDocument(documents, scope, state.xml.sha256),
    }
  }

  #country(state: CreatedInvoice): { country: Country; invoicing: Invoicing }
  #country(state: CreatedInvoice, scope: Scope): { country: Country; invoicing: Invoicing; gateway: Gateway }
  #country(state: CreatedInvoice, scope?: Scope): { country: Country; invoicing: Invoicing; gateway: Gateway | null } {
    const country = this.#deps.countryOf(state.facts.country)
    const { invoicing } = country
    if (invoicing === null) throw new Error(`the format of ${country.code} is not built`)
    const gateway = scope ? this.#deps.gatewayFor(scope.environment, country) : null
    if (scope && gateway === null) throw new Error(`no gateway for ${country.code} in ${scope.environment}`)
    return { country, invoicing, gateway }
  }
}

function found(...findings: readonly PipelineFinding[]): Step {
  return { kind: 'found', findings }
}

function submissionStarted(): PipelineFinding {
  return { type: 'SubmissionStarted', data: { attemptId: randomUUID() } }
}

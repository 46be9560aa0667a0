import { accept, type CommandContext, handle, load, type Loaded } from '../../commands/handle.js'
import { type PipelineFinding, recordFindings } from '../../commands/invoice.js'
import type { Scope } from '../../domain/event.js'
import { invoice, type InvoiceEvent, type InvoiceState, isBegun } from '../../domain/invoice.js'
import { RememberedDocuments } from '../../storage/documents/document-store.js'
import { correlated } from '../work/correlation.js'
import { withFittedTexts } from '../work/event-texts.js'
import { internalFault } from '../work/faults.js'
import { INVOICE_LANES } from '../work/invoice-lanes.js'
import type { PipelineDeps, PipelineRun, Wait } from './invoice-step.js'
import { InvoiceSteps } from './invoice-steps.js'
import { interrupted, type Job, type JobResult, type Lease } from '../work/job.js'
import { AT_HOME, type Claim, scopeOf, type WorkSource } from '../work/work-list.js'

/** The work of the pipeline: one piece for each invoice in the to-do list. */
export const INVOICES: WorkSource = {
  kind: 'invoices',
  projection: 'todo',
  // Work from elsewhere starts in the home lane; a worker moves it to the lane where it belongs.
  work: (candidate) =>
    `SELECT stream AS key, account, environment, '${AT_HOME.name}' AS lane, due_at, position FROM read.todo WHERE ${candidate}`,
}

/**
 * The process manager of an invoice: created → validated → converting → submitting → submitted →
 * accepted or rejected. Each step is chosen by the stream's own state, has one external effect at
 * most and ends in events, so that any process can continue where another died.
 */
export class InvoicePipeline implements Job {
  readonly source = INVOICES
  readonly lanes = INVOICE_LANES
  readonly concurrency = 16
  readonly #deps: PipelineDeps

  constructor(deps: PipelineDeps) {
    this.#deps = deps
  }

  async advance(claim: Claim, lease: PipelineRun['lease']): Promise<JobResult> {
    const loaded = await load(this.#deps.store, invoice, claim.key)
    const correlationId = loaded.events[0]?.metadata.$correlationId ?? null
    return correlated(correlationId, () => this.#continue(claim, lease, loaded))
  }

  async #continue(
    claim: Claim,
    lease: PipelineRun['lease'],
    found: Loaded<InvoiceState, InvoiceEvent>,
  ): Promise<JobResult> {
    const { key: stream, outages } = claim
    const { clock, documents } = this.#deps
    const scope = scopeOf(claim)
    const steps = new InvoiceSteps(
      { ...this.#deps, documents: new RememberedDocuments(documents) },
      { scope, outages, lease },
    )
    let loaded = found
    for (;;) {
      const { state } = loaded
      // All events that required work were in the stream when it was loaded; a restored store may
      // have lost them.
      const seen = loaded.position > claim.position ? loaded.position : claim.position
      if (state.status === 'none') return { seen, nextLook: null, outage: false }
      if (lease.signal.aborted) return interrupted(seen, clock.now())
      // A worker that was overtaken leaves the rest to the other one.
      if (!(await lease.stillMine())) return { seen, nextLook: clock.now(), outage: false }
      const step = await steps.next({ state, events: loaded.events })
      if (step.kind === 'decided') return { seen, nextLook: null, outage: false }
      if (step.kind === 'wait') {
        if (step.interrupted === true) return interrupted(seen, clock.now())
        const { seconds, outage } = step
        const nextLook = new Date(clock.now().getTime() + seconds * 1000)
        return { seen, nextLook, outage, ...placeOf(step) }
      }
      const last = step.findings.at(-1)
      loaded = await this.#record(stream, scope, loaded, step.findings)
      if (last?.type === 'SubmissionDeferred') {
        const { nextTryAt } = last.data
        return { seen: loaded.position, nextLook: new Date(nextTryAt), outage: true, ...placeOf(step) }
      }
    }
  }

  /**
   * Records the failure after persistent faults. A submission that was begun is never given up:
   * the government may have the document, and it alone decides.
   */
  readonly giveUp = async (claim: Claim, error: unknown, { stillMine }: Pick<Lease, 'stillMine'>): Promise<boolean> => {
    const loaded = await load(this.#deps.store, invoice, claim.key)
    if (loaded.state.status !== 'none' && isBegun(loaded.state)) return false
    // Checked after loading: a worker that takes over from here on changes the stream, and the
    // failure is then not recorded.
    if (!(await stillMine())) return true
    await this.#record(claim.key, scopeOf(claim), loaded, [{ type: 'InvoiceFailed', data: internalFault(error) }])
    return true
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
    // A failure may follow several statuses, so it counts only for the state in which it was
    // found: where one worker failed before it was overtaken, another may have succeeded.
    const failed = findings.some(({ type }) => type === 'InvoiceFailed')
    const record = recordFindings(findings.map(withFittedTexts))
    const decide: typeof record = (state) => (failed && state !== loaded.state ? accept() : record(state))
    const outcome = await handle(this.#deps, context, invoice, stream, decide, loaded)
    if (outcome.kind === 'done' && outcome.appended.length > 0) {
      this.#observe(scope, outcome.loaded)
      return outcome.loaded
    }
    // Nothing was recorded: the invoice has another status by now. Load it again.
    return load(this.#deps.store, invoice, stream)
  }

  #observe({ environment }: Scope, { state, events }: Loaded<InvoiceState, InvoiceEvent>): void {
    const [first] = events
    const last = events.at(-1)
    if (first === undefined || last === undefined || state.status === 'none') return
    const status = STATUSES.get(last.type)
    if (status === undefined) return
    const seconds = (Date.parse(last.metadata.occurredAt) - Date.parse(first.metadata.occurredAt)) / 1000
    this.#deps.observer?.happened({ kind: 'invoice', status, country: state.facts.country, environment, seconds })
  }
}

/** The statuses that operators measure, by the last recorded event. */
const STATUSES = new Map<InvoiceEvent['type'], 'submitted' | 'accepted' | 'rejected' | 'failed'>([
  ['InvoiceSubmitted', 'submitted'],
  ['InvoiceAccepted', 'accepted'],
  ['InvoiceRejected', 'rejected'],
  ['InvoiceFailed', 'failed'],
])

/** The lane in which the invoice waits, and what it waits for. */
function placeOf({
  lane,
  waitsFor,
  missed,
}: Pick<Wait, 'lane' | 'waitsFor' | 'missed'>): Pick<JobResult, 'lane' | 'waitsFor' | 'missed'> {
  return {
    ...(lane !== undefined && { lane }),
    ...(waitsFor !== undefined && { waitsFor }),
    ...(missed !== undefined && { missed }),
  }
}

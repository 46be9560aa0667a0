import type { PipelineFinding } from '../../../src/commands/invoice.js'
import type { Clock } from '../../../src/domain/clock.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { Environment, Scope } from '../../../src/domain/event.js'
import type { InvoiceEvent } from '../../../src/domain/invoice.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { InvoicePipeline } from '../../../src/processors/pipeline/invoice-pipeline.js'
import type { JobResult, Lease } from '../../../src/processors/work/job.js'
import type { PipelineDeps } from '../../../src/processors/pipeline/invoice-step.js'
import type { Claim } from '../../../src/processors/work/work-list.js'
import { CONNECTED, OpenGates } from '../../standins/gates.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'
import { type Script, ScriptedGovernment } from '../../standins/scripted-government.js'
import { acceptedInvoice, History } from '../../support/history.js'

/** When the test begins. */
const NOW = new Date('2026-11-21T10:00:00.000Z')
const XML = { sha256: 'e'.repeat(64), size: 10, mediaType: 'application/xml' }
const mine = (): Promise<boolean> => Promise.resolve(true)
const NEVER = new AbortController().signal
const lost = NEVER
const isHeld = (): boolean => true
/** So many seconds after `NOW`. */
export const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)

/** The surroundings of the invoice. */
type Setting = Script &
  Partial<Pick<PipelineDeps, 'access'>> & {
    readonly noGateway?: boolean
    readonly environment?: Environment
    /** What the invoice says beside `acceptedInvoice`. */
    readonly invoice?: Partial<InvoiceRequest>
    /** What the account has before it; returns more of what the invoice says. */
    readonly before?: (history: History, scope: Scope) => Promise<Partial<InvoiceRequest>>
  }

/**
 * An invoice to which `findings` have happened already, in front of a government that follows the
 * script.
 */
export async function given(
  { noGateway, environment = 'test', invoice = {}, before: earlier, ...script }: Setting,
  ...findings: readonly InvoiceEvent[]
) {
  const store = new MemoryEventStore()
  const documents = new MemoryDocuments()
  const history = new History(store)
  const scope = { ...(await history.account()), environment }
  const more = await earlier?.(history, scope)
  const { id, stream } = await history.invoice(scope, { ...acceptedInvoice('F-1'), ...invoice, ...more })
  const xml = await documents.put(scope, Buffer.from('<Invoice/>'), 'application/xml')
  const placed = findings.map((finding) =>
    finding.type === 'InvoiceConverted' ? { ...finding, data: { ...finding.data, document: xml } } : finding,
  )
  await history.older(scope, stream, ...placed)
  const government = new ScriptedGovernment(script)
  const gates = new OpenGates()
  const clock: Clock = { now: () => NOW }
  const pipeline = new InvoicePipeline({
    store,
    clock,
    documents,
    gates,
    access: script.access ?? CONNECTED,
    countryOf: () => government.country,
    gatewayFor: () => (noGateway === true ? null : government.gateway),
  })
  const claim: Claim = {
    kind: 'invoices',
    key: stream,
    ...scope,
    lane: '',
    position: 0n,
    token: '1',
    outages: 0,
    faults: 0,
  }
  const before = (await store.readStream(stream)).length
  return {
    government,
    gates,
    scope,
    store,
    id,
    advance: (outages = 0, stillMine = mine, enter: Lease['enter'] = mine, signal = NEVER): Promise<JobResult> =>
      pipeline.advance({ ...claim, outages }, { stillMine, isHeld, lost, enter, signal }),
    fail: (error: unknown, stillMine = mine): Promise<boolean> => pipeline.giveUp(claim, error, { stillMine }),
    retry: () => history.older(scope, stream, RETRIED),
    document: async (sha256: string): Promise<string> =>
      Buffer.from((await documents.get(scope, sha256)) ?? '').toString(),
    /** The events after the given ones. */
    events: async (): Promise<readonly InvoiceEvent[]> =>
      (await store.readStream(stream)).slice(before).map(({ type, data }) => ({ type, data }) as InvoiceEvent),
    history: async () => store.readStream(stream),
  }
}

/** The types of events, in order. */
export const typesOf = (events: readonly InvoiceEvent[]): readonly string[] => events.map(({ type }) => type)
/** Passed the rules. */
export const VALIDATED: PipelineFinding = { type: 'InvoiceValidated', data: { rulesChecked: 7, format: 'UBL' } }
/** Became a document. */
export const CONVERTED: PipelineFinding = { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } }
/** An upload was begun. */
export const STARTED: PipelineFinding = { type: 'SubmissionStarted', data: { attemptId: 'a1' } }
/** The government gave no answer to the upload. */
export const DEFERRED: PipelineFinding = {
  type: 'SubmissionDeferred',
  data: { attemptId: 'a1', reason: 'no answer', nextTryAt: NOW.toISOString() },
}
/** The government has the document. */
export const UPLOADED: PipelineFinding = {
  type: 'InvoiceSubmitted',
  data: { attemptId: 'a1', uploadId: '3828', govEndpoint: 'https://gov.example/upload' },
}
/** All that happens before an upload ends. */
export const AT_THE_UPLOAD = [VALIDATED, CONVERTED, STARTED] as const
/** All that happens before the decision. */
export const SENT = [...AT_THE_UPLOAD, UPLOADED] as const

/** The service could not continue. */
export const FAILED: InvoiceEvent = {
  type: 'InvoiceFailed',
  data: { reason: 'internal', errorMessage: 'a', errorTranslated: 'b', errorFix: 'c' },
}
/** The client asked for another try. */
export const RETRIED: InvoiceEvent = { type: 'InvoiceRetried', data: {} }

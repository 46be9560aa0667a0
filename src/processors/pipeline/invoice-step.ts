import type { CommandDeps } from '../../commands/handle.js'
import type { PipelineFinding } from '../../commands/invoice.js'
import type { Country, Invoicing } from '../../countries/country.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Scope, StreamEvent } from '../../domain/event.js'
import type { Observer } from '../../domain/observer.js'
import type { CreatedInvoice, InvoiceEvent, InvoiceState } from '../../domain/invoice.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import type { Judging } from '../../documents/judging/port.js'
import type { Rendering } from '../../documents/rendering/port.js'
import type { TestArrivals } from '../receiving/test-arrivals.js'
import type { Lease } from '../work/job.js'
import type { SubmittingAccess } from '../connections/submitting-access.js'
import type { Gates } from '../work/work-list.js'

/** The dependencies of the steps of the invoice pipeline. */
export interface PipelineDeps extends CommandDeps {
  readonly documents: DocumentStore
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  readonly gates: Gates
  /** The connections of companies; used in production only. */
  readonly access: Pick<SubmittingAccess, 'find' | 'hasOther' | 'refused'>
  /** Multiplies waiting times between calls to governments; absent: 1. */
  readonly pace?: number
  /** Where invoices are judged and converted; absent: in this thread. */
  readonly judging?: Judging
  /** Where PDFs are made that are sent; absent: in this thread. */
  readonly rendering?: Rendering
  /** Delivers accepted test invoices to receiving companies; absent: none are delivered. */
  readonly testArrivals?: Pick<TestArrivals, 'deliver'>
  /** Observes every step; absent: steps are not observed. */
  readonly observer?: Observer
}

/** One claim's run through the steps. */
export interface PipelineRun {
  readonly scope: Scope
  /** Tries in a row before this one that ended in an outage. */
  readonly outages: number
  readonly lease: Pick<Lease, 'stillMine' | 'isHeld' | 'lost' | 'enter' | 'signal'>
  /** The invoice as it was accepted. */
  readonly accepted: (state: CreatedInvoice) => Promise<InvoiceRequest>
}

/** The invoice's stream as a step finds it. */
export interface Found<State extends InvoiceState> {
  readonly state: State
  readonly events: readonly StreamEvent<InvoiceEvent>[]
}

/** The outcome of one step. */
export type StepOutcome =
  | {
      readonly kind: 'found'
      readonly findings: readonly PipelineFinding[]
      readonly lane?: string
      readonly waitsFor?: string
    }
  | Wait
  | { readonly kind: 'decided' }

/** The invoice waits: for a time, in a lane, for an event that wakes it. */
export interface Wait {
  readonly kind: 'wait'
  readonly seconds: number
  /** Whether the pauses between such tries grow. */
  readonly outage: boolean
  /** The process is to end, so another one does the step. */
  readonly interrupted?: true
  readonly lane?: string
  readonly waitsFor?: string
  /** See `JobResult`. */
  readonly missed?: () => Promise<boolean>
}

/** The findings of a step, to be recorded together. */
export function found(...findings: readonly PipelineFinding[]): StepOutcome {
  return { kind: 'found', findings }
}

/** The country that an invoice goes to. Throws if its format is not implemented. */
export function countryOfInvoice(
  { countryOf }: Pick<PipelineDeps, 'countryOf'>,
  { facts }: CreatedInvoice,
): { readonly country: Country; readonly invoicing: Invoicing } {
  const country = countryOf(facts.country)
  const { invoicing } = country
  if (invoicing === null) throw new Error(`the format of ${country.code} is not implemented`)
  return { country, invoicing }
}

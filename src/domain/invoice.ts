import type { AcceptedInvoice, CountryCode, InvoiceType } from './accepted-invoice.js'
import { type Aggregate, unknownEvent } from './aggregate.js'
import type { DocumentReference } from './document-reference.js'

/** The statuses of the interface specification, "Invoice status". */
export const INVOICE_STATUSES = [
  'created',
  'validated',
  'converting',
  'submitting',
  'submitted',
  'accepted',
  'rejected',
  'error',
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** Where the invoice as accepted lies: in the event itself, or, too large for one, in the document store. */
export type InvoiceContent =
  | { readonly kind: 'inline'; readonly invoice: AcceptedInvoice }
  | { readonly kind: 'document'; readonly document: DocumentReference }

/** In English, with the raw text of whoever refused. */
export interface Fault {
  readonly errorMessage: string
  readonly errorTranslated: string
  readonly errorFix: string
}

export interface InvoiceCreated {
  readonly type: 'InvoiceCreated'
  readonly data: {
    readonly invoiceId: string
    readonly companyId: string
    readonly country: CountryCode
    readonly invoiceType: InvoiceType
    readonly number: string
    readonly externalId: string | null
    readonly supplierVat: string
    readonly customerVat: string
    readonly currency: string
    readonly issueDate: string
    /** Decimal strings with two decimals, in `currency`. */
    readonly netAmount: string
    readonly vatAmount: string
    readonly grossAmount: string
    readonly content: InvoiceContent
    /** SHA-256 (hex) of the canonical request body, where the client sent an idempotency key; else null. */
    readonly requestHash: string | null
  }
}

export interface InvoiceValidated {
  readonly type: 'InvoiceValidated'
  readonly data: { readonly rulesChecked: number; readonly format: string }
}

/** The XML exists; its bytes lie in the document store. */
export interface InvoiceConverted {
  readonly type: 'InvoiceConverted'
  readonly data: { readonly format: string; readonly document: DocumentReference }
}

/** Written before an upload, so that whoever finds it without an outcome asks the government first. */
export interface SubmissionStarted {
  readonly type: 'SubmissionStarted'
  readonly data: { readonly attemptId: string }
}

/** The government can't be reached. Once per outage; the further tries of the same outage are no events. */
export interface SubmissionDeferred {
  readonly type: 'SubmissionDeferred'
  readonly data: { readonly attemptId: string; readonly reason: string; readonly nextTryAt: string }
}

export interface InvoiceSubmitted {
  readonly type: 'InvoiceSubmitted'
  readonly data: { readonly attemptId: string; readonly uploadId: string; readonly govEndpoint: string }
}

export interface InvoiceAccepted {
  readonly type: 'InvoiceAccepted'
  readonly data: { readonly govId: string; readonly govMessage: string; readonly receipt: DocumentReference | null }
}

export interface InvoiceRejected {
  readonly type: 'InvoiceRejected'
  readonly data: Fault & { readonly document: DocumentReference | null }
}

/** The pipeline can't go on: rules broken, or a fault that retrying did not cure. Never an outage. */
export interface InvoiceFailed {
  readonly type: 'InvoiceFailed'
  readonly data: Fault & { readonly reason: 'rules' | 'conversion' | 'credentials' | 'government' | 'internal' }
}

/** The client asked to have an errored invoice processed again. */
export interface InvoiceRetried {
  readonly type: 'InvoiceRetried'
  readonly data: Record<string, never>
}

export type InvoiceEvent =
  | InvoiceCreated
  | InvoiceValidated
  | InvoiceConverted
  | SubmissionStarted
  | SubmissionDeferred
  | InvoiceSubmitted
  | InvoiceAccepted
  | InvoiceRejected
  | InvoiceFailed
  | InvoiceRetried

type Facts = InvoiceCreated['data']

/** One shape per status: what a later status has, an earlier one can't be asked for. */
export type InvoiceState =
  | { readonly status: 'none' }
  | { readonly status: 'created'; readonly facts: Facts }
  | { readonly status: 'validated'; readonly facts: Facts }
  | { readonly status: 'converting'; readonly facts: Facts; readonly xml: DocumentReference }
  | {
      readonly status: 'submitting'
      readonly facts: Facts
      readonly xml: DocumentReference
      readonly attemptId: string
      readonly deferred: boolean
    }
  | {
      readonly status: 'submitted'
      readonly facts: Facts
      readonly xml: DocumentReference
      readonly attemptId: string
      readonly uploadId: string
    }
  | { readonly status: 'accepted' | 'rejected' | 'error'; readonly facts: Facts }

export type CreatedInvoice = Exclude<InvoiceState, { status: 'none' }>

/** Thrown by `evolve` for a stream that no version of the service can have written. */
export class CorruptStream extends Error {
  override readonly name = 'CorruptStream'
}

export const invoice: Aggregate<InvoiceState, InvoiceEvent> = {
  name: 'invoice',
  initialState: { status: 'none' },
  evolve(state, event) {
    if (event.type === 'InvoiceCreated') return { status: 'created', facts: event.data }
    if (state.status === 'none') throw new CorruptStream(`${event.type} before InvoiceCreated`)
    const { facts } = state
    switch (event.type) {
      case 'InvoiceValidated':
        return { status: 'validated', facts }
      case 'InvoiceConverted':
        return { status: 'converting', facts, xml: event.data.document }
      case 'SubmissionStarted':
        return { status: 'submitting', facts, xml: xmlOf(state), attemptId: event.data.attemptId, deferred: false }
      case 'SubmissionDeferred':
        return { status: 'submitting', facts, xml: xmlOf(state), attemptId: event.data.attemptId, deferred: true }
      case 'InvoiceSubmitted': {
        const { attemptId, uploadId } = event.data
        return { status: 'submitted', facts, xml: xmlOf(state), attemptId, uploadId }
      }
      case 'InvoiceAccepted':
        return { status: 'accepted', facts }
      case 'InvoiceRejected':
        return { status: 'rejected', facts }
      case 'InvoiceFailed':
        return { status: 'error', facts }
      case 'InvoiceRetried':
        return { status: 'created', facts }
      default:
        return unknownEvent(event)
    }
  },
}

/**
 * The status that an event leads to, as the timeline shows it; the same answer that `evolve` gives, for readers that see one event
 * at a time.
 */
export function statusAfter(event: InvoiceEvent): InvoiceStatus {
  switch (event.type) {
    case 'InvoiceCreated':
    case 'InvoiceRetried':
      return 'created'
    case 'InvoiceValidated':
      return 'validated'
    case 'InvoiceConverted':
      return 'converting'
    case 'SubmissionStarted':
    case 'SubmissionDeferred':
      return 'submitting'
    case 'InvoiceSubmitted':
      return 'submitted'
    case 'InvoiceAccepted':
      return 'accepted'
    case 'InvoiceRejected':
      return 'rejected'
    case 'InvoiceFailed':
      return 'error'
    default:
      return unknownEvent(event)
  }
}

function xmlOf(state: CreatedInvoice): DocumentReference {
  if (!('xml' in state)) throw new CorruptStream(`no converted document in status ${state.status}`)
  return state.xml
}

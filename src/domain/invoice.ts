import type { CountryCode, DocumentFormat, InvoiceRequest, InvoiceType } from './request/invoice-request.js'
import type { OfflineMode } from './request/polish.js'
import { type Aggregate, unknownEvent } from './aggregate.js'
import type { DocumentReference } from './document-reference.js'
import { derivedUuid } from './ids.js'
import type { Letterhead } from './letterhead.js'
import { type PaymentReport, type PaymentReportEvent, reportsAfter } from './payment-report.js'

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
/** One of `INVOICE_STATUSES`. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

/** Where the accepted invoice is: in the event itself, or, if too large, in the document store. */
export type RequestContent =
  | { readonly kind: 'inline'; readonly invoice: InvoiceRequest }
  | {
      readonly kind: 'document'
      readonly document: DocumentReference
      /** Of its attachments; absent: written before they were listed. */
      readonly attachments?: readonly { readonly sha256: string }[]
    }

/** The caller's own document in XML, which is sent byte for byte, and the facts read from it. */
interface XmlContent {
  readonly kind: 'xml'
  readonly document: DocumentReference
  readonly read: RequestContent
}

/** The caller's submission: an invoice in JSON, or a document in XML. */
export type InvoiceContent = RequestContent | XmlContent

/** In English, with the raw text of the rejecting system. */
export interface Fault {
  readonly errorMessage: string
  readonly errorTranslated: string
  readonly errorFix: string
}

/** The invoice was received and queued. It has not been judged yet. */
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
    /**
     * null: an invoice of an earlier release, which did not record it, and whose content is in the
     * document store.
     */
    readonly customerName: string | null
    readonly currency: string
    readonly issueDate: string
    /** null: the invoice has none, or as with `customerName`. */
    readonly dueDate: string | null
    /** Decimal strings with two decimals, in `currency`. */
    readonly netAmount: string
    readonly vatAmount: string
    readonly grossAmount: string
    readonly content: InvoiceContent
    /** Its company's when it was created, for its pages; absent: none. */
    readonly letterhead?: Letterhead
    /**
     * SHA-256 (hex) of the canonical request body, or of a document in XML with its query, if the
     * client sent an idempotency key; else null.
     */
    readonly requestHash: string | null
  }
}

/** It passed the rules. `format` names the format of its document. */
export interface InvoiceValidated {
  readonly type: 'InvoiceValidated'
  readonly data: {
    readonly rulesChecked: number
    readonly format: string
    /** The edition of the country's rules, `2026-10`; absent: they had one edition. */
    readonly edition?: string
    /**
     * The format that was chosen for the buyer, who does not accept the country's own; absent: as
     * requested, or the country's own.
     */
    readonly sentAs?: DocumentFormat
    /** What could not be checked before the submission; absent: nothing. */
    readonly warnings?: readonly string[]
    /** The advances of the account that it settles; absent: it names none by id. */
    readonly advances?: readonly LinkedInvoice[]
  }
}

/** Another invoice of the account. */
export interface LinkedInvoice {
  readonly invoiceId: string
  readonly number: string
}

/** The XML exists; its bytes are in the document store. */
export interface InvoiceConverted {
  readonly type: 'InvoiceConverted'
  readonly data: {
    readonly format: string
    readonly document: DocumentReference
    /** The PDF with the XML inside, which is sent (Factur-X); absent: the XML itself is sent. */
    readonly hybrid?: DocumentReference
    /** How it is issued before its government has it; absent: the government issues it. */
    readonly offline?: OfflineIssue
  }
}

/** What an invoice that is handed out before KSeF has it says of itself. */
export interface OfflineIssue {
  readonly mode: OfflineMode
  /** The last day on which it may reach KSeF, `YYYY-MM-DD`; null: it depends on KSeF's return. */
  readonly deliverBy: string | null
  /**
   * The address in the second verification code, signed by the issuer; null: no connection could
   * sign it.
   */
  readonly certificateUrl: string | null
}

/**
 * Written before an upload: a process that finds it without an outcome asks the government first.
 */
export interface SubmissionStarted {
  readonly type: 'SubmissionStarted'
  readonly data: { readonly attemptId: string }
}

/**
 * The government can't be reached. Once per outage; further tries during the same outage are not
 * events.
 */
export interface SubmissionDeferred {
  readonly type: 'SubmissionDeferred'
  readonly data: { readonly attemptId: string; readonly reason: string; readonly nextTryAt: string }
}

/** The government has the document under its own number, and will decide. */
export interface InvoiceSubmitted {
  readonly type: 'InvoiceSubmitted'
  readonly data: {
    readonly attemptId: string
    readonly uploadId: string
    readonly govEndpoint: string
    /** What only the time of the submission shows, in the form of a finding; absent: nothing. */
    readonly warnings?: readonly string[]
  }
}

/** The government accepted it. `govId` is its number there; `receipt` is the receipt. */
export interface InvoiceAccepted {
  readonly type: 'InvoiceAccepted'
  readonly data: {
    readonly govId: string
    readonly govMessage: string
    readonly receipt: DocumentReference | null
    /**
     * KSeF's mode of the invoice; absent: another government, or an event of an earlier release.
     */
    readonly invoicingMode?: InvoicingMode
    /**
     * The address in the second verification code of an offline invoice, signed by its issuer;
     * absent: it has none.
     */
    readonly certificateUrl?: string
    /** What is doubtful about the government's answer; absent: nothing. */
    readonly warnings?: readonly string[]
  }
}

/** Whether KSeF counts an invoice as issued online, or offline before it came. */
export const INVOICING_MODES = ['online', 'offline'] as const
/** One of `INVOICING_MODES`. */
export type InvoicingMode = (typeof INVOICING_MODES)[number]

/** The government rejected it. `document` is the document of the rejection. */
export interface InvoiceRejected {
  readonly type: 'InvoiceRejected'
  readonly data: Fault & {
    readonly document: DocumentReference | null
    /** As of an acceptance. */
    readonly warnings?: readonly string[]
  }
}

/**
 * Processing failed: rules were broken, the government refused the upload, or a fault of ours
 * persisted through the retries before an attempt had begun. Never an outage. (Earlier releases
 * could also give up on an attempt that was under way.)
 */
export interface InvoiceFailed {
  readonly type: 'InvoiceFailed'
  readonly data: Fault & {
    readonly reason: 'rules' | 'conversion' | 'government' | 'internal'
    /** The complete text, if the texts show only its beginning; else absent. */
    readonly document?: DocumentReference
  }
}

/** The client asked to process an errored invoice again. */
interface InvoiceRetried {
  readonly type: 'InvoiceRetried'
  readonly data: Record<string, never>
}

/**
 * A message to people about the decided invoice arrived: the buyer, or a platform on the buyer's
 * behalf, has responded. The status stays.
 */
export interface InvoiceResponded {
  readonly type: 'InvoiceResponded'
  readonly data: {
    /** The message's id, by which it is recorded once. */
    readonly messageId: string
    /** Its place among the invoice's responses, from 1. */
    readonly number: number
    /** The invoice's own status, before and after. */
    readonly status: 'accepted' | 'rejected'
    /** When the response was made; ISO 8601. */
    readonly at: string
    /** The code of the government or network: `205`, `AP`, `EC02`. */
    readonly code: string
    /** The meaning of the code, in English. */
    readonly label: string
    /** In the sender's words; null if absent. */
    readonly reason: string | null
    /** The message itself. */
    readonly document: DocumentReference
  }
}

/**
 * A final invoice of the account that settles this accepted advance passed the rules. What becomes
 * of that invoice is recorded in its own stream. The status stays.
 */
interface FinalInvoiceIssued {
  readonly type: 'FinalInvoiceIssued'
  readonly data: LinkedInvoice
}

/** What can happen to an invoice. */
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
  | InvoiceResponded
  | FinalInvoiceIssued
  | PaymentReportEvent

type Facts = InvoiceCreated['data']

/** One attempt to hand the invoice's document to the government. */
export interface Attempt {
  readonly attemptId: string
  readonly validated: InvoiceValidated['data']
  readonly converted: InvoiceConverted['data']
  /** The government's answer to the upload; null: it is unknown whether it has the document. */
  readonly receipt: InvoiceSubmitted['data'] | null
}

/** All attempts in the stream, through every failure and retry. */
interface Attempts {
  /**
   * Attempts after which the government may have the document: begun, and not refused for certain.
   * Oldest first. No more than one, except in streams of older releases, which forgot an attempt
   * when the invoice was retried.
   */
  readonly open: readonly Attempt[]
  /** How often the government has refused the upload. */
  readonly refusals: number
}

interface Known {
  readonly facts: Facts
  readonly attempts: Attempts
}

interface Decided {
  /** SHA-256 of the government's document of the decision; null: there is none. */
  readonly decidedBy: string | null
  /** Ids of the messages that were recorded as responses. */
  readonly responses: readonly string[]
}

/** One shape per status: an earlier status has none of a later one's fields. */
export type InvoiceState =
  | { readonly status: 'none' }
  | (Known & { readonly status: 'created' })
  | (Known & { readonly status: 'validated'; readonly validated: InvoiceValidated['data'] })
  | (Known & {
      readonly status: 'converting'
      readonly validated: InvoiceValidated['data']
      readonly converted: InvoiceConverted['data']
    })
  | (Known & { readonly status: 'submitting'; readonly attempt: Attempt; readonly deferred: boolean })
  | (Known & { readonly status: 'submitted'; readonly attempt: Attempt; readonly uploadId: string })
  | (Known & {
      readonly status: 'accepted'
      readonly govId: string
      /** Oldest first. */
      readonly payments: readonly PaymentReport[]
      /** The invoices that settle it as an advance. Oldest first. */
      readonly finals: readonly LinkedInvoice[]
    } & Decided)
  | (Known & { readonly status: 'rejected' } & Decided)
  | (Known & { readonly status: 'error' })

/** Any invoice that exists. */
export type CreatedInvoice = Exclude<InvoiceState, { status: 'none' }>

/**
 * The id of an attempt to hand this document over for this invoice: the same in every process, and
 * again after a restore that has lost the attempt, so that the repeated attempt asks the
 * government for the earlier one. `sha256`: of the document.
 */
export function attemptIdOf(invoiceId: string, sha256: string): string {
  return derivedUuid('attempt', invoiceId, sha256)
}

/** The format that was chosen for the buyer before the conversion; undefined: none was. */
export function chosenFormat(state: CreatedInvoice): DocumentFormat | undefined {
  if (state.status === 'validated' || state.status === 'converting') return state.validated.sentAs
  return state.attempts.open.at(-1)?.validated.sentAs
}

/**
 * Whether the government may have the document. From here on only its answer decides: no fault of
 * ours ends the invoice, and no other attempt is begun.
 */
export function isBegun({ attempts }: CreatedInvoice): boolean {
  return attempts.open.length > 0
}

/** Thrown by `evolve` for a stream that no version of the service can have written. */
export class CorruptStream extends Error {
  override readonly name = 'CorruptStream'
}

/** An invoice on its way to the government, in one environment. */
export const invoice: Aggregate<InvoiceState, InvoiceEvent> = {
  name: 'invoice',
  initialState: { status: 'none' },
  evolve(state, event) {
    if (event.type === 'InvoiceCreated') return { status: 'created', facts: event.data, attempts: NO_ATTEMPTS }
    if (state.status === 'none') throw new CorruptStream(`${event.type} before InvoiceCreated`)
    const { facts, attempts } = state
    switch (event.type) {
      case 'InvoiceValidated':
        return { status: 'validated', facts, attempts, validated: event.data }
      case 'InvoiceConverted':
        if (state.status !== 'validated') throw outOfPlace(event, state)
        return { status: 'converting', facts, attempts, validated: state.validated, converted: event.data }
      case 'SubmissionStarted': {
        const { attemptId } = event.data
        const attempt = openAttempt(state, attemptId) ?? newAttempt(state, attemptId)
        return { status: 'submitting', facts, attempts: noting(attempts, attempt), attempt, deferred: false }
      }
      case 'SubmissionDeferred':
        if (state.status !== 'submitting') throw outOfPlace(event, state)
        return { ...state, deferred: true }
      case 'InvoiceSubmitted': {
        const { attemptId, uploadId } = event.data
        const begun = openAttempt(state, attemptId)
        if (begun === undefined) throw outOfPlace(event, state)
        const attempt = { ...begun, receipt: event.data }
        return { status: 'submitted', facts, attempts: noting(attempts, attempt), attempt, uploadId }
      }
      case 'InvoiceAccepted':
        return {
          status: 'accepted',
          facts,
          attempts,
          ...decided(event.data.receipt),
          govId: event.data.govId,
          payments: [],
          finals: [],
        }
      case 'InvoiceRejected':
        return { status: 'rejected', facts, attempts, ...decided(event.data.document) }
      case 'InvoiceResponded':
        if (state.status !== 'accepted' && state.status !== 'rejected') throw outOfPlace(event, state)
        return { ...state, responses: [...state.responses, event.data.messageId] }
      case 'FinalInvoiceIssued':
        if (state.status !== 'accepted') throw outOfPlace(event, state)
        return { ...state, finals: [...state.finals, event.data] }
      case 'InvoiceFailed': {
        const isRefusal = event.data.reason === 'government' && state.status === 'submitting'
        return { status: 'error', facts, attempts: isRefusal ? refused(attempts, state.attempt) : attempts }
      }
      case 'InvoiceRetried':
        return { status: 'created', facts, attempts }
      case 'PaymentReportRequested':
      case 'PaymentReported':
      case 'PaymentReportRefused':
        if (state.status !== 'accepted') throw outOfPlace(event, state)
        return { ...state, payments: reportsAfter(state.payments, event) }
      default:
        return unknownEvent(event)
    }
  },
}

function decided(document: DocumentReference | null) {
  return { decidedBy: document?.sha256 ?? null, responses: [] }
}

const NO_ATTEMPTS: Attempts = { open: [], refusals: 0 }

function openAttempt({ attempts }: CreatedInvoice, attemptId: string): Attempt | undefined {
  return attempts.open.find((attempt) => attempt.attemptId === attemptId)
}

function newAttempt(state: CreatedInvoice, attemptId: string): Attempt {
  if (state.status !== 'converting') throw new CorruptStream(`no converted document in status ${state.status}`)
  const { validated, converted } = state
  return { attemptId, validated, converted, receipt: null }
}

function noting({ open, refusals }: Attempts, noted: Attempt): Attempts {
  const isKnown = open.some(({ attemptId }) => attemptId === noted.attemptId)
  return {
    open: isKnown ? open.map((attempt) => (attempt.attemptId === noted.attemptId ? noted : attempt)) : [...open, noted],
    refusals,
  }
}

function refused({ open, refusals }: Attempts, { attemptId }: Attempt): Attempts {
  return { open: open.filter((attempt) => attempt.attemptId !== attemptId), refusals: refusals + 1 }
}

function outOfPlace({ type }: InvoiceEvent, { status }: CreatedInvoice): CorruptStream {
  return new CorruptStream(`${type} in status ${status}`)
}

/**
 * The status after an event, as the timeline shows it; the same answer as `evolve`, for readers
 * that see one event at a time.
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
    case 'FinalInvoiceIssued':
    case 'PaymentReportRequested':
    case 'PaymentReported':
    case 'PaymentReportRefused':
      return 'accepted'
    case 'InvoiceRejected':
      return 'rejected'
    case 'InvoiceFailed':
      return 'error'
    case 'InvoiceResponded':
      return event.data.status
    default:
      return unknownEvent(event)
  }
}

import { type Aggregate, unknownEvent } from './aggregate.js'
import type { DocumentReference } from './document-reference.js'
import type { CountryCode, InvoiceType } from './request/invoice-request.js'

/** The statuses of a received invoice. */
export const RECEIVED_STATUSES = ['received', 'read', 'answered'] as const
/** One of `RECEIVED_STATUSES`. */
export type ReceivedStatus = (typeof RECEIVED_STATUSES)[number]

/** The formats in which invoices arrive; `unknown`: the document could not be read. */
export const RECEIVED_FORMATS = ['ubl', 'cii', 'fatturapa', 'fa3', 'factur-x', 'unknown'] as const
/** One of `RECEIVED_FORMATS`. */
export type ReceivedFormat = (typeof RECEIVED_FORMATS)[number]

/** The ways on which invoices arrive; `simulated`: in the test environment. */
export const RECEIVING_CHANNELS = [
  'anaf',
  'ksef',
  'sdi',
  'invoicetronic',
  'flow-service',
  'peppol',
  'simulated',
] as const
/** One of `RECEIVING_CHANNELS`. */
export type ReceivingChannel = (typeof RECEIVING_CHANNELS)[number]

/** What a buyer can say to a received invoice, in the words of the API. */
export const ANSWER_CODES = [
  'acknowledged',
  'in_process',
  'approved',
  'partly_approved',
  'disputed',
  'suspended',
  'rejected',
  'paid',
] as const
/** One of `ANSWER_CODES`. */
export type AnswerCode = (typeof ANSWER_CODES)[number]

/** The statuses of an answer. */
export const ANSWER_STATUSES = ['requested', 'submitted', 'confirmed', 'failed'] as const
/** One of `ANSWER_STATUSES`. */
export type AnswerStatus = (typeof ANSWER_STATUSES)[number]

/**
 * What lists show of a document. null: it could not be read. A VAT number that the document does
 * not name is the empty string.
 */
export interface ReceivedTerms {
  readonly number: string | null
  readonly invoiceType: InvoiceType | null
  /** `YYYY-MM-DD`, as `dueDate`. */
  readonly issueDate: string | null
  readonly dueDate: string | null
  readonly supplierName: string | null
  readonly supplierVat: string | null
  readonly customerVat: string | null
  /** Decimal strings with two decimals, in `currency`. */
  readonly netAmount: string | null
  readonly vatAmount: string | null
  readonly grossAmount: string | null
  readonly currency: string | null
}

/** A file beside the document, or inside of it. */
export interface ReceivedFile {
  /** `original`, `signature`, `metadata`, `attachment-1` and so on. */
  readonly kind: string
  /** null: it has no name of its own. */
  readonly filename: string | null
  readonly document: DocumentReference
}

/** A document arrived for a company, was kept, read and judged. */
export interface InvoiceReceived {
  readonly type: 'InvoiceReceived'
  readonly data: ReceivedTerms & {
    readonly receivedId: string
    readonly companyId: string
    /** The country of the document. */
    readonly country: CountryCode
    readonly channel: ReceivingChannel
    /** The government's number of it; null: the channel has none. */
    readonly govId: string | null
    /** When it came to us or to the government, as far as is known; ISO 8601. */
    readonly arrivedAt: string
    /** The document, byte for byte. */
    readonly document: DocumentReference
    /** The name under which the file came; absent: it has none. */
    readonly filename?: string
    /** Which of the invoices in the document it is, from 1; absent: it is the only one. */
    readonly part?: number
    readonly files: readonly ReceivedFile[]
    /** What was read and found, as JSON: see `ReceivedReading`; null: nothing could be read. */
    readonly reading: DocumentReference | null
    readonly format: ReceivedFormat
    /** Of a national format: `FPA12`; absent: another format, or recorded before it was noted. */
    readonly edition?: string
    /** Whether it has no fatal finding. */
    readonly valid: boolean
    readonly findingsTotal: number
    /** Bank accounts (IBAN) to which it is to be paid, without spaces. */
    readonly accounts: readonly string[]
    /** The first received invoice of the company with its supplier, number and year. */
    readonly duplicateOf: string | null
    /** The invoice of the same account that arrived here; null: another sender's. */
    readonly sentAs: string | null
  }
}

/** The client has taken note of it. */
interface InvoiceRead {
  readonly type: 'InvoiceRead'
  readonly data: Record<string, never>
}

/** What the buyer says. */
export interface Answer {
  /** `rsp_…` */
  readonly responseId: string
  /** Whose government or network brings it. */
  readonly country: CountryCode
  readonly code: AnswerCode
  /** In the government's or the network's code: `AP`, `210`, `EC01`. */
  readonly nationalCode: string
  readonly reason: string | null
  readonly reasonCode: string | null
  /** Decimal string in the invoice's currency. */
  readonly amount: string | null
  /** `YYYY-MM-DD` */
  readonly date: string | null
}

/** The client answers the sender. Nothing has been sent yet. */
export interface ResponseRequested {
  readonly type: 'ResponseRequested'
  readonly data: Answer
}

/** The government, or the access point, has the answer. */
export interface ResponseSubmitted {
  readonly type: 'ResponseSubmitted'
  readonly data: {
    readonly responseId: string
    /** Its number there. */
    readonly reference: string
    /** The answer as it was sent. */
    readonly document: DocumentReference
  }
}

/** The government, or the sender's access point, has accepted the answer. */
export interface ResponseConfirmed {
  readonly type: 'ResponseConfirmed'
  readonly data: { readonly responseId: string }
}

/** The answer was refused for good. */
export interface ResponseFailed {
  readonly type: 'ResponseFailed'
  readonly data: { readonly responseId: string; readonly errorMessage: string }
}

/** What can happen to a received invoice. */
export type ReceivedEvent =
  InvoiceReceived | InvoiceRead | ResponseRequested | ResponseSubmitted | ResponseConfirmed | ResponseFailed

/** An answer, and how far it is. */
export interface GivenAnswer extends Answer {
  readonly status: AnswerStatus
  /** Its number at the government; null: it does not have it yet. */
  readonly reference: string | null
}

/** The state of a received invoice for decisions. */
export type ReceivedState =
  | { readonly status: 'none' }
  | {
      readonly status: ReceivedStatus
      readonly facts: InvoiceReceived['data']
      readonly isRead: boolean
      /** Oldest first. */
      readonly answers: readonly GivenAnswer[]
    }

/** An invoice that a supplier sent to a company, in one environment. */
export const received: Aggregate<ReceivedState, ReceivedEvent> = {
  name: 'received',
  initialState: { status: 'none' },
  evolve(state, event) {
    if (event.type === 'InvoiceReceived') return { status: 'received', facts: event.data, isRead: false, answers: [] }
    if (state.status === 'none') throw new Error(`${event.type} before InvoiceReceived`)
    const next = {
      ...state,
      isRead: state.isRead || event.type === 'InvoiceRead',
      answers: answersAfter(state.answers, event),
    }
    return { ...next, status: receivedStatus(next) }
  },
}

/**
 * The status of a received invoice: `answered` while one of its answers is under way or has
 * arrived.
 */
export function receivedStatus({
  isRead,
  answers,
}: {
  readonly isRead: boolean
  readonly answers: readonly Pick<GivenAnswer, 'status'>[]
}): ReceivedStatus {
  if (answers.some(({ status }) => status !== 'failed')) return 'answered'
  return isRead || answers.length > 0 ? 'read' : 'received'
}

/** The answers to a received invoice after an event. */
export function answersAfter(
  before: readonly GivenAnswer[],
  event: Exclude<ReceivedEvent, InvoiceReceived>,
): readonly GivenAnswer[] {
  const changed = (responseId: string, change: Partial<GivenAnswer>): readonly GivenAnswer[] =>
    before.map((answer) => (answer.responseId === responseId ? { ...answer, ...change } : answer))
  switch (event.type) {
    case 'InvoiceRead':
      return before
    case 'ResponseRequested':
      return [...before, { ...event.data, status: 'requested', reference: null }]
    case 'ResponseSubmitted':
      return changed(event.data.responseId, { status: 'submitted', reference: event.data.reference })
    case 'ResponseConfirmed':
      return changed(event.data.responseId, { status: 'confirmed' })
    case 'ResponseFailed':
      return changed(event.data.responseId, { status: 'failed' })
    default:
      return unknownEvent(event)
  }
}

/** The answers that the service still has to bring to the government. */
export function openAnswers(answers: readonly GivenAnswer[]): readonly GivenAnswer[] {
  return answers.filter(({ status }) => status === 'requested' || status === 'submitted')
}

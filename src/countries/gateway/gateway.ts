import type { Scope } from '../../domain/event.js'
import type { Fault, InvoicingMode, OfflineIssue } from '../../domain/invoice.js'
import type { DocumentFormat, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Payment } from '../../domain/payment-report.js'
import type { Access, NoAnswer } from './access.js'
import type { AnswerDesk } from './answering.js'
import type { GovernmentMessage } from './mailbox.js'
import type { GovernmentDocument } from './government-document.js'
import type { LeaseCheck } from './lease-check.js'
import type { ArrivalsSource } from './look.js'

export type { Access, Concerns, Exhausted, NoAnswer, Unauthorized, Unavailable } from './access.js'
export type { Payment } from '../../domain/payment-report.js'
export type { GovernmentDocument } from './government-document.js'
export type { LeaseCheck } from './lease-check.js'

/** The data of one attempt to submit a document. */
export interface Submission {
  readonly scope: Scope
  readonly invoiceId: string
  /**
   * Derived from invoice and document, and written into the stream before the upload: the same
   * document of the same invoice always has the same id, even after a restore that has lost the
   * attempt.
   */
  readonly attemptId: string
  /**
   * How often this government has refused the upload of the invoice, according to the stream. If a
   * government also remembers the idempotency keys of refused uploads, its key must contain
   * `attemptId` and this number; otherwise only `attemptId`.
   */
  readonly refusals: number
  /** When the invoice was created: it can't have reached a government before. */
  readonly createdAt: Date
  readonly invoice: InvoiceRequest
  readonly xml: Uint8Array
  /** The PDF with that XML inside, which is sent instead; absent: the XML is sent. */
  readonly pdf?: Uint8Array
  /** The connection of the company; null in the test environment, whose governments need none. */
  readonly access: Access | null
}

/**
 * One government's submission interface. No method throws because of a government: every outcome
 * is a value. A throw is a programming error.
 */
export interface Gateway {
  /**
   * Submits the document once. If the lease is lost before the request is sent, it is not sent,
   * and the outcome is `unavailable`. A worker paused between that check and the network may still
   * repeat the upload with the same `attemptId`: the government's idempotency key must be derived
   * from it, if there is one.
   */
  submit(submission: Submission, lease?: LeaseCheck): Promise<SubmitOutcome>
  /**
   * Queries whether the government has the document of an attempt, so that it is never sent twice.
   * Called before every upload, even the first: a process may have died between upload and event,
   * and a restored store may have lost the attempt. `unknown` must be certain: otherwise return
   * `unavailable`.
   */
  find(submission: Submission): Promise<FindOutcome>
  /**
   * Queries the decision. `submittedAt`: when the government accepted the document, the start of
   * its polling schedule: before the first query is due, the outcome is `pending` without a query.
   */
  poll(submission: Submission, uploadId: string, submittedAt: Date): Promise<PollOutcome>
  /**
   * The budgets of a connection, for display; absent: calls are not counted. `vatNumber`: of the
   * connected company.
   */
  budgets?(vatNumber: string, now: Date): Promise<readonly CallBudget[]>
  /**
   * Issues an invoice that is handed out before the government has it (`offline`), without a call.
   * Absent: there are no such invoices.
   */
  issueOffline?(submission: OfflineSubmission): OfflineOutcome
  /** Tests the credentials without sending a document. */
  check?(access: Access): Promise<CheckOutcome>
  /**
   * Fetches the government's messages about a connection's documents since a given time, null for
   * all, if messages are not sent to us. The caller puts them into the mailbox, stores `until`,
   * and passes it the next time. Overlaps are harmless: a message has an id.
   */
  collect?(scope: Scope, access: Access, since: Date | null): Promise<CollectOutcome>
  /**
   * Where documents of suppliers are fetched; absent: the government or the network sends them to
   * us.
   */
  readonly arrivals?: ArrivalsSource
  /** Where answers to received invoices are handed in; absent: they can't be. */
  readonly answers?: AnswerDesk
  /**
   * A message as text for users; null: none, if it is only the decision or a receipt of transport.
   * Pure. Never throws.
   * @param invoice its invoice, if messages name invoices by numbers that may be reused; absent:
   * any
   */
  responseIn?(message: GovernmentMessage, invoice?: AnsweredInvoice): BuyerResponse | null
  /** Reports that an accepted invoice was paid, if the government requires this of the seller. */
  reportPayment?(submission: Submission, govId: string, payment: Payment, lease?: LeaseCheck): Promise<PaymentOutcome>
  /**
   * Queries the government's own record of a document, for a comparison with ours. Read-only:
   * nothing is sent, downloaded or recorded. `govId`: the number of its acceptance in our events.
   * Absent: the government has no such query.
   */
  reconcile?(submission: Submission, uploadId: string, govId: string | null): Promise<ReconcileOutcome>
  /**
   * The uploads that the government lists for a connection since a given time, as far back as its
   * list goes. Read-only. `senders`: the results of `listedAs` for the connection's invoices.
   * Absent: it has no list.
   */
  uploadsSince?(access: Access, since: Date, senders: ReadonlySet<string>): Promise<UploadsOutcome>
  /** The entry of an upload in the government's list; absent: the upload's own number. Pure. */
  listedAs?(submission: Submission, uploadId: string): ListedAs
  /** Whether a participant of the network can receive documents, and which ones. */
  participant?(participantId: string, access: Access | null): Promise<ParticipantOutcome>
  /**
   * Which of the formats the receiver of an invoice accepts, queried before its conversion.
   * Read-only. Absent: all receivers accept all formats.
   */
  receivable?(addressed: Addressed): Promise<ReceivingOutcome>
}

/** An invoice before its submission; `access` is null also where its connection is not active. */
export type OfflineSubmission = Pick<Submission, 'scope' | 'invoice' | 'xml' | 'access'>

/** The result of issuing an invoice that is handed out before its government has it. */
export type OfflineOutcome =
  | { readonly kind: 'issued'; readonly offline: OfflineIssue }
  /** It can't be issued that way. */
  | ({ readonly kind: 'impossible' } & Fault)

/** The result of a test of credentials. Texts are in English and contain no secret. */
export type CheckOutcome =
  /** `detail`: their access, in a sentence. */
  | { readonly kind: 'works'; readonly detail: string }
  /** What is wrong, and what to do. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Could not be determined: an outage, or a limit. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** Messages, oldest first. */
export type CollectOutcome =
  | {
      readonly kind: 'messages'
      readonly messages: readonly GovernmentMessage[]
      /** They are complete up to then. */
      readonly until: Date
      /** Seconds, before the pace, until the next time; absent: two minutes. */
      readonly againSeconds?: number
    }
  | NoAnswer

/** Distinguishes an invoice from an earlier one with the same number. */
export interface AnsweredInvoice {
  readonly createdAt: Date
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string
}

/**
 * A response of a buyer, or of a platform for it, to an invoice. Texts are unchanged; the recorder
 * shortens them for an event.
 */
export interface BuyerResponse {
  /** The time in the message, or else the time of receipt. */
  readonly at: Date
  /** `205`, `AP`, `EC02`. */
  readonly code: string
  /** The meaning of the code, in English. */
  readonly label: string
  /** The reason in the sender's words; null: none. */
  readonly reason: string | null
}

/** The outcome of a payment report. */
export type PaymentOutcome =
  /** `reportId`: the government's number of it. */
  | { readonly kind: 'reported'; readonly reportId: string; readonly document: GovernmentDocument | null }
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** The result of a look-up of a participant. */
export type ParticipantOutcome =
  | {
      readonly kind: 'registered'
      /** The document types that it receives, by their identifiers. */
      readonly documentTypes: readonly string[]
    }
  | { readonly kind: 'unregistered' }
  | NoAnswer

/** An invoice before its conversion. */
export interface Addressed extends Pick<Submission, 'scope' | 'invoice' | 'access'> {
  /** The formats in which the service can write it, the country's own first. */
  readonly formats: readonly DocumentFormat[]
  /** The caller's own document; null: the service writes it. */
  readonly xml: Uint8Array | null
}

/** Whether the receiver of an invoice accepts its document. */
export type ReceivingOutcome =
  /** `format`: the first that it accepts; null: the caller's own choice. */
  | { readonly kind: 'suits'; readonly format: DocumentFormat | null }
  /** It accepts others only. */
  | ({ readonly kind: 'unsuitable' } & Fault)
  /** Not known, and why; null: not worth a warning, because the submission shows it. */
  | { readonly kind: 'unknown'; readonly reason: string | null }

/** The outcome of an upload. `uploadId` is the government's number of it. */
export type SubmitOutcome =
  | {
      readonly kind: 'submitted'
      readonly uploadId: string
      readonly govEndpoint: string
      /** What only the submission has shown, in the form of a finding; absent: nothing. */
      readonly warnings?: readonly string[]
    }
  /**
   * The upload was refused, which is final and certain: the government does not have the
   * document, and the same attempt may be made again. `errorMessage` is the raw text.
   */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** Whether the government has an attempt. `unknown` is certain: the upload may be repeated. */
export type FindOutcome =
  | { readonly kind: 'known'; readonly uploadId: string; readonly govEndpoint: string }
  | { readonly kind: 'unknown' }
  | NoAnswer

/** The government's decision on an upload, if any. */
export type PollOutcome =
  | { readonly kind: 'pending'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'accepted'
      readonly govId: string
      readonly govMessage: string
      readonly receipt: GovernmentDocument | null
      /** KSeF's mode of the invoice; absent: it names none. */
      readonly invoicingMode?: InvoicingMode | undefined
      /** The signed address in the second code of an offline invoice; absent: none. */
      readonly certificateUrl?: string | undefined
      /** What is doubtful about its answer, in sentences; absent: nothing. */
      readonly warnings?: readonly string[]
    }
  /** `errorMessage` is the raw text in the government's language. */
  | {
      readonly kind: 'rejected'
      readonly errorMessage: string
      readonly document: GovernmentDocument | null
      /** As of an acceptance. */
      readonly warnings?: readonly string[]
    }
  | NoAnswer

/** A government's record of a document. */
export type ReconcileOutcome = (
  | { readonly kind: 'accepted'; readonly govId: string }
  | { readonly kind: 'rejected'; readonly errorMessage: string }
  | { readonly kind: 'pending' }
  /** It does not know the number. */
  | { readonly kind: 'unknown' }
  | NoAnswer
) & {
  /**
   * Why the government can't be queried, if the result is from its messages. Absent: it was
   * queried.
   */
  readonly notAsked?: string
}

/** The uploads that a government lists. */
export type UploadsOutcome =
  | { readonly kind: 'uploads'; readonly uploads: readonly ListedUpload[] }
  /** It has no such list, and why. */
  | { readonly kind: 'unlisted'; readonly reason: string }
  | NoAnswer

/** An upload in a government's list. */
export interface ListedUpload {
  readonly uploadId: string
  /** An alternative number of it. */
  readonly alias?: string
}

/** The entry of an upload in a list. */
export interface ListedAs {
  readonly uploadId: string
  /** The sender to filter by, in a list of several companies; null: unknown. */
  readonly sender: string | null
}

/** A limit on calls of one kind in a time window. */
export interface CallBudget {
  /**
   * Unique among all governments; it names the counted calls, for example `RO calls` or `RO list
   * 1234567`.
   */
  readonly name: string
  readonly limit: number
  /** Start and end of the window. */
  readonly from: Date
  readonly until: Date
}

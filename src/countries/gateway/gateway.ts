import type { Credentials } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Payment } from '../../domain/payment-report.js'
import type { GovernmentMessage } from './mailbox.js'

export type { Payment } from '../../domain/payment-report.js'

/** What a gateway needs to know of one attempt to hand a document over. */
export interface Submission {
  readonly scope: Scope
  readonly invoiceId: string
  /**
   * Made from invoice and document, and written into the stream before the upload: the same
   * document of the same invoice always goes under the same id, also after a restore that has lost
   * the attempt.
   */
  readonly attemptId: string
  /**
   * How often this government has refused the invoice at its door, by the stream. A key for
   * repeated documents that a government also remembers for what it refused is to be made from
   * `attemptId` and this number; any other from `attemptId` alone.
   */
  readonly refusals: number
  /** When the invoice was created: nothing of it can have reached a government before. */
  readonly createdAt: Date
  readonly invoice: InvoiceRequest
  readonly xml: Uint8Array
  /**
   * By what the company is connected; null in the test environment, whose governments ask for
   * nothing.
   */
  readonly access: Access | null
}

/** The connection through which a company submits, with its secrets. */
export interface Access {
  readonly connectionId: string
  /** The VAT number of the connected company, with its country's prefix. */
  readonly vatNumber: string
  /** As the vault keeps them: tokens, or what was handed over. Never logged. */
  readonly credentials: Credentials
}

/** Whether a worker may still act outside. */
export interface LeaseCheck {
  /** Aborts when another worker may have taken over. */
  readonly lost: AbortSignal
  /** The last look, by the clocks as they are now, with nothing but the effect behind it. */
  isHeld(): boolean
}

/**
 * One government's submission interface. No method throws for what a government can do to us:
 * every outcome is a value. A throw is a programming error.
 */
export interface Gateway {
  /**
   * Hands the document over once. A request that has not been sent when the lease is lost is not
   * sent any more, and the outcome is `unavailable`. A worker paused between that look and the
   * network repeats the upload under the same `attemptId` all the same: the government's own key
   * for repeated documents is to be made from it, where there is one.
   */
  submit(submission: Submission, lease?: LeaseCheck): Promise<SubmitOutcome>
  /**
   * Asks whether the government knows the document of an attempt, so that it is never sent twice.
   * Asked before every upload, also the first: a process may have died between upload and event,
   * and a restored store may have forgotten the attempt altogether. `unknown` must be certain:
   * whoever can't tell answers `unavailable`.
   */
  find(submission: Submission): Promise<FindOutcome>
  /**
   * Asks for the decision. `submittedAt`: when the government took the document, by which its own
   * schedule of questions goes: before the first of them is due, the outcome is `pending` and
   * nothing is asked.
   */
  poll(submission: Submission, uploadId: string, submittedAt: Date): Promise<PollOutcome>
  /**
   * What a connection may still spend, for those who wait; absent: nothing is counted.
   * `vatNumber`: of the connected company.
   */
  budgets?(vatNumber: string, now: Date): readonly CallBudget[]
  /** Whether the credentials serve, without sending any document. */
  check?(access: Access): Promise<CheckOutcome>
  /**
   * Fetches what the government has told of a connection's documents since a moment, null for all
   * there is: where messages are not sent to us. Whoever asks puts them into the mailbox, keeps
   * `until`, and hands it in the next time. Overlaps are welcome: a message has its id.
   */
  collect?(scope: Scope, access: Access, since: Date | null): Promise<CollectOutcome>
  /**
   * What a message says to people beside the decision; null: nothing, it is a receipt of the
   * decision or of transport. Pure. Never throws.
   * @param invoice whose it is, where messages name invoices by numbers that may be used again;
   * absent: whatever the message says
   */
  responseIn?(message: GovernmentMessage, invoice?: AnsweredInvoice): BuyerResponse | null
  /** Reports that an accepted invoice was paid, where the seller owes that to the government. */
  reportPayment?(submission: Submission, govId: string, payment: Payment, lease?: LeaseCheck): Promise<PaymentOutcome>
  /**
   * What the government has of a document by its own records, for whoever compares them with ours.
   * It only asks: nothing is sent, fetched or noted, whatever the answer. `govId`: the number
   * under which we believe it accepted. Absent: it can't be asked without more than that.
   */
  reconcile?(submission: Submission, uploadId: string, govId: string | null): Promise<ReconcileOutcome>
  /**
   * The uploads that the government lists for a connection since a moment, so far back as it lists
   * them. It only asks. `senders`: those that `listedAs` gave for the connection's invoices.
   * Absent: it lists none.
   */
  uploadsSince?(access: Access, since: Date, senders: ReadonlySet<string>): Promise<UploadsOutcome>
  /** How the government's list shows an upload; absent: under the upload's own number. Pure. */
  listedAs?(submission: Submission, uploadId: string): ListedAs
  /** Whether and what a participant of the network can receive. */
  participant?(participantId: string, access: Access | null): Promise<ParticipantOutcome>
}

/** Whether credentials serve. Texts are in English and hold no secret. */
export type CheckOutcome =
  /** `detail`: what they open, in a sentence. */
  | { readonly kind: 'works'; readonly detail: string }
  /** What is wrong, and what to do. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody could tell: an outage, or a limit. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** What was told, oldest first. `until`: everything up to then is among it. */
export type CollectOutcome =
  { readonly kind: 'messages'; readonly messages: readonly GovernmentMessage[]; readonly until: Date } | NoAnswer

/** By what an invoice is told from one before it under the same number. */
export interface AnsweredInvoice {
  readonly createdAt: Date
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string
}

/**
 * What a buyer, or a platform in his name, says of an invoice. Texts are as they came, cut to what
 * an event holds by whoever records them.
 */
export interface BuyerResponse {
  /** When it was said, by the message; else when it came. */
  readonly at: Date
  /** `205`, `AP`, `EC02`. */
  readonly code: string
  /** What the code means, in English. */
  readonly label: string
  /** Why, in the sender's words; null: none given. */
  readonly reason: string | null
}

/** What came of a report of a payment. */
export type PaymentOutcome =
  /** `reportId`: the government's number of it. */
  | { readonly kind: 'reported'; readonly reportId: string; readonly document: GovernmentDocument | null }
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** What is known of a participant of a network. */
export type ParticipantOutcome =
  | {
      readonly kind: 'registered'
      /** The document types that it receives, by their identifiers. */
      readonly documentTypes: readonly string[]
    }
  | { readonly kind: 'unregistered' }
  | NoAnswer

/** What came of an upload. `uploadId` is the government's own number of it. */
export type SubmitOutcome =
  | { readonly kind: 'submitted'; readonly uploadId: string; readonly govEndpoint: string }
  /**
   * Judged at the door; final, and certain: the government has not taken the document, and the
   * same attempt may be made again. `errorMessage` is the raw text.
   */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** Whether the government has an attempt. `unknown` is certain: it may be made again. */
export type FindOutcome =
  | { readonly kind: 'known'; readonly uploadId: string; readonly govEndpoint: string }
  | { readonly kind: 'unknown' }
  | NoAnswer

/** What the government has decided on an upload, if it has. */
export type PollOutcome =
  | { readonly kind: 'pending'; readonly retryAfterSeconds: number }
  | {
      readonly kind: 'accepted'
      readonly govId: string
      readonly govMessage: string
      readonly receipt: GovernmentDocument | null
    }
  /** `errorMessage` is the raw text in the government's language. */
  | { readonly kind: 'rejected'; readonly errorMessage: string; readonly document: GovernmentDocument | null }
  | NoAnswer

/** What a government has of a document. */
export type ReconcileOutcome = (
  | { readonly kind: 'accepted'; readonly govId: string }
  | { readonly kind: 'rejected'; readonly errorMessage: string }
  | { readonly kind: 'pending' }
  /** It does not know the number. */
  | { readonly kind: 'unknown' }
  | NoAnswer
) & {
  /** Why the government can't be asked: this is what its messages said. Absent: it was asked. */
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
  /** Another number by which it may be known. */
  readonly alias?: string
}

/** How a list shows an upload. */
export interface ListedAs {
  readonly uploadId: string
  /** Whose uploads to look for, in a list of several companies; null: that can't be told. */
  readonly sender: string | null
}

/** Why there is no answer yet. Never a rejection. */
export type NoAnswer = Unavailable | Exhausted | Unauthorized

/** An outage or an unknown outcome; ask again after `retryAfterSeconds`. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly reason: string
  readonly retryAfterSeconds: number
  /**
   * Whom it concerns: a government that can't be reached is left alone by all its invoices;
   * anything else concerns this invoice only.
   */
  readonly concerns: 'government' | 'invoice'
}

/** The calls that may be made are used up; nothing was asked. */
export interface Exhausted {
  readonly kind: 'exhausted'
  readonly reason: string
  /** When there are calls again. */
  readonly until: Date
  /** Whose calls are used up. */
  readonly concerns: 'government' | 'invoice'
}

/** The government refuses the credentials. The invoice waits for its connection. */
export interface Unauthorized {
  readonly kind: 'unauthorized'
  /** The government's words, without any secret. */
  readonly reason: string
  /** `renewal`: a fresh token may help; `user`: the user has to do something. */
  readonly needs: 'renewal' | 'user'
}

/** A receipt, or the document of a rejection, byte by byte as the government gave it. */
export interface GovernmentDocument {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** So many calls of a kind in a window of time. */
export interface CallBudget {
  /**
   * Unique among all governments; it names whose calls are counted, for example
   * `RO calls` or `RO list 1234567`.
   */
  readonly name: string
  readonly limit: number
  /** When the window began and when it ends. */
  readonly from: Date
  readonly until: Date
}

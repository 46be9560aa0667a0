import type { Scope } from '../../domain/event.js'
import type { Answer, AnswerCode, InvoiceReceived } from '../../domain/received.js'
import type { AnsweredDocument } from '../answered-document.js'
import type { Access, NoAnswer } from './access.js'
import type { GovernmentDocument } from './government-document.js'
import type { LeaseCheck } from './lease-check.js'

/** A buyer's answer to a received invoice, on its way to the sender. */
export interface OutgoingAnswer extends Answer {
  readonly scope: Scope
  /** When the client gave it. Its document is dated by it, so that a repetition is the same. */
  readonly requestedAt: Date
  /** The received invoice. */
  readonly received: InvoiceReceived['data']
  /**
   * What its document says of itself; null: it is no UBL and no Cross Industry Invoice, or is not
   * asked (`namesDocument`).
   */
  readonly answered: AnsweredDocument | null
}

/** Codes of reasons of an answer. */
interface ReasonCodes {
  /** Its name, for errors. */
  readonly list: string
  /** The codes by their meanings in English. */
  readonly codes: Readonly<Record<string, string>>
  /** Stands where a reason, or an answer that needs one, comes without a code. */
  readonly standard: string
  /** Answers that need a code of a reason. */
  readonly neededFor: readonly AnswerCode[]
  /** The answers with which a code may stand; absent: all. */
  readonly only?: Readonly<Partial<Record<string, readonly AnswerCode[]>>>
}

/** What buyers of a country can say to a received invoice, and the document that says it. */
export interface Answering {
  /** The country's code and its meaning by ours; a code that is absent can't be given. */
  readonly codes: Readonly<Partial<Record<AnswerCode, { readonly code: string; readonly label: string }>>>
  /** Codes that need a reason, besides `rejected`. */
  readonly needReason?: readonly AnswerCode[]
  /** Characters of a reason, at most; absent: as many as the API takes. */
  readonly longestReason?: number
  /** Absent: the country has none. */
  readonly reasonCodes?: ReasonCodes
  /** Why this invoice takes no answer; null: it does. Pure; absent: each takes one. */
  readonly barred?: (received: InvoiceReceived['data'], now: Date) => BarredAnswer | null
  /** Whether `write` needs what the invoice's document says of itself; absent: it does not. */
  readonly namesDocument?: true
  /** The answer's document. Pure: always the same for an answer. */
  readonly write: (answer: OutgoingAnswer) => GovernmentDocument
}

/** Why an invoice takes no answer: `never`, as no invoice of its kind, or `late`: no longer. */
export interface BarredAnswer {
  readonly kind: 'never' | 'late'
  readonly message: string
}

/** An answer with its document, for a government. */
export interface SentAnswer extends OutgoingAnswer {
  readonly document: GovernmentDocument
  /** null: in the test environment. */
  readonly access: Access | null
}

/** An answer that was handed in, with the document as it was sent. */
export type SubmittedAnswer = Omit<SentAnswer, 'answered'>

/** What became of the sending of an answer. */
export type SendAnswerOutcome =
  | { readonly kind: 'submitted'; readonly reference: string }
  /** Final and certain: it was not taken. */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** How far an answer is that the government, or the access point, has. */
export type FollowAnswerOutcome =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'pending'; readonly retryAfterSeconds: number }
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | NoAnswer

/** Where answers to received invoices are handed in. No method throws because of a government. */
export interface AnswerDesk {
  /**
   * Why an invoice takes no answer any more, as the government has reported; null: it does.
   * Absent: no government reports it.
   */
  barred?(scope: Scope, received: InvoiceReceived['data']): Promise<BarredAnswer | null>
  /**
   * Hands in an answer, once: it looks first whether an earlier try, of a process that died,
   * arrived. If the lease is lost before the request is sent, it is not sent.
   */
  send(answer: SentAnswer, lease?: LeaseCheck): Promise<SendAnswerOutcome>
  /**
   * Asks what became of it. Absent: what was handed in is confirmed.
   * @param submittedAt when it was handed in
   */
  follow?(answer: SubmittedAnswer, reference: string, submittedAt: Date): Promise<FollowAnswerOutcome>
}

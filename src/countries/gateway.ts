import type { Scope } from '../domain/event.js'
import type { InvoiceRequest } from '../domain/invoice-request.js'

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
  readonly invoice: InvoiceRequest
  readonly xml: Uint8Array
}

/**
 * One government's submission interface. No method throws for what a government can do to us:
 * every outcome is a value. A throw is a programming error.
 */
export interface Gateway {
  /**
   * Hands the document over once. `lost` aborts when another worker may have taken over: a request
   * that has not been sent by then is not sent any more, and the outcome is `unavailable`. A
   * worker paused between that look and the network repeats the upload under the same `attemptId`
   * all the same: the government's own key for repeated documents is to be made from it, where
   * there is one.
   */
  submit(submission: Submission, lost?: AbortSignal): Promise<SubmitOutcome>
  /**
   * Asks whether the government knows the document of an attempt, so that it is never sent twice.
   * Asked before every upload, also the first: a process may have died between upload and event,
   * and a restored store may have forgotten the attempt altogether. `unknown` must be certain:
   * whoever can't tell answers `unavailable`.
   */
  find(submission: Submission): Promise<FindOutcome>
  /** Asks for the decision. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
}

/** What came of an upload. `uploadId` is the government's own number of it. */
export type SubmitOutcome =
  | { readonly kind: 'submitted'; readonly uploadId: string; readonly govEndpoint: string }
  /**
   * Judged at the door; final, and certain: the government has not taken the document, and the
   * same attempt may be made again. `errorMessage` is the raw text.
   */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | Unavailable

/** Whether the government has an attempt. `unknown` is certain: it may be made again. */
export type FindOutcome =
  | { readonly kind: 'known'; readonly uploadId: string; readonly govEndpoint: string }
  | { readonly kind: 'unknown' }
  | Unavailable

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
  | Unavailable

/** An outage or an unknown outcome; ask again after `retryAfterSeconds`. Never a rejection. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly reason: string
  readonly retryAfterSeconds: number
}

/** A receipt, or the document of a rejection, byte by byte as the government gave it. */
export interface GovernmentDocument {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

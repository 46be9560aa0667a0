import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for an access point behaves; the defaults are those of phoss-ap. */
export interface AccessPointOptions {
  /** Default: any free one. */
  readonly port?: number
  readonly now?: () => Date
  /** `phase4.api.requiredtoken`; default `standin-token`. */
  readonly token?: string
  /** Seconds from a delivery to the receiver's answer; default 0. */
  readonly decisionSeconds?: number
  /** Automatic answers of receivers; default none: tests decide when. */
  readonly levelStatus?: 'AP' | 'AB' | 'RE' | null
  /** Participants that are in no register, `0208:0123456749`. */
  readonly unregistered?: readonly string[]
  /** Participants that are registered for nothing that is sent. */
  readonly withoutEndpoint?: readonly string[]
  /** The document types of a participant; absent: all that the service sends. */
  readonly documentTypes?: Readonly<Record<string, readonly string[]>>
  /** Whether documents may be sent at all. */
  readonly sendingEnabled?: boolean
  /** Whether there is a history, which other access points don't keep. */
  readonly history?: boolean
  /** Where messages of the network are forwarded to, and the token that goes with them. */
  readonly inbound?: { readonly url: string; readonly token?: string }
  /** Seconds until its own next try; default 180, as phoss-ap begins. */
  readonly retrySeconds?: number
}

/** The calls that can fail. */
export type AccessPointCall = 'submit' | 'status' | 'history' | 'in-transmission'

/** A fault, from now on or so many times. */
export type Fault = FaultOn<AccessPointCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** The call takes effect, and this answer comes instead. */
  | { readonly kind: 'answer-after'; readonly status: number; readonly body: string }
  /**
   * Of a submission: so many tries to hand the document over fail in this way. With `permanent`
   * the access point gives up at once.
   */
  | {
      readonly kind: 'fails'
      readonly failure: Failure
      readonly tries?: number
      readonly permanent?: boolean
      /** Whether the receiver has got the document all the same. */
      readonly arrives?: boolean
    }
  /** Of a submission: sent, and the statistics of the network could not be kept. */
  | { readonly kind: 'unreported' }
  /** Of a submission: it is sent, and the access point forgets it. */
  | { readonly kind: 'forgotten' }

/** Why a try fails, in the fields of a report. */
export interface Failure {
  readonly lookupError?: string
  readonly lookupException?: { readonly class: string; readonly message: string }
  readonly sendingResult?: string
  readonly as4ResponseErrors?: readonly Readonly<Record<string, string>>[]
  readonly c3CertCheckResult?: string
}

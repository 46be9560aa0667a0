import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for ANAF behaves; the defaults are as ANAF publishes them. */
export interface AnafOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Seconds from an upload to its decision; default 0. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** Whether `authorize` answers with a code at once, without a click. */
  readonly autoAuthorize?: boolean
  /** How long an access token lasts, in seconds; default 90 days. */
  readonly accessTokenSeconds?: number
  /** The companies for which the certificate's holder has rights in SPV; default: every one. */
  readonly rights?: readonly string[]
  readonly limits?: Partial<AnafLimits>
}

/** ANAF's limits. */
export interface AnafLimits {
  readonly callsAMinute: number
  readonly statesADay: number
  readonly downloadsADay: number
  readonly listsADay: number
  readonly messagesAPage: number
  /** Uploads of messages to sellers. */
  readonly messagesADay: number
}

/** The published limits. */
export const PUBLISHED_LIMITS: AnafLimits = {
  callsAMinute: 1000,
  statesADay: 100,
  downloadsADay: 10,
  listsADay: 100_000,
  messagesAPage: 500,
  messagesADay: 1000,
}

/** The calls that can fail. */
export type AnafCall = 'upload' | 'state' | 'download' | 'list' | 'token'

/** A fault, from now on or so many times. */
export type Fault = FaultOn<AnafCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** The page of ANAF's firewall. */
  | { readonly kind: 'firewall' }
  /** A text of ANAF's, in the form that this call gives its errors. */
  | { readonly kind: 'text'; readonly text: string }
  /** Of an upload: it is accepted, and decided `nok` with these texts. */
  | { readonly kind: 'reject'; readonly texts: readonly string[] }
  /** Of an upload: it is accepted, and its message is in the list only so many seconds later. */
  | { readonly kind: 'listed-later'; readonly seconds: number }

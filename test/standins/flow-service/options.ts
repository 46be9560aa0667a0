import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for a platform behaves; the defaults are those of the norm. */
export interface FlowServiceOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Seconds from a submission to its acknowledgement, and from each status to the next. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** How long an access token lasts, in seconds; default an hour. */
  readonly accessTokenSeconds?: number
  /** How a client may authenticate at the token endpoint; default both. */
  readonly clientMay?: 'basic' | 'post' | 'both'
  /** The addresses in the directory; default: every one. */
  readonly addresses?: readonly string[]
  /** Whether it takes a PDF with the XML inside; default true. */
  readonly takesFacturX?: boolean
  /** Whether `updatedAfter` takes the moment itself in; the norm does not say. */
  readonly isAfterInclusive?: boolean
  /** How many flows a search lists at most; default: as many as the norm allows. */
  readonly largestPage?: number
  /** The statuses that follow on an acknowledgement by themselves; default: 200. */
  readonly statuses?: readonly string[]
}

/** The calls that can fail. */
export type FlowCall = 'token' | 'submit' | 'search' | 'flow' | 'download' | 'health' | 'directory'

/** A fault, from now on or so many times. */
export type Fault = FaultOn<FlowCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** Of a submission: it is accepted, and acknowledged with this error. */
  | { readonly kind: 'inadmissible'; readonly reasonCode: string; readonly reasonMessage: string }
  /** Of a submission: it is accepted, and these statuses follow, the last with the reason. */
  | { readonly kind: 'statuses'; readonly codes: readonly string[]; readonly reason?: Reason }
  /** Of a submission: it is accepted, and a search shows it only so many seconds later. */
  | { readonly kind: 'shown-later'; readonly seconds: number }

/** Why a status was set. */
export interface Reason {
  readonly code: string
  readonly label: string
  readonly note?: string
}

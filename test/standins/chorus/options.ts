import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for Chorus Pro behaves. */
export interface ChorusOptions {
  /** Default: any that is free. */
  readonly port?: number
  /** Seconds from a deposit to its integration; default 0. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** How long an access token lasts, in seconds; default an hour. */
  readonly accessTokenSeconds?: number
  /** Whether the list tells of deposits and days; default true. */
  readonly isListFull?: boolean
}

/** The calls that a fault can be of. */
export type ChorusCall = 'token' | 'deposit' | 'report' | 'list'

/** Something that goes wrong, from now on or so many times. */
export type Fault = FaultOn<ChorusCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** Of a deposit: it is taken, and comes to this state with these errors. */
  | { readonly kind: 'state'; readonly state: string; readonly errors?: readonly string[] }

import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for Chorus Pro behaves. */
export interface ChorusOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Seconds from a deposit to its integration; default 0. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** How long an access token lasts, in seconds; default an hour. */
  readonly accessTokenSeconds?: number
  /** The directory by SIRET; default: it has every SIRET, without any demand. */
  readonly structures?: Readonly<Record<string, PublicBody>>
  /** Whether the list shows deposits and days; default true. */
  readonly isListFull?: boolean
}

/** A public body in Chorus Pro's directory, and what it asks of an invoice. */
export interface PublicBody {
  readonly needsService?: boolean
  readonly needsEngagement?: boolean
  readonly needsEither?: boolean
  /** Its services by their codes; absent: any code is known. */
  readonly services?: Readonly<Record<string, { readonly needsEngagement?: boolean }>>
}

/** The calls that can fail. */
export type ChorusCall =
  'token' | 'deposit' | 'report' | 'report file' | 'list' | 'structures' | 'structure' | 'services' | 'health'

/** A fault, from now on or so many times. */
export type Fault = FaultOn<ChorusCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** Of a deposit: it is accepted, and gets this state with these errors. */
  | { readonly kind: 'state'; readonly state: string; readonly errors?: readonly string[] }

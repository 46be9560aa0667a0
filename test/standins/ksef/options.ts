import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for KSeF behaves; the defaults are as KSeF publishes them. */
export interface KsefOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Seconds from the sending of an invoice to its decision; default 0. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** How often an authentication answers 100 before it is decided; default 0. */
  readonly signInLooks?: number
  /** How long an access token lasts, in seconds; default 900. */
  readonly accessTokenSeconds?: number
  /** Whether any certificate that names a NIP signs in for it, as in KSeF's test environment. */
  readonly trustsSelfSigned?: boolean
  /** Calls a second, a minute and an hour by group; null: without limits. */
  readonly limits?: Partial<KsefLimits> | null
  /** Whether all companies have announced attachments to the tax office; default true. */
  readonly announcedAttachments?: boolean
  /** So many invoices are on a page of a list at most; default 1,000. */
  readonly largestPage?: number
  /** Seconds in which a package is prepared; default 0. */
  readonly exportSeconds?: number
  /** Bytes of a part of a package; default 50 MB. */
  readonly exportPartBytes?: number
  /** The most invoices of a package; default 10,000. */
  readonly exportedAtOnce?: number
  /**
   * Where parts of batches are to be put, by the port: an origin that leads to the stand-in;
   * default its own.
   */
  readonly storeOrigin?: (port: number) => string
}

/** Limits by groups of calls. */
export type KsefLimits = Readonly<Record<LimitedGroup, readonly [number, number, number]>>

/** A group of calls that is counted together. */
export type LimitedGroup =
  | 'open'
  | 'send'
  | 'close'
  | 'batch'
  | 'batch-close'
  | 'status'
  | 'session'
  | 'sessions'
  | 'invoices'
  | 'download'
  | 'metadata'
  | 'export'
  | 'export-status'
  | 'other'

/** The published limits. */
export const PUBLISHED_LIMITS: KsefLimits = {
  open: [10, 30, 120],
  send: [10, 30, 180],
  close: [20, 60, 240],
  batch: [10, 20, 60],
  'batch-close': [20, 40, 120],
  status: [30, 120, 1200],
  session: [10, 120, 1200],
  sessions: [5, 10, 60],
  invoices: [10, 20, 200],
  download: [8, 16, 64],
  metadata: [8, 16, 20],
  export: [8, 16, 20],
  'export-status': [10, 60, 600],
  other: [10, 30, 120],
}

/** The calls of those who are signed in, about sessions and invoices. */
export type SignedCall =
  | 'open'
  | 'send'
  | 'close'
  | 'batch'
  | 'batch-close'
  | 'status'
  | 'session'
  | 'sessions'
  | 'invoices'
  | 'failed-invoices'
  | 'upo'
  | 'session-upo'
  | 'download'
  | 'metadata'
  | 'export'
  | 'export-status'

/** The calls that can fail. */
export type KsefCall =
  | SignedCall
  | 'keys'
  | 'challenge'
  | 'token'
  | 'signature'
  | 'authentication'
  | 'redeem'
  | 'refresh'
  | 'part'
  | 'export-part'
  | 'limits'
  | 'context-limits'
  | 'subject-limits'
  | 'upo-file'
  | 'lighthouse'
  | 'lighthouse-messages'

/** A fault, from now on or so many times. */
export type Fault = FaultOn<KsefCall, FaultKind>

/** A status of KSeF's. */
export interface StatusWish {
  readonly code: number
  readonly description: string
  readonly details?: readonly string[]
  readonly extensions?: Readonly<Record<string, string>>
}

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** HTTP 400 with this error, in one of KSeF's two forms; nothing was done. */
  | {
      readonly kind: 'refuse'
      readonly code: number
      readonly description?: string
      readonly details?: readonly string[]
      readonly form?: 'problem' | 'exception'
    }
  /** HTTP 403. */
  | { readonly kind: 'forbid'; readonly reasonCode: string }
  /**
   * Of an authentication and an export: it ends so. Of an invoice sent: it is taken and decided
   * so. Of the end of a batch: all of its invoices are, or with `session` the session itself.
   */
  | { readonly kind: 'decide'; readonly status: StatusWish; readonly session?: true }
  /** Of an invoice sent: it is taken, and the list shows it only so many seconds later. */
  | { readonly kind: 'listed-later'; readonly seconds: number }

/** What the lighthouse says. */
export interface LighthouseState {
  readonly status: 'AVAILABLE' | 'MAINTENANCE' | 'FAILURE' | 'TOTAL_FAILURE'
  readonly messages: readonly object[]
}

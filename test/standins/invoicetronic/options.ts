import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for Invoicetronic behaves; whatever is left out is as it publishes it. */
export interface InvoicetronicOptions {
  /** Default: any that is free. */
  readonly port?: number
  /** Seconds from a sent invoice to what SdI says of it; default 0. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** What the account has left; default: plenty. */
  readonly operationsLeft?: number
  readonly signaturesLeft?: number
  /** Items of a page at most, whatever is asked for; default 200. */
  readonly mostOfAPage?: number
  /** States by their numbers instead of their names. */
  readonly numericStates?: boolean
}

/** The calls that a fault can be of. */
export type InvoicetronicCall = 'send' | 'sends' | 'sent' | 'updates' | 'status'

/** Something that goes wrong, from now on or so many times. */
export type Fault = FaultOn<InvoicetronicCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** Of an invoice: it is taken, and SdI rejects it with these errors. */
  | { readonly kind: 'reject'; readonly errors: readonly SdiFault[] }
  /** Of an invoice: it is taken, and SdI says nothing of it but what `tell` says. */
  | { readonly kind: 'silent' }

/** An entry of SdI's list of errors. */
export interface SdiFault {
  readonly code: string
  readonly description: string
}

import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for Invoicetronic behaves; the defaults are as it publishes them. */
export interface InvoicetronicOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Seconds from a sent invoice to what SdI says of it; default 0. */
  readonly decisionSeconds?: number
  readonly now?: () => Date
  /** What the account has left; default: plenty. */
  readonly operationsLeft?: number
  readonly signaturesLeft?: number
  /** Items of a page at most, for any requested size; default 200. */
  readonly mostOfAPage?: number
  /** States by their numbers instead of their names. */
  readonly numericStates?: boolean
}

/** The calls that can fail. */
export type InvoicetronicCall =
  | 'send'
  | 'validate'
  | 'sends'
  | 'sent'
  | 'payload'
  | 'updates'
  | 'update'
  | 'status'
  | 'companies'
  | 'arrivals'
  | 'arrival'
  | 'arrival-payload'
  | 'arrival-delete'

/** A fault, from now on or so many times. */
export type Fault = FaultOn<InvoicetronicCall, FaultKind>

/** What goes wrong. */
export type FaultKind =
  | HttpFault
  /** Of an invoice: it is accepted, and SdI rejects it with these errors. */
  | { readonly kind: 'reject'; readonly errors: readonly SdiFault[] }
  /** Of an invoice: it is accepted, and SdI sends only what `report` sends. */
  | { readonly kind: 'silent' }

/** An entry of SdI's list of errors. */
export interface SdiFault {
  readonly code: string
  readonly description: string
}

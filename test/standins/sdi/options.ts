import type { FaultOn, HttpFault } from '../faults.js'

/** How the stand-in for SdI behaves; the defaults are those of SdI. */
export interface SdiOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Seconds from a file to the first notification about it; default 0. */
  readonly decisionSeconds?: number
  /** Seconds from then to an administration's outcome; default as `decisionSeconds`. */
  readonly outcomeSeconds?: number
  readonly now?: () => Date
  /** Where SdI calls us; it may be set later. Absent: nowhere. */
  readonly inboundUrl?: string
  /** What it presents there: `Authorization: Bearer`. */
  readonly inboundToken?: string
  /** Whether it calls by itself; else the test says when, with `deliver`. Default true. */
  readonly automatic?: boolean
  /** Seconds between two calls with the same notification; default 5. */
  readonly repeatSeconds?: number
  /** HTTPS with this certificate, which asks for a client certificate that `ca` has issued. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca: string }
}

/** The calls that a fault can be of: a file that comes, and a notification that goes. */
export type SdiCall = 'file' | 'notification' | 'wsdl' | 'outcome'

/** Something that goes wrong, from now on or so many times. */
export type Fault = FaultOn<SdiCall, FaultKind>

/** What goes wrong. Of a notification only `twice`, `never` and `cut`. */
export type FaultKind =
  | HttpFault
  /** Errore in the answer: `EI02`; of an outcome ES02. Nothing was done. */
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'soap-fault'; readonly code: string; readonly text: string }
  /** The answer is bare SOAP, without a package. */
  | { readonly kind: 'plain' }
  /** The file is accepted, and NS lists these. */
  | { readonly kind: 'reject'; readonly errors: readonly { readonly code: string; readonly description: string }[] }
  /** The file is accepted, and these notifications are sent about it, in this order. */
  | { readonly kind: 'decide'; readonly notices: readonly Notice[] }
  /** The file is accepted, and the notifications about it go out before the answer. */
  | { readonly kind: 'early' }
  /** The notification is sent twice. */
  | { readonly kind: 'twice' }
  /** The notification is never sent. */
  | { readonly kind: 'never' }

/** What can be said of a file that was taken; `zip`: the attestation in a ZIP with the invoice. */
export type Notice = 'RC' | 'MC' | 'EC01' | 'EC02' | 'DT' | 'AT' | 'AT zip'

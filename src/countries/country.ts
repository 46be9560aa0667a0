import type { InvoiceRequest, CountryCode, Syntax } from '../domain/invoice-request.js'
import type { Scope } from '../domain/event.js'
import type { Judgement } from '../einvoice/judgement.js'
import type { ConnectionSetup } from './connection-setup.js'

export type { Finding, Judgement } from '../einvoice/judgement.js'
export type { ConnectionSetup } from './connection-setup.js'

/**
 * Everything that the service asks of a country. A country is one folder under `countries/` that exports one of these, and one
 * line in `countries/registry.ts`.
 */
export interface Country {
  readonly code: CountryCode
  /** English name. */
  readonly name: string
  /** IANA name: the calendar in which issue dates and their ages are counted. */
  readonly timeZone: string
  /** VAT number format; see `VatNumberFormat`. */
  readonly vat: VatNumberFormat
  /** How a production connection comes to life. */
  readonly setup: ConnectionSetup
  /**
   * Rules, conversion and gateways; null while the country's format is not built: its invoices are refused at once, its companies
   * and connections work.
   */
  readonly invoicing: Invoicing | null
}

export interface VatNumberFormat {
  /** The format in words, for error messages, with an example. */
  readonly description: string
  /**
   * Upper-cases, drops spaces, dots and dashes, prepends the prefix, then checks the format, and the check digit too when
   * `checkDigit` is set and the country defines one. null: not a VAT number of this country.
   */
  normalise(vatNumber: string, options: { readonly checkDigit: boolean }): string | null
}

export interface Invoicing {
  /** The syntaxes that an invoice may ask for. */
  readonly syntaxes: readonly Syntax[]
  /** The format of the invoice's document as shown in `invoice.validated`, for example `UBL 2.1 CIUS-RO`. Pure. */
  formatOf(invoice: InvoiceRequest): string
  /** Judges an invoice by EN 16931, the national rules and the business rules. Pure. */
  validate(invoice: InvoiceRequest, context: ValidationContext): Judgement
  /**
   * The invoice in the country's XML; also of an invoice that breaks rules, as long as it can be expressed. Pure; `attachments` are the decoded
   * contents in the order of `invoice.attachments`.
   */
  convert(invoice: InvoiceRequest, attachments: readonly Uint8Array[]): ConvertedDocument
  /** Net, VAT and gross (BT-109, BT-110, BT-112) as decimal strings with two decimals, in the invoice's currency. Pure. */
  totals(invoice: InvoiceRequest): InvoiceTotals
  /** What a raw government text means, in English, and what to do. Never fails: an unknown text gets a general answer. */
  readonly explain: (rawText: string) => Explanation
  /** The stand-in for the government that the test environment uses. */
  readonly simulator: (ledger: SimulatorLedger, settings: SimulatorSettings) => Gateway
}

export interface ValidationContext {
  /** Today in the country's time zone, `YYYY-MM-DD`. */
  readonly today: string
}

export interface InvoiceTotals {
  readonly netAmount: string
  readonly vatAmount: string
  readonly grossAmount: string
}

export interface ConvertedDocument {
  readonly xml: string
  readonly mediaType: 'application/xml'
  readonly format: string
}

export interface Explanation {
  readonly errorTranslated: string
  readonly errorFix: string
}

/** What a gateway needs to know of one attempt to hand a document over. */
export interface Submission {
  readonly scope: Scope
  readonly invoiceId: string
  /**
   * Made from invoice and document, and written into the stream before the upload: the same document of the same invoice always goes under the same id, also
   * after a restore that has lost the attempt.
   */
  readonly attemptId: string
  /**
   * How often this government has refused the invoice at its door, by the stream. A key for repeated documents that a government also remembers for what it
   * refused is to be made from `attemptId` and this number; any other from `attemptId` alone.
   */
  readonly refusals: number
  readonly invoice: InvoiceRequest
  readonly xml: Uint8Array
}

/**
 * One government's submission interface. No method throws for what a government can do to us: every outcome is a value. A throw is a
 * programming error.
 */
export interface Gateway {
  /**
   * Hands the document over once. `lost` aborts when another worker may have taken over: a request that has not been sent by then is not sent any more, and the
   * outcome is `unavailable`. A worker paused between that look and the network repeats the upload under the same `attemptId` all the same: the
   * government's own key for repeated documents is to be made from it, where there is one.
   */
  submit(submission: Submission, lost?: AbortSignal): Promise<SubmitOutcome>
  /**
   * Asks whether the government knows the document of an attempt, so that it is never sent twice. Asked before every upload, also the first: a process may have
   * died between upload and event, and a restored store may have forgotten the attempt altogether. `unknown` must be certain: whoever can't tell answers
   * `unavailable`.
   */
  find(submission: Submission): Promise<FindOutcome>
  /** Asks for the decision. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
}

export type SubmitOutcome =
  | { readonly kind: 'submitted'; readonly uploadId: string; readonly govEndpoint: string }
  /**
   * Judged at the door; final, and certain: the government has not taken the document, and the same attempt may be made again. `errorMessage` is the raw
   * text.
   */
  | { readonly kind: 'refused'; readonly errorMessage: string }
  | Unavailable

export type FindOutcome =
  | { readonly kind: 'known'; readonly uploadId: string; readonly govEndpoint: string }
  | { readonly kind: 'unknown' }
  | Unavailable

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

export interface GovernmentDocument {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

export interface SimulatorSettings {
  /** `SIMULATED_DECISION_SECONDS`. */
  readonly decisionSeconds: number
  readonly now: () => Date
}

/**
 * What the simulated governments remember, durable and shared by all processes: what a real government would. Scoped by account and
 * environment: no account meets another's numbers.
 */
export interface SimulatorLedger {
  /**
   * Records an upload and answers its entry. Idempotent by `attemptId`. `duplicateOf` is the upload id of an earlier entry of the same scope,
   * country, supplier and number that is not marked rejected, or null; judged and recorded atomically, whatever arrives at once.
   */
  record(entry: NewLedgerEntry): Promise<LedgerEntry>
  findByAttempt(scope: Scope, country: CountryCode, attemptId: string): Promise<LedgerEntry | null>
  findByUpload(scope: Scope, country: CountryCode, uploadId: string): Promise<LedgerEntry | null>
  /** Notes that an upload was rejected, so that its number may be used again. Idempotent. */
  markRejected(scope: Scope, country: CountryCode, uploadId: string): Promise<void>
  /** When this invoice was first tried (for a simulated outage that begins with the first try); records `now` on the first call. */
  firstTried(scope: Scope, country: CountryCode, invoiceId: string, now: Date): Promise<Date>
}

export interface NewLedgerEntry {
  readonly scope: Scope
  readonly country: CountryCode
  readonly attemptId: string
  readonly invoiceId: string
  readonly supplierVat: string
  readonly number: string
  /** SHA-256 (hex) of the XML. */
  readonly sha256: string
  readonly receivedAt: Date
}

export interface LedgerEntry extends NewLedgerEntry {
  /** Ascending decimal number, unique in the ledger, as a string. */
  readonly uploadId: string
  readonly duplicateOf: string | null
  readonly rejected: boolean
}

import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { ReceivedFormat, ReceivedTerms } from '../../domain/received.js'

/** A finding on a received document, as the API shows it. */
export interface ReceivedFinding {
  readonly rule: string
  readonly severity: 'fatal' | 'warning'
  readonly path: string
  readonly message: string
  readonly fix: string
}

/** What a received document is read with. */
export interface ReceivingOptions {
  /** Of the channel: for a document that names no country. */
  readonly country: CountryCode
  readonly now: Date
  /** The numbers of the company that it came to: of VAT, of taxes, of the register. */
  readonly buyerNumbers: readonly string[]
}

/** A file that a document contains. Its name is safe to show and to save. */
export interface ContainedFile {
  readonly filename: string
  /** By its content. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Amounts of a document as it states them; decimal strings, null where it states none. */
export interface StatedAmounts {
  /** Net amounts of its first lines, in their order; null: its lines have no such order. */
  readonly lines: readonly (string | null)[] | null
  /** BG-23, the first entries. */
  readonly vat: readonly StatedVat[]
}

/** What a document states for a category and rate of VAT. */
interface StatedVat {
  /** UNTDID 5305 */
  readonly category: string
  readonly rate: string | null
  readonly taxable: string | null
  readonly tax: string | null
  readonly exemption: string | null
}

/** A received document, read and judged. */
export interface ReceivedReading {
  /** Of the document, else of the channel. */
  readonly country: CountryCode
  readonly format: ReceivedFormat
  /** Of a national format: `FPA12`; absent: another format. */
  readonly edition?: string
  readonly terms: ReceivedTerms
  /** Bank accounts (IBAN) to which it is to be paid, without spaces, each once. */
  readonly accounts: readonly string[]
  /** The document inside of a PDF or a signed file; null: the bytes are the document. */
  readonly xml: Uint8Array | null
  /** The JSON that POST /v1/invoices takes; null: it has no place for the document. */
  readonly invoice: string | null
  /** What that JSON does not hold, in sentences. */
  readonly losses: readonly string[]
  /** null: the document could not be read. */
  readonly stated: StatedAmounts | null
  readonly valid: boolean
  readonly findings: readonly ReceivedFinding[]
  readonly findingsTotal: number
  readonly attachments: readonly ContainedFile[]
}

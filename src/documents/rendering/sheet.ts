import type { Deduction, Fact, HybridProfile, VerificationCode } from '../../countries/printed.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Environment } from '../../domain/event.js'
import type { Language } from '../../domain/language.js'
import type { InvoiceStatus } from '../../domain/invoice.js'
import type { Prepayment } from '../../domain/request/prepayment.js'
import type { ShownLetterhead } from './port.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'

/** A file embedded in the PDF. */
export interface EmbeddedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** Its relationship to the page (ISO 19005-3, annex E). */
  readonly relationship: 'Source' | 'Data' | 'Alternative'
}

/** The data that a page shows of an invoice. */
export interface Sheet {
  readonly invoice: Invoice
  readonly country: CountryCode
  /** Of the document; absent: that of its type (BT-3). */
  readonly title?: string | undefined
  readonly language: Language
  /** null: it was never submitted to the service. */
  readonly environment: Environment | null
  /** BT-3 as the caller gave it; absent: it is that of `invoice`. */
  readonly givenType?: string | undefined
  /** Whether a credit note shows the difference that it makes, below zero; absent: it does not. */
  readonly isDifference?: boolean | undefined
  /** null: it was never submitted to the service. */
  readonly status: InvoiceStatus | null
  /** The number that the government assigned. */
  readonly governmentNumber: string | null
  /** Units of the accounting currency (BT-6) for one unit of the invoice's. */
  readonly exchangeRate?: number | undefined
  /** The advances that the invoice settles; absent: none. */
  readonly prepayments?: readonly Prepayment[] | undefined
  /** Bytes of the attachments, by their names. */
  readonly attachmentSizes: ReadonlyMap<string, number>
  /** The country's own information besides the terms of EN 16931. */
  readonly further: readonly Fact[]
  /** What lies between total and amount due; absent: nothing. */
  readonly deductions?: readonly Deduction[] | undefined
  /** From the top of the page to the bottom. */
  readonly verification: readonly VerificationCode[]
  readonly file: EmbeddedFile | null
  /** The metadata of a hybrid invoice; null: it is not hybrid. */
  readonly hybrid: HybridProfile | null
  /** Logo and colour of the company; absent: none. */
  readonly letterhead?: ShownLetterhead | undefined
  /** When the invoice entered the displayed state, ISO 8601. */
  readonly at: string
}

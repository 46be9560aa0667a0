import type { Fact, HybridProfile, VerificationCode } from '../../countries/printed.js'
import type { Language } from '../../domain/language.js'
import type { InvoiceStatus } from '../../domain/invoice.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'

/** A file that is carried inside the PDF. */
export interface EmbeddedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  /** What it is to the page (ISO 19005-3, annex E). */
  readonly relationship: 'Source' | 'Data' | 'Alternative'
}

/** All that a page shows of an invoice. */
export interface Sheet {
  readonly invoice: Invoice
  readonly language: Language
  /** null: it was never handed to the service. */
  readonly status: InvoiceStatus | null
  /** The number that the government gave. */
  readonly governmentNumber: string | null
  /** Units of the accounting currency (BT-6) for one unit of the invoice's. */
  readonly exchangeRate?: number | undefined
  /** Bytes of the attachments, by their names. */
  readonly attachmentSizes: ReadonlyMap<string, number>
  /** What the country shows beside the terms of EN 16931. */
  readonly further: readonly Fact[]
  readonly verification: VerificationCode | null
  readonly file: EmbeddedFile | null
  /** What a hybrid invoice says of the file; null: it is none. */
  readonly hybrid: HybridProfile | null
  /** When the invoice came into the state that is shown, ISO 8601. */
  readonly at: string
}

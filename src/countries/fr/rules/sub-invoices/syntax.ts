import type { Assertions, Context, JudgedDocument, Test } from '../../../../einvoice/rules/bindings/binding.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import type { SubLines } from '../sub-lines/sub-lines.js'
import type { AmountsByNumber } from '../values.js'

/**
 * The places of invoices within an invoice in a syntax, and the searches of its artefact. A
 * sub-invoice is a group of lines without a line above.
 */
export interface SubInvoices {
  readonly subLines: SubLines
  /** Paths below the root of the document. */
  readonly document: {
    readonly sellers: string
    readonly buyers: string
  }
  /** Paths below a line. */
  readonly line: {
    readonly sellerName: string
    readonly sellerId: string
    readonly sellerCountry: string
    readonly exemptionReason: string
    readonly vat: string
    readonly gross: string
  }
  /** Paths below a reference to another invoice: its number and its date. */
  readonly reference: { readonly number: string; readonly date: string }
  /** Ids that differ between the syntaxes. */
  readonly ids: { readonly oneSeller: string; readonly selfBilled: string }
  /** The types of the document (BT-3). */
  readonly types: Context
  /** A type (BT-3) in the form that BR-FR-MV-13 compares. */
  readonly comparedType: (type: XmlElement) => string
  /** The currencies of the document that a line belongs to (BT-5). */
  readonly currenciesOf: (line: XmlElement, document: JudgedDocument) => ReadonlySet<string>
  /** The currencies of its VAT accounting (BT-6). */
  readonly vatCurrenciesOf: (line: XmlElement, document: JudgedDocument) => ReadonlySet<string>
  /** The number of the invoice (BT-1), or its replacement. */
  readonly invoiceNumbers: (document: JudgedDocument) => ReadonlySet<string>
  /** The entries of its VAT breakdown. */
  readonly breakdownOf: (line: XmlElement, document: JudgedDocument) => AmountsByNumber
  /** The lines that rules for a line match: in UBL also those of documents in extensions. */
  readonly lines: Context
  /** The sub-invoices among them: a line appears as often as it is one. */
  readonly groups: Context
  /** The document, and documents in its extensions, which rules for a document match as well. */
  readonly wholes: Context
  /** Likewise `groups`, of one of these. */
  readonly groupsIn: (whole: XmlElement, document: JudgedDocument) => readonly XmlElement[]
  /** The numbers of the sub-invoice that a line belongs to (BT-128, AFL). */
  readonly numbersOf: (line: XmlElement) => readonly XmlElement[]
  /** The sub-invoices that BR-FR-MV-11 counts as the main seller's. */
  readonly ofMainSeller: Context
  /** How many sub-invoices of the main seller have the number of the invoice. */
  readonly usesOfInvoiceNumber: (document: JudgedDocument) => number
  /** Whether the number of a sub-invoice appears earlier in the document. */
  readonly isUsedBefore: (id: XmlElement, document: JudgedDocument) => boolean
  /** The lines directly below a number, without those for information. */
  readonly linesBelow: (number: string, document: JudgedDocument) => readonly XmlElement[]
  /** The number of lines of some subtypes directly below a line. */
  readonly linesOf: (subtypes: readonly string[]) => (line: XmlElement, document: JudgedDocument) => number
  /** Whether a line refers to another invoice by such a path. */
  readonly refersWith: (line: XmlElement, document: JudgedDocument, path: string) => boolean
  /** BR-FR-MV-01: judged at each line, or before the lines in a context of its own. */
  readonly subtypes: { readonly ofLine: Readonly<Record<string, Test>> } | { readonly apart: Assertions }
  /** BR-FR-MV-03 of BT-128: judged at each sub-invoice, or after them in contexts of their own. */
  readonly objects: { readonly ofGroup: Readonly<Record<string, Test>> } | { readonly apart: readonly Assertions[] }
}

import type { Assertions, Context, JudgedDocument, Test } from '../../../../einvoice/rules/bindings/binding.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import type { SubLines } from '../sub-lines/sub-lines.js'
import type { AmountsByNumber } from '../values.js'

/**
 * Where a syntax writes the invoices within an invoice, and how its artefact looks for them. A
 * sub-invoice is a group of lines without a line above.
 */
export interface SubInvoices {
  readonly subLines: SubLines
  /** Paths below the root of the document. */
  readonly document: {
    readonly sellers: string
    readonly buyers: string
    readonly currency: string
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
  /** A type (BT-3) as BR-FR-MV-13 compares it. */
  readonly comparedType: (type: XmlElement) => string
  /** The currencies of the VAT accounting (BT-6). */
  readonly vatCurrencies: Context
  /** The number of the invoice (BT-1), or what else stands in its place. */
  readonly invoiceNumbers: (document: JudgedDocument) => ReadonlySet<string>
  /** The entries of the VAT breakdown. */
  readonly breakdown: (document: JudgedDocument) => AmountsByNumber
  /** The sub-invoices: a line stands there once for each time that it is one. */
  readonly groups: Context
  /** The numbers of the sub-invoice that a line belongs to (BT-128, AFL). */
  readonly numbersOf: (line: XmlElement) => readonly XmlElement[]
  /** Of the sub-invoices those that BR-FR-MV-11 takes for the main seller's. */
  readonly ofMainSeller: Context
  /** How often sub-invoices of the main seller bear the number of the invoice. */
  readonly usesOfInvoiceNumber: (document: JudgedDocument) => number
  /** Whether the number of a sub-invoice stands in the document before. */
  readonly isUsedBefore: (id: XmlElement, document: JudgedDocument) => boolean
  /** The lines directly below a number, those for information aside. */
  readonly linesBelow: (number: string, document: JudgedDocument) => readonly XmlElement[]
  /** How many details stand directly below a line. */
  readonly detailsBelow: (line: XmlElement, document: JudgedDocument) => number
  /** Whether a line refers to another invoice by such a path. */
  readonly refersWith: (line: XmlElement, document: JudgedDocument, path: string) => boolean
  /** BR-FR-MV-01: judged at each line, or before the lines in a context of its own. */
  readonly subtypes: { readonly ofLine: Readonly<Record<string, Test>> } | { readonly apart: Assertions }
  /** BR-FR-MV-03 of BT-128: judged at each sub-invoice, or after them in contexts of their own. */
  readonly objects: { readonly ofGroup: Readonly<Record<string, Test>> } | { readonly apart: readonly Assertions[] }
}

import { Decimal } from '../../../einvoice/model/decimal.js'
import { type Context, once } from '../../../einvoice/rules/bindings/binding.js'
import { all, decimalOf, first } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/** The one invoice of a document, or one of a batch. */
const BODY = 'FatturaElettronicaBody'

/** The invoices of a document. */
export const BODIES: Context = ({ root }) => root.all(BODY)

/** The elements at these paths in the invoices of a document. */
export function inBodies(...paths: readonly string[]): Context {
  return once((document) => BODIES(document).flatMap((body) => paths.flatMap((path) => all(body, path))))
}

const [LINE, SUMMARY, FUND] = [
  'DatiBeniServizi/DettaglioLinee',
  'DatiBeniServizi/DatiRiepilogo',
  'DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale',
]
/** The lines of all invoices of a document. */
export const LINES: Context = inBodies(LINE)
/** The VAT summaries of all invoices of a document. */
export const SUMMARIES: Context = inBodies(SUMMARY)
/** The contributions to social security funds of all invoices of a document. */
export const FUNDS: Context = inBodies(FUND)

/** An element of lines, summaries and contributions, which have some in common. */
export function inTaxed(name: string): Context {
  return inBodies(`${LINE}/${name}`, `${SUMMARY}/${name}`, `${FUND}/${name}`)
}

/** The text of the first element at a path; empty: there is none. */
export function textAt(from: XmlElement, path: string): string {
  return first(from, path)?.stringValue ?? ''
}

/** The number at a path; 0 if absent or invalid, which the schema reports. */
export function numberAt(from: XmlElement, path: string): Decimal {
  return decimalOf(first(from, path)) ?? Decimal.zero
}

/** The invoice that contains an element. */
export function bodyOf(element: XmlElement): XmlElement {
  let at = element
  while (at.name !== BODY && at.parent !== null) at = at.parent
  return at
}

/** The data of the whole invoice. */
export function generalData(body: XmlElement): XmlElement | undefined {
  return first(body, 'DatiGenerali/DatiGeneraliDocumento')
}

/** TipoDocumento of an invoice. */
export function typeOf(body: XmlElement): string {
  return textAt(body, 'DatiGenerali/DatiGeneraliDocumento/TipoDocumento')
}

/** The lines of an invoice. */
export function linesOf(body: XmlElement): readonly XmlElement[] {
  return all(body, LINE)
}

/** The contributions to social security funds of an invoice. */
export function fundsOf(body: XmlElement): readonly XmlElement[] {
  return all(body, FUND)
}

/** The VAT summaries of an invoice. */
export function summariesOf(body: XmlElement): readonly XmlElement[] {
  return all(body, SUMMARY)
}

import { Decimal } from '../../../einvoice/model/decimal.js'
import { all, decimalOf, first } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'

/** The one invoice of a document, or one of a batch. */
export const BODY = 'FatturaElettronicaBody'

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
  return all(body, 'DatiBeniServizi/DettaglioLinee')
}

/** The contributions to social security funds of an invoice. */
export function fundsOf(body: XmlElement): readonly XmlElement[] {
  return all(body, 'DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale')
}

/** The VAT summaries of an invoice. */
export function summariesOf(body: XmlElement): readonly XmlElement[] {
  return all(body, 'DatiBeniServizi/DatiRiepilogo')
}

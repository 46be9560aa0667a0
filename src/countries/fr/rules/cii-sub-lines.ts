import { type JudgedDocument, once } from '../../../einvoice/rules/bindings/binding.js'
import { TRANSACTION } from '../../../einvoice/rules/bindings/cii-facts.js'
import { all, has, is } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { indexed } from './values.js'

/*
 * The hierarchy of lines in CII: a line bears its subtype (EXT-FR-FE-163: GROUP, DETAIL,
 * INFORMATION) and the number of the line above it (EXT-FR-FE-162).
 */

/** BT-126, below a line. */
export const NUMBER = 'ram:AssociatedDocumentLineDocument/ram:LineID'
/** EXT-FR-FE-162, the number of the line above, below a line. */
export const PARENT = 'ram:AssociatedDocumentLineDocument/ram:ParentLineID'
/** EXT-FR-FE-163, below a line. */
export const SUBTYPE = 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode'

/** The lines of a document, in its order. */
export const ciiLines = once(({ root }) => all(root, `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`))

/** Whether a line counts in the totals: it has no subtype, or is of detail. */
export function isCounted(line: XmlElement): boolean {
  return !has(line, SUBTYPE) || is(line, SUBTYPE, 'DETAIL')
}

const BY_NUMBER = (document: JudgedDocument) => indexed(ciiLines(document), (line) => all(line, NUMBER))
const BY_PARENT = (document: JudgedDocument) => indexed(ciiLines(document), (line) => all(line, PARENT))

/** The lines of a number (BT-126). */
export function linesNumbered(number: string, document: JudgedDocument): readonly XmlElement[] {
  return document.once(BY_NUMBER).get(number) ?? []
}

/** The lines that name a number as that of the line above them. */
export function linesWithParent(number: string, document: JudgedDocument): readonly XmlElement[] {
  return document.once(BY_PARENT).get(number) ?? []
}

/** The lines that name a line as the one above them. */
export function linesBelow(line: XmlElement, document: JudgedDocument): readonly XmlElement[] {
  const below = all(line, NUMBER).flatMap(({ stringValue }) => document.once(BY_PARENT).get(stringValue) ?? [])
  return [...new Set(below)]
}

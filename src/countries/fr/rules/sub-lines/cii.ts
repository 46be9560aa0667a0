import { once } from '../../../../einvoice/rules/bindings/binding.js'
import { LINE_TOTAL, TRANSACTION } from '../../../../einvoice/rules/bindings/cii/facts.js'
import { all, has, is } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { SubLines } from './sub-lines.js'

/*
 * The hierarchy of lines in CII: a line has its subtype (EXT-FR-FE-163: GROUP, DETAIL,
 * INFORMATION) and the number of the line above it (EXT-FR-FE-162).
 */

/** EXT-FR-FE-162, the number of the line above, below a line. */
export const PARENT = 'ram:AssociatedDocumentLineDocument/ram:ParentLineID'
/** EXT-FR-FE-163, below a line. */
export const SUBTYPE = 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode'

/** The lines of a document, in its order. */
export const ciiLines = once(({ root }) => all(root, `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`))

/** The hierarchy of lines. */
export const CII_SUB_LINES = new SubLines({
  lines: ciiLines,
  number: 'ram:AssociatedDocumentLineDocument/ram:LineID',
  net: LINE_TOTAL,
  parentsOf: (line) => all(line, PARENT),
  isOfSubtype: (line, _, subtype) => is(line, SUBTYPE, subtype),
})

/** Whether a line counts in the totals: it has no subtype, or is a detail. */
export function isCounted(line: XmlElement): boolean {
  return !has(line, SUBTYPE) || is(line, SUBTYPE, 'DETAIL')
}

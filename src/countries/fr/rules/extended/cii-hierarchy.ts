import type { BoundDocument, Test } from '../../../../einvoice/rules/bindings/binding.js'
import { LINE_TOTAL, TRANSACTION } from '../../../../einvoice/rules/bindings/cii-facts.js'
import { all, doubleOf, has, is, only, plain } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { LINE_SUBTYPES } from './code-lists.js'
import { roundedSum } from './mixed.js'

const NUMBER = 'ram:AssociatedDocumentLineDocument/ram:LineID'
const PARENT = 'ram:AssociatedDocumentLineDocument/ram:ParentLineID'
const SUBTYPE = 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode'

/** BR-FREXT-05 to -12: lines under lines. */
export function hierarchyTests(): Readonly<Record<string, Test>> {
  const lines = ({ root }: BoundDocument): readonly XmlElement[] =>
    all(root, `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`)
  const below = (line: XmlElement, document: BoundDocument): readonly XmlElement[] => {
    const own = all(line, NUMBER).map(({ stringValue }) => stringValue)
    return lines(document).filter((each) => own.some((number) => is(each, PARENT, number)))
  }
  /** A group with a net amount, which its lines must come to. */
  const isSummed = (line: XmlElement): boolean => is(line, SUBTYPE, 'GROUP') && has(line, LINE_TOTAL)
  return {
    'BR-FREXT-05': (line) => {
      const subtype = only(line, SUBTYPE)
      return subtype === undefined || LINE_SUBTYPES.has(subtype.stringValue)
    },
    'BR-FREXT-06': (line) =>
      plain(line, PARENT) === '' || all(line, SUBTYPE).some(({ stringValue }) => stringValue !== ''),
    'BR-FREXT-08': (line, document) => {
      if (!isSummed(line)) return true
      const children = below(line, document).filter((each) => is(each, SUBTYPE, 'GROUP') || is(each, SUBTYPE, 'DETAIL'))
      const sum = Number(roundedSum(children.flatMap((each) => all(each, LINE_TOTAL))).toString())
      return all(line, LINE_TOTAL).some((net) => doubleOf(net) === sum)
    },
    'BR-FREXT-11': (line, document) => {
      const parent = plain(line, PARENT)
      const own = all(line, NUMBER).map(({ stringValue }) => stringValue)
      const isOther = (each: XmlElement): boolean =>
        all(each, NUMBER).some(({ stringValue }) => own.some((number) => number !== stringValue))
      return parent === '' || lines(document).some((each) => is(each, NUMBER, parent) && isOther(each))
    },
    'BR-FREXT-12': (line, document) => {
      if (!isSummed(line)) return true
      const groups = below(line, document).filter((each) => is(each, SUBTYPE, 'GROUP'))
      return groups.flatMap((each) => all(each, LINE_TOTAL)).length === groups.length
    },
  }
}

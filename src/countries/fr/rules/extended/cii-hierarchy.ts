import type { Test } from '../../../../einvoice/rules/bindings/binding.js'
import { LINE_TOTAL } from '../../../../einvoice/rules/bindings/cii-facts.js'
import { isNumber } from '../../../../einvoice/rules/bindings/doubles.js'
import { all, has, is, only, plain } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { linesBelow, linesNumbered, NUMBER, PARENT, SUBTYPE } from '../cii-sub-lines.js'
import { LINE_SUBTYPES } from './code-lists.js'
import { roundedSum } from './mixed.js'

/** BR-FREXT-05 to -12: lines under lines. */
export function hierarchyTests(): Readonly<Record<string, Test>> {
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
      const children = linesBelow(line, document).filter(
        (each) => is(each, SUBTYPE, 'GROUP') || is(each, SUBTYPE, 'DETAIL'),
      )
      const sum = Number(roundedSum(children.flatMap((each) => all(each, LINE_TOTAL))).toString())
      return isNumber(line, LINE_TOTAL, sum)
    },
    'BR-FREXT-11': (line, document) => {
      const parent = plain(line, PARENT)
      const own = all(line, NUMBER).map(({ stringValue }) => stringValue)
      const isOther = (each: XmlElement): boolean =>
        all(each, NUMBER).some(({ stringValue }) => own.some((number) => number !== stringValue))
      return parent === '' || linesNumbered(parent, document).some(isOther)
    },
    'BR-FREXT-12': (line, document) => {
      if (!isSummed(line)) return true
      const groups = linesBelow(line, document).filter((each) => is(each, SUBTYPE, 'GROUP'))
      return groups.flatMap((each) => all(each, LINE_TOTAL)).length === groups.length
    },
  }
}

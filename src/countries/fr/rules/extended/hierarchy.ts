import type { JudgedDocument, Test } from '../../../../einvoice/rules/bindings/binding.js'
import { isNumber } from '../../../../einvoice/rules/bindings/doubles.js'
import { all, has, only, plain } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { CII_SUB_LINES, PARENT, SUBTYPE as CII_SUBTYPE } from '../sub-lines/cii.js'
import type { SubLines } from '../sub-lines/sub-lines.js'
import { parentsOf, SUBTYPE as UBL_SUBTYPE, subtypesOf, UBL_SUB_LINES } from '../sub-lines/ubl.js'
import { LINE_SUBTYPES } from './code-lists.js'
import { roundedSum } from './mixed.js'

/** Rules that differ between the artefacts of the syntaxes. */
interface OwnTests {
  /** The subtype of a line is a code of the list. */
  readonly isListed: Test
  /** A line below another has a subtype. */
  readonly hasSubtype: Test
  /** A line below another names an existing line, which is not itself. */
  readonly hasParent: Test
}

/** BR-FREXT-05 to -12: lines under lines. */
function hierarchyTests(subLines: SubLines, own: OwnTests): Readonly<Record<string, Test>> {
  const { net, isOfSubtype } = subLines.places
  /** A group with a net amount, which must be the sum of its lines. */
  const isSummed = (line: XmlElement, document: JudgedDocument): boolean =>
    isOfSubtype(line, document, 'GROUP') && has(line, net)
  const netAmounts = (lines: readonly XmlElement[]): readonly XmlElement[] => lines.flatMap((line) => all(line, net))
  return {
    'BR-FREXT-05': own.isListed,
    'BR-FREXT-06': own.hasSubtype,
    'BR-FREXT-08': (line, document) => {
      if (!isSummed(line, document)) return true
      const summed = subLines
        .below(line, document)
        .filter((each) => isOfSubtype(each, document, 'GROUP') || isOfSubtype(each, document, 'DETAIL'))
      return isNumber(line, net, Number(roundedSum(netAmounts(summed)).toString()))
    },
    'BR-FREXT-11': own.hasParent,
    'BR-FREXT-12': (line, document) => {
      if (!isSummed(line, document)) return true
      const groups = subLines.below(line, document).filter((each) => isOfSubtype(each, document, 'GROUP'))
      return netAmounts(groups).length === groups.length
    },
  }
}

/** Lines under lines in UBL. */
export const UBL_HIERARCHY = hierarchyTests(UBL_SUB_LINES, {
  isListed: (line, document) =>
    subtypesOf(line, document).length === 0 || LINE_SUBTYPES.has(plain(line, `cac:BillingReference/${UBL_SUBTYPE}`)),
  hasSubtype: (line, document) => parentsOf(line, document).length === 0 || subtypesOf(line, document).length > 0,
  hasParent: (line, document) => {
    const parents = parentsOf(line, document).map(({ stringValue }) => stringValue)
    const isOther = (parent: string): boolean => line.all('cbc:ID').some(({ stringValue }) => stringValue !== parent)
    return (
      parents.length === 0 ||
      parents.some((each) => isOther(each) && UBL_SUB_LINES.numbered(each, document, line).length > 0)
    )
  },
})

/** Lines under lines in CII. */
export const CII_HIERARCHY = hierarchyTests(CII_SUB_LINES, {
  isListed: (line) => {
    const subtype = only(line, CII_SUBTYPE)
    return subtype === undefined || LINE_SUBTYPES.has(subtype.stringValue)
  },
  hasSubtype: (line) =>
    plain(line, PARENT) === '' || all(line, CII_SUBTYPE).some(({ stringValue }) => stringValue !== ''),
  hasParent: (line, document) => {
    const parent = plain(line, PARENT)
    const numbersOf = (each: XmlElement): readonly string[] =>
      all(each, CII_SUB_LINES.places.number).map(({ stringValue }) => stringValue)
    const own = numbersOf(line)
    const isOther = (each: XmlElement): boolean =>
      numbersOf(each).some((number) => own.some((another) => another !== number))
    return parent === '' || CII_SUB_LINES.numbered(parent, document).some(isOther)
  },
})

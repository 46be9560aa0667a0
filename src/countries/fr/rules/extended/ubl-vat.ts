import type { Decimal } from '../../../../einvoice/decimal.js'
import type { BoundDocument, BoundRules, Test } from '../../../../einvoice/rules/bindings/binding.js'
import { ROOT, within } from '../../../../einvoice/rules/bindings/binding.js'
import { documentLevel } from '../../../../einvoice/rules/bindings/ubl-facts.js'
import { isCode, isOf } from '../../../../einvoice/rules/bindings/ubl-vat-breakdown.js'
import { all, cents, decimal, plain, same } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { countedLines } from '../ubl-sub-lines.js'
import { CATEGORIES } from './categories.js'
import { asDecimal, isWithinCents, type Mixed, minus, plus, roundedSum } from './mixed.js'

const BREAKDOWN = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory'
const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory'

/** BR-FREXT-*-01, -08 and -09 of UBL: the VAT categories where lines stand under lines, and entries of one rate differ by their reasons. */
export const UBL_EXTENDED_VAT: readonly BoundRules[] = Array.from(CATEGORIES, ([name, code]) => [
  within(ROOT, { [`BR-FREXT-${name}-01`]: entryTest(code) }),
  within(({ root }) => all(root, BREAKDOWN).filter((each) => isOf(each, code)), taxableTests(name, code)),
]).flat()

/** -01: an entry in the breakdown for each category that is used, and none for others. */
function entryTest(code: string): Test {
  return (root, document) => {
    const isUsed =
      all(root, 'cac:AllowanceCharge/cac:TaxCategory').some((each) => isCode(each, code)) ||
      document.once(countedLines).some((line) => all(line, LINE_CATEGORY).some((each) => isCode(each, code)))
    return all(root, BREAKDOWN).some((each) => isCode(each, code)) === isUsed
  }
}

/** How far the taxable amount of an entry is from its items, and how many lines, allowances and charges these are. */
interface Covered {
  readonly difference: Mixed | undefined
  readonly items: number
}

/**
 * -08: the taxable amount, to a cent for each item, is that of the items of the rate (`ini`) or of those with the entry's reason too (`rev`);
 * each alone is a warning.
 */
function taxableTests(name: string, code: string): Readonly<Record<string, Test>> {
  const fits =
    (byReason: boolean): Test =>
    (entry, document) => {
      const { difference, items } = covered(entry, document, code, byReason)
      return isWithinCents(difference, items)
    }
  const tests = {
    [`BR-FREXT-${name}-08`]: (entry: XmlElement, document: BoundDocument) =>
      fits(true)(entry, document) || fits(false)(entry, document),
    [`BR-FREXT-${name}-08ini`]: fits(false),
    [`BR-FREXT-${name}-08rev`]: fits(true),
  }
  return code === 'S' ? { ...tests, 'BR-FREXT-S-09': isTaxOfRate } : tests
}

function covered(entry: XmlElement, document: BoundDocument, code: string, byReason: boolean): Covered {
  const rate = decimal(entry, 'cbc:Percent')
  const isItem = (category: XmlElement): boolean =>
    isCode(category, code) &&
    (code === 'O' || same(decimal(category, 'cbc:Percent'), rate)) &&
    (!byReason || hasReasonOf(entry, category))
  const lines = document
    .once(countedLines)
    .filter((line) => all(line, LINE_CATEGORY).some(isItem))
    .flatMap((line) => line.all('cbc:LineExtensionAmount'))
  const amounts = (reductions: readonly XmlElement[]): readonly XmlElement[] =>
    reductions.filter((each) => each.all('cac:TaxCategory').some(isItem)).flatMap((each) => each.all('cbc:Amount'))
  const ofKind = (isCharge: boolean) => asDecimal(roundedSum(amounts(documentLevel(isCharge)(document))))
  const taxable = minus(taxableOf(entry), roundedSum(lines))
  return {
    difference: minus(plus(taxable, ofKind(false)), ofKind(true)),
    items: lines.length + amounts(document.root.all('cac:AllowanceCharge')).length,
  }
}

function hasReasonOf(entry: XmlElement, category: XmlElement): boolean {
  return ['cbc:TaxExemptionReasonCode', 'cbc:TaxExemptionReason'].every(
    (name) => plain(category, name) === plain(entry, name),
  )
}

function taxableOf(entry: XmlElement): Decimal | undefined {
  return entry.parent === null ? undefined : decimal(entry.parent, 'cbc:TaxableAmount')
}

/** -09. */
function isTaxOfRate(entry: XmlElement, document: BoundDocument): boolean {
  const [taxable, rate] = [taxableOf(entry), decimal(entry, 'cbc:Percent')]
  const tax = entry.parent === null ? undefined : decimal(entry.parent, 'cbc:TaxAmount')
  const expected = taxable && rate && cents(rate.percentOf(taxable))
  return isWithinCents(minus(tax, expected), covered(entry, document, 'S', true).items)
}

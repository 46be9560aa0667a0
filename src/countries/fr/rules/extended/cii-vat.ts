import type { Decimal } from '../../../../einvoice/decimal.js'
import {
  along,
  type BoundDocument,
  type BoundRules,
  type Test,
  within,
} from '../../../../einvoice/rules/bindings/binding.js'
import { ROOT } from '../../../../einvoice/rules/bindings/binding.js'
import { isCharge, SETTLEMENT, TRANSACTION } from '../../../../einvoice/rules/bindings/cii-facts.js'
import { breakdownTests, CII_BREAKDOWN } from '../../../../einvoice/rules/bindings/cii-vat.js'
import { isCode, isOf } from '../../../../einvoice/rules/bindings/cii-vat-breakdown.js'
import { all, cents, decimal, plain, same, sum } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { isCounted } from '../cii-sub-lines.js'
import { CATEGORIES } from './categories.js'
import { isWithinCents } from './mixed.js'

const LINE_TAXES = along('ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax')
const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
const LINE_TOTAL = 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation'

/** BR-FREXT-*-01 and BR-FXEXT-*-08 and -09 of CII: the VAT categories where lines stand under lines, and entries differ by their reasons. */
export const CII_EXTENDED_VAT: readonly BoundRules[] = [
  ...Array.from(CATEGORIES, ([name, code]) => [
    within(ROOT, { [`BR-FREXT-${name}-01`]: entryTest(code) }),
    within((document) => document.once(CII_BREAKDOWN).filter((tax) => isOf(tax, code)), taxableTests(name, code)),
  ]).flat(),
  // Of the rules for an entry only the first that matches is judged, and those above match every entry of VAT.
  within(
    (document) =>
      document.once(CII_BREAKDOWN).filter((tax) => ![...CATEGORIES.values()].some((code) => isOf(tax, code))),
    breakdownTests(),
  ),
]

/** -01. Lines are looked for wherever they stand in the hierarchy, as their subtype is looked for where it never stands. */
function entryTest(code: string): Test {
  return (_, document) => {
    const isUsed =
      document.once(LINE_TAXES).some((tax) => isCode(tax, code)) ||
      document.named('ram:CategoryTradeTax').some((tax) => isCode(tax, code))
    return document.once(CII_BREAKDOWN).some((tax) => isCode(tax, code)) === isUsed
  }
}

/**
 * -08: the taxable amount, to a cent for each item, is that of the items of the rate (`ini`) or of those with the entry's reason too (`rev`);
 * each alone is a warning.
 */
function taxableTests(name: string, code: string): Readonly<Record<string, Test>> {
  const fits =
    (byReason: boolean): Test =>
    (entry, document) => {
      const { sum: expected, items } = covered(entry, document, code, byReason)
      return isWithinCents(decimal(entry, 'ram:BasisAmount')?.minus(expected), items)
    }
  const tests = {
    [`BR-FXEXT-${name}-08`]: (entry: XmlElement, document: BoundDocument) =>
      fits(true)(entry, document) || fits(false)(entry, document),
    [`BR-FXEXT-${name}-08ini`]: fits(false),
    [`BR-FXEXT-${name}-08rev`]: fits(true),
  }
  return code === 'S' ? { ...tests, 'BR-FXEXT-S-09': isTaxOfRate } : tests
}

/** What an entry of the breakdown covers: the lines that count, allowances, charges and logistic services. */
function covered(
  entry: XmlElement,
  { root }: BoundDocument,
  code: string,
  byReason: boolean,
): { readonly sum: Decimal; readonly items: number } {
  const rate = decimal(entry, 'ram:RateApplicablePercent')
  // Category, rate and reasons are each looked for in any of the taxes of an item.
  const isItem = (item: XmlElement, path: string): boolean =>
    all(item, path).some((tax) => isCode(tax, code)) &&
    (code === 'O' || all(item, path).some((tax) => same(decimal(tax, 'ram:RateApplicablePercent'), rate))) &&
    (!byReason ||
      ['ram:ExemptionReasonCode', 'ram:ExemptionReason'].every(
        (name) => plain(item, `${path}/${name}`) === plain(entry, name),
      ))
  const lines = all(root, `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`).filter(
    (line) => isCounted(line) && isItem(line, LINE_TAX),
  )
  const reductions = all(root, `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`).filter((each) =>
    isItem(each, 'ram:CategoryTradeTax'),
  )
  const services = all(root, `${SETTLEMENT}/ram:SpecifiedLogisticsServiceCharge`).filter((each) =>
    isItem(each, 'ram:AppliedTradeTax'),
  )
  const ofKind = (charge: boolean): Decimal =>
    cents(
      sum(
        reductions.filter((each) => isCharge(each, charge)),
        'ram:ActualAmount',
      ),
    )
  const summations = lines.flatMap((line) => all(line, LINE_TOTAL))
  return {
    sum: cents(sum(summations, 'ram:LineTotalAmount'))
      .minus(ofKind(false))
      .plus(ofKind(true))
      .plus(cents(sum(services, 'ram:AppliedAmount'))),
    items: lines.length + reductions.length + services.length,
  }
}

/** -09. */
function isTaxOfRate(entry: XmlElement, document: BoundDocument): boolean {
  const [taxable, rate] = [decimal(entry, 'ram:BasisAmount'), decimal(entry, 'ram:RateApplicablePercent')]
  const expected = taxable && rate && cents(rate.percentOf(taxable))
  const difference = expected && decimal(entry, 'ram:CalculatedAmount')?.minus(expected)
  return [true, false].some((byReason) => isWithinCents(difference, covered(entry, document, 'S', byReason).items))
}

import type { Decimal } from '../../../../einvoice/model/decimal.js'
import {
  along,
  type JudgedDocument,
  type Assertions,
  type Test,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { ROOT } from '../../../../einvoice/rules/bindings/binding.js'
import { isCharge, SETTLEMENT, TRANSACTION } from '../../../../einvoice/rules/bindings/cii-facts.js'
import { breakdownTests, CII_BREAKDOWN } from '../../../../einvoice/rules/bindings/cii-vat.js'
import {
  attempt,
  ItemIndex,
  rateKey,
  Remembered,
  type Sighting,
} from '../../../../einvoice/rules/bindings/item-index.js'
import { isCode, isOf } from '../../../../einvoice/rules/bindings/cii-vat-breakdown.js'
import { all, cents, decimal, plain, sum } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { isCounted } from '../cii-sub-lines.js'
import { CATEGORIES } from './categories.js'
import { isWithinCents } from './mixed.js'

const LINE_TAXES = along('ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax')
const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
const LINE_TOTAL = 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation'

/**
 * BR-FREXT-*-01 and BR-FXEXT-*-08 and -09 of CII: the VAT categories where lines stand under
 * lines, and entries differ by their reasons.
 */
export const CII_EXTENDED_VAT: readonly Assertions[] = [
  ...Array.from(CATEGORIES, ([name, code]) => [
    inContext(ROOT, { [`BR-FREXT-${name}-01`]: entryTest(code) }),
    inContext((document) => document.once(CII_BREAKDOWN).filter((tax) => isOf(tax, code)), taxableTests(name, code)),
  ]).flat(),
  // Of the rules for an entry only the first that matches is judged, and those above match every
  // entry of VAT.
  inContext(
    (document) =>
      document.once(CII_BREAKDOWN).filter((tax) => ![...CATEGORIES.values()].some((code) => isOf(tax, code))),
    breakdownTests(),
  ),
]

/**
 * -01. Lines are looked for wherever they stand in the hierarchy, as their subtype is looked for
 * where it never stands.
 */
function entryTest(code: string): Test {
  return (_, document) => {
    const isUsed =
      document.once(LINE_TAXES).some((tax) => isCode(tax, code)) ||
      document.named('ram:CategoryTradeTax').some((tax) => isCode(tax, code))
    return document.once(CII_BREAKDOWN).some((tax) => isCode(tax, code)) === isUsed
  }
}

/**
 * -08: the taxable amount, to a cent for each item, is that of the items of the rate (`ini`) or of
 * those with the entry's reason too (`rev`); each alone is a warning.
 */
function taxableTests(name: string, code: string): Readonly<Record<string, Test>> {
  const ofRate = (document: JudgedDocument): CoveredItems => new CoveredItems(document, code, false)
  const ofReason = (document: JudgedDocument): CoveredItems => new CoveredItems(document, code, true)
  const fits =
    (byReason: boolean): Test =>
    (entry, document) => {
      const { sum: expected, items } = document.once(byReason ? ofReason : ofRate).of(entry)
      return isWithinCents(decimal(entry, 'ram:BasisAmount')?.minus(expected), items)
    }
  const tests = {
    [`BR-FXEXT-${name}-08`]: (entry: XmlElement, document: JudgedDocument) =>
      fits(true)(entry, document) || fits(false)(entry, document),
    [`BR-FXEXT-${name}-08ini`]: fits(false),
    [`BR-FXEXT-${name}-08rev`]: fits(true),
  }
  const isTaxOfRate: Test = (entry, document) =>
    [ofReason, ofRate].some((items) => isTax(entry, document.once(items).of(entry).items))
  return code === 'S' ? { ...tests, 'BR-FXEXT-S-09': isTaxOfRate } : tests
}

interface Covered {
  readonly sum: Decimal
  readonly items: number
}

/**
 * What entries cover of a category, the lines that count, allowances, charges and logistic
 * services: computed once for each rate and reason.
 */
class CoveredItems {
  readonly #lines = new ItemIndex<XmlElement>()
  readonly #reductions = new ItemIndex<XmlElement>()
  readonly #services = new ItemIndex<XmlElement>()
  readonly #known = new Remembered<Covered>()

  constructor(
    { root }: JudgedDocument,
    private readonly code: string,
    private readonly byReason: boolean,
  ) {
    const fill = (index: ItemIndex<XmlElement>, items: readonly XmlElement[], path: string): void => {
      for (const item of items) index.add(item, sightings(item, path, code, byReason))
    }
    fill(this.#lines, all(root, `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`).filter(isCounted), LINE_TAX)
    fill(this.#reductions, all(root, `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`), 'ram:CategoryTradeTax')
    fill(this.#services, all(root, `${SETTLEMENT}/ram:SpecifiedLogisticsServiceCharge`), 'ram:AppliedTradeTax')
  }

  /** @throws RuleFailure */
  of(entry: XmlElement): Covered {
    const rate = decimal(entry, 'ram:RateApplicablePercent')
    if (this.code !== 'O' && rate === undefined) return this.#sums(NO_RATE)
    const ofRate = [this.code === 'O' || rate === undefined ? '' : rateKey(rate)]
    if (!this.byReason) return this.#sums(ofRate)
    // The reasons of the entry are looked at only where an item has its rate.
    if (!this.#reaches(ofRate)) return this.#sums([...ofRate, '', ''])
    const ofCode = [...ofRate, plain(entry, REASON_CODE)]
    return this.#sums([...ofCode, this.#reaches(ofCode) ? plain(entry, REASON) : ''])
  }

  #reaches(key: readonly string[]): boolean {
    return [this.#lines, this.#reductions, this.#services].some((index) => index.reaches(key))
  }

  #sums(key: readonly string[]): Covered {
    return this.#known.get(key, () => {
      const lines = this.#lines.under(key)
      const reductions = this.#reductions.under(key)
      const services = this.#services.under(key)
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
    })
  }
}

/** A key that no item has. */
const NO_RATE = ['none']
const REASON_CODE = 'ram:ExemptionReasonCode'
const REASON = 'ram:ExemptionReason'

/** Category, rate and reasons are each looked for in any of the taxes of an item. */
function* sightings(item: XmlElement, path: string, code: string, byReason: boolean): Generator<Sighting> {
  const taxes = all(item, path)
  if (!taxes.some((tax) => isCode(tax, code))) return
  const [reasonCode, reason] = [REASON_CODE, REASON].map((name) => attempt(() => plain(item, `${path}/${name}`)))
  const rates = new Set<string>()
  for (const tax of code === 'O' ? taxes.slice(0, 1) : taxes) {
    const rate = attempt(() => (code === 'O' ? undefined : decimal(tax, 'ram:RateApplicablePercent')))
    if ('failure' in rate) {
      yield { key: [], failure: rate.failure }
      return
    }
    if (code !== 'O' && rate.value === undefined) continue
    const ofRate = [rate.value === undefined ? '' : rateKey(rate.value)]
    if (rates.has(ofRate.join())) continue
    rates.add(ofRate.join())
    if (!byReason || reasonCode === undefined || reason === undefined) yield { key: ofRate }
    else if ('failure' in reasonCode) yield { key: ofRate, failure: reasonCode.failure }
    else if ('failure' in reason) yield { key: [...ofRate, reasonCode.value], failure: reason.failure }
    else yield { key: [...ofRate, reasonCode.value, reason.value] }
  }
}

/** -09. */
function isTax(entry: XmlElement, items: number): boolean {
  const [taxable, rate] = [decimal(entry, 'ram:BasisAmount'), decimal(entry, 'ram:RateApplicablePercent')]
  const expected = taxable && rate && cents(rate.percentOf(taxable))
  return isWithinCents(expected && decimal(entry, 'ram:CalculatedAmount')?.minus(expected), items)
}

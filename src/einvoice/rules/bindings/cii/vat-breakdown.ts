import { Decimal } from '../../../model/decimal.js'
import type { XmlElement } from '../../../xml/element.js'
import type { JudgedDocument, Test } from '../binding.js'
import { isNumber, isZero } from '../doubles.js'
import { isOfVat, reductionsOfDocument, TRANSACTION } from './facts.js'
import { ItemIndex, rateKey, rateSightings, Remembered, type Sighting } from '../item-index.js'
import { all, cents, decimal, decimalOf, double, has, is, plain, sum } from '../xpath.js'

/** How the rules of a VAT category differ in CII. */
export interface CiiCategory {
  readonly code: string
  readonly prefix: string
  readonly rate: 'positive' | 'notNegative' | 'zero' | 'none'
  readonly seller: 'any' | 'vat' | 'none'
  readonly buyer: 'any' | 'vat' | 'vatOrLegal' | 'none'
  readonly exemption: boolean
  /** Whether the breakdown has an entry for each rate. */
  readonly isRated: boolean
}

/** Whether a tax has a VAT category, with any type. */
export const isCode = (tax: XmlElement, code: string): boolean => is(tax, 'ram:CategoryCode', code)
/** Whether a tax has a VAT category, and is of type VAT. */
export const isOf = (tax: XmlElement, code: string): boolean => isCode(tax, code) && isOfVat(tax)

/**
 * -08: taxable amount. -09: tax. -10: reason of an exemption.
 * @param isOneFine whether a taxable amount may be one whole unit above that of its items
 */
export function breakdownRules(
  { code, prefix, exemption, isRated }: CiiCategory,
  isOneFine: boolean,
): Readonly<Record<string, Test>> {
  return {
    [`${prefix}-08`]: taxableTest(code, isRated, isOneFine),
    // BR-AF-09 and BR-AG-09 always hold in CII.
    ...(code === 'L' || code === 'M'
      ? {}
      : {
          [`${prefix}-09`]: isRated ? isTaxOfStandardRate : (tax) => isZero(tax, 'ram:CalculatedAmount'),
        }),
    [`${prefix}-10`]: (tax) => (has(tax, 'ram:ExemptionReason') || has(tax, 'ram:ExemptionReasonCode')) === exemption,
  }
}

const LINE_AMOUNT = 'ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'

/** Lines, charges and allowances of a category: their sum is computed once for each rate. */
class ItemsOfCategory {
  readonly #lines = new ItemIndex<XmlElement>()
  readonly #charges = new ItemIndex<XmlElement>()
  readonly #allowances = new ItemIndex<XmlElement>()
  readonly #known = new Remembered<Decimal>()

  constructor(document: JudgedDocument, code: string, isRated: boolean) {
    const fill = (index: ItemIndex<XmlElement>, items: readonly XmlElement[], path: string): void => {
      for (const item of items) index.add(item, sightings(all(item, path), code, isRated))
    }
    const lines = all(
      document.root,
      `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement`,
    )
    fill(this.#lines, lines, 'ram:ApplicableTradeTax')
    fill(this.#charges, reductionsOfDocument(true)(document), 'ram:CategoryTradeTax')
    fill(this.#allowances, reductionsOfDocument(false)(document), 'ram:CategoryTradeTax')
  }

  /**
   * Their sum, optionally for one rate; each part is rounded separately.
   * @throws RuleFailure
   */
  sum(rate: Decimal | undefined): Decimal {
    const key = rate === undefined ? [] : [rateKey(rate)]
    return this.#known.get(key, () =>
      cents(sum(this.#lines.under(key), LINE_AMOUNT))
        .plus(sumOfFirst(this.#charges.under(key)))
        .minus(sumOfFirst(this.#allowances.under(key))),
    )
  }
}

/** The first amount of an allowance or charge counts. */
function sumOfFirst(reductions: readonly XmlElement[]): Decimal {
  return cents(Decimal.sum(reductions.flatMap((each) => decimalOf(each.child('ram:ActualAmount')) ?? [])))
}

/** The code and the rate may be in different taxes of an item. */
function* sightings(taxes: readonly XmlElement[], code: string, isRated: boolean): Generator<Sighting> {
  if (!taxes.some((tax) => isCode(tax, code))) return
  if (isRated) yield* rateSightings(taxes, 'ram:RateApplicablePercent')
  else yield { key: [] }
}

/**
 * -08: equal for O and S (of S for the rate), within one unit for the other zero-rated ones. For L
 * and M the artefact searches the rate at the wrong place, so the rule holds.
 */
function taxableTest(code: string, isRated: boolean, isOneFine: boolean): Test {
  if (code === 'L' || code === 'M') return () => true
  const itemsOf = (document: JudgedDocument): ItemsOfCategory =>
    new ItemsOfCategory(document, code, code !== 'O' && isRated)
  const items = (document: JudgedDocument, rate: Decimal | undefined): Decimal => document.once(itemsOf).sum(rate)
  return (tax, document) => {
    const found = double(tax, 'ram:BasisAmount')
    if (code === 'O') return isNumber(tax, 'ram:BasisAmount', Number(items(document, undefined).toString()))
    if (!isRated) {
      const expected = Number(items(document, undefined).toString())
      const isNotAbove = isOneFine ? found - 1 <= expected : found - 1 < expected
      return isNotAbove && found + 1 > expected
    }
    const rate = decimal(tax, 'ram:RateApplicablePercent')
    return rate === undefined || isNumber(tax, 'ram:BasisAmount', Number(items(document, rate).toString()))
  }
}

/** BR-S-09 rounds to whole units before it divides by a hundred. */
function isTaxOfStandardRate(tax: XmlElement): boolean {
  const found = decimal(tax, 'ram:CalculatedAmount')
  const base = decimal(tax, 'ram:BasisAmount')
  if (found === undefined || base === undefined) return false
  const expected = Math.round(Number(base.abs().toString()) * double(tax, 'ram:RateApplicablePercent')) / 100
  const amount = found.abs()
  return (
    Number(amount.minus(Decimal.of(1)).toString()) < expected &&
    Number(amount.plus(Decimal.of(1)).toString()) > expected
  )
}

/** BR-CO-17, which in CII accepts a difference of exactly one unit. */
export function isTaxOfRate(tax: XmlElement): boolean {
  const isVat = plain(tax, 'ram:TypeCode').toUpperCase() === 'VAT'
  const rate = isVat ? decimal(tax, 'ram:RateApplicablePercent') : undefined
  const found = decimal(tax, 'ram:CalculatedAmount')
  if (found === undefined) return false
  if (rate === undefined || rate.roundHalfUp(0).isZero()) return found.roundHalfUp(0).isZero()
  const base = decimal(tax, 'ram:BasisAmount')
  if (base === undefined) return false
  return (
    found
      .abs()
      .minus(cents(rate.percentOf(base.abs())))
      .abs()
      .compare(Decimal.of(1)) <= 0
  )
}

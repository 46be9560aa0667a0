import { exactly } from '../doubles.js'
import { Decimal } from '../../../model/decimal.js'
import type { XmlElement } from '../../../xml/element.js'
import { along, type JudgedDocument, type Assertions, everywhere, ROOT, inContext } from '../binding.js'
import { isNumber, sameDouble } from '../doubles.js'
import { LINE_TOTAL, reductionsOfDocument, SETTLEMENT } from './facts.js'
import { all, cents, decimal, decimalOf, doubleOf, first, has, same, twoDecimals } from '../xpath.js'

const SUMMATION = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`

/** Amounts are summed in binary floating point. */
const ALLOWANCES = (document: JudgedDocument): number => roundedSum(firstAmounts(reductionsOfDocument(false)(document)))
const CHARGES = (document: JudgedDocument): number => roundedSum(firstAmounts(reductionsOfDocument(true)(document)))
const TAXES = ({ root }: JudgedDocument): number =>
  roundedSum(all(root, `${SETTLEMENT}/ram:ApplicableTradeTax/ram:CalculatedAmount`))

/**
 * The totals. Amounts are compared in binary floating point unless the artefact converts them to
 * decimals.
 */
export const CII_TOTALS_RULES: readonly Assertions[] = [
  inContext(everywhere('ram:SpecifiedTradeSettlementHeaderMonetarySummation'), {
    'BR-12': (totals) => has(totals, 'ram:LineTotalAmount'),
    'BR-13': (totals) => has(totals, 'ram:TaxBasisTotalAmount'),
    'BR-14': (totals) => has(totals, 'ram:GrandTotalAmount'),
    'BR-15': (totals) => has(totals, 'ram:DuePayableAmount'),
    'BR-53': vatInTaxCurrency,
    // The sum of untyped values is in binary floating point; it is rounded after its conversion to
    // a decimal.
    'BR-CO-10': (totals, document) =>
      same(decimal(totals, 'ram:LineTotalAmount'), cents(decimalOfDouble(sumOfLines(totals, document)))),
    'BR-CO-11': (totals, document) =>
      isSum(totals, 'ram:AllowanceTotalAmount', reductionsOfDocument(false)(document), () => document.once(ALLOWANCES)),
    'BR-CO-12': (totals, document) =>
      isSum(totals, 'ram:ChargeTotalAmount', reductionsOfDocument(true)(document), () => document.once(CHARGES)),
    'BR-CO-13': (totals) => {
      const lines = firstDecimal(totals, 'ram:LineTotalAmount')
      const charges = firstDecimal(totals, 'ram:ChargeTotalAmount') ?? Decimal.zero
      const allowances = firstDecimal(totals, 'ram:AllowanceTotalAmount') ?? Decimal.zero
      return same(
        firstDecimal(totals, 'ram:TaxBasisTotalAmount'),
        lines && cents(lines.minus(allowances).plus(charges)),
      )
    },
    'BR-CO-16': (totals) => {
      const withVat = firstDecimal(totals, 'ram:GrandTotalAmount')
      const paid = firstDecimal(totals, 'ram:TotalPrepaidAmount') ?? Decimal.zero
      const rounding = firstDecimal(totals, 'ram:RoundingAmount') ?? Decimal.zero
      return same(firstDecimal(totals, 'ram:DuePayableAmount'), withVat?.minus(paid).plus(rounding))
    },
    'BR-DEC-09': (totals) => twoDecimals(totals, 'ram:LineTotalAmount'),
    'BR-DEC-10': (totals) => twoDecimals(totals, 'ram:AllowanceTotalAmount'),
    'BR-DEC-11': (totals) => twoDecimals(totals, 'ram:ChargeTotalAmount'),
    'BR-DEC-12': (totals) => twoDecimals(totals, 'ram:TaxBasisTotalAmount'),
    'BR-DEC-13': (totals, document) => {
      const amounts = all(totals, 'ram:TaxTotalAmount')
      const currencies = document.once(CURRENCIES)
      return amounts.length === 0 || amounts.some((each) => !isIn(each, currencies) || isInCents(each))
    },
    'BR-DEC-15': (totals, document) => {
      const amounts = all(totals, 'ram:TaxTotalAmount')
      const currencies = document.once(TAX_CURRENCIES)
      if (amounts.length === 0 || currencies.size === 0) return true
      return amounts.some((each) => currencies.has(each.attribute('currencyID') ?? '') && isInCents(each))
    },
    'BR-DEC-14': (totals) => twoDecimals(totals, 'ram:GrandTotalAmount'),
    'BR-DEC-16': (totals) => twoDecimals(totals, 'ram:TotalPrepaidAmount'),
    'BR-DEC-17': (totals) => twoDecimals(totals, 'ram:RoundingAmount'),
    'BR-DEC-18': (totals) => twoDecimals(totals, 'ram:DuePayableAmount'),
  }),
  inContext(vatTotals, {
    'BR-CO-14': (total, document) => sameDouble(doubleOf(total), document.once(TAXES)),
  }),
  inContext(ROOT, { 'BR-CO-15': totalWithVat }),
]

const TAX_CURRENCIES = ({ root }: JudgedDocument): ReadonlySet<string> =>
  new Set(all(root, `${SETTLEMENT}/ram:TaxCurrencyCode`).map(({ stringValue }) => stringValue))
const CURRENCIES = ({ root }: JudgedDocument): readonly string[] => [
  ...new Set(all(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`).map(({ stringValue }) => stringValue)),
]

/** BR-53: an accounting currency that is the invoice's own is refused too. */
function vatInTaxCurrency(totals: XmlElement, document: JudgedDocument): boolean {
  const codes = document.once(TAX_CURRENCIES)
  if (codes.size === 0) return true
  return (
    all(totals, 'ram:TaxTotalAmount').some((each) => codes.has(each.attribute('currencyID') ?? '')) &&
    !document.once(CURRENCIES).some((code) => codes.has(code))
  )
}

/** Untyped amounts are compared with numbers in binary floating point. */
function isInCents(amount: XmlElement): boolean {
  const found = doubleOf(amount)
  return found === Math.round(found * 100) / 100
}

/**
 * `sum(../../ram:IncludedSupplyChainTradeLineItem/…)`: of the lines next to the group that
 * contains the totals.
 */
function sumOfLines({ parent }: XmlElement, document: JudgedDocument): number {
  return parent?.parent == null ? 0 : document.onceOf(parent.parent, sumOfLinesIn)
}

function sumOfLinesIn(transaction: XmlElement): number {
  return sumOfDoubles(all(transaction, `ram:IncludedSupplyChainTradeLineItem/${LINE_TOTAL}`))
}

function sumOfDoubles(elements: readonly XmlElement[]): number {
  const [first = 0, ...others] = elements.map(doubleOf)
  return others.reduce((total, amount) => total + amount, first)
}

function roundedSum(elements: readonly XmlElement[]): number {
  return Math.round(sumOfDoubles(elements) * 10 * 10) / 100
}

function firstAmounts(reductions: readonly XmlElement[]): readonly XmlElement[] {
  return reductions.flatMap((each) => all(each, 'ram:ActualAmount').slice(0, 1))
}

function decimalOfDouble(double: number): Decimal {
  return Number.isFinite(double) ? exactly(double) : Decimal.zero
}

function isSum(totals: XmlElement, path: string, items: readonly XmlElement[], sumOfItems: () => number): boolean {
  if (items.length === 0 && !has(totals, path)) return true
  return isNumber(totals, path, sumOfItems())
}

function isIn(amount: XmlElement, currencies: readonly string[]): boolean {
  const currency = amount.attribute('currencyID')
  return currency !== undefined && currencies.includes(currency)
}

function vatTotals(document: JudgedDocument): readonly XmlElement[] {
  const currencies = document.once(CURRENCIES)
  return along('ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount')(document).filter((amount) =>
    isIn(amount, currencies),
  )
}

/**
 * BR-CO-15: an invoice whose totals with and without VAT are equal needs no amount of VAT; each
 * currency of the invoice is judged.
 */
export function totalWithVat(root: XmlElement, document: JudgedDocument): boolean {
  const withVat = firstDecimal(root, `${SUMMATION}/ram:GrandTotalAmount`)
  const withoutVat = firstDecimal(root, `${SUMMATION}/ram:TaxBasisTotalAmount`)
  return document.once(CURRENCIES).every((currency) => {
    if (same(withVat, withoutVat)) return true
    const amounts = all(root, `${SUMMATION}/ram:TaxTotalAmount`).filter(
      (each) => each.attribute('currencyID') === currency,
    )
    const vat = decimalOf(amounts[0])
    return amounts.length === 1 && same(withVat, vat && withoutVat && cents(withoutVat.plus(vat)))
  })
}

/** `xs:decimal(a[1])`. */
function firstDecimal(from: XmlElement, path: string): Decimal | undefined {
  return decimalOf(first(from, path))
}

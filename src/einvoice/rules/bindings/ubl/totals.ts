import { Decimal } from '../../../model/decimal.js'
import type { XmlElement } from '../../../xml/element.js'
import { isTaxOf } from '../tolerance.js'
import { along, type JudgedDocument, type Assertions, everywhere, ROOT, type Test, inContext } from '../binding.js'
import { hasCategory, LINES, ofVat, reductionsBeside } from './facts.js'
import { all, cents, decimal, decimalOf, has, plain, same, SeveralValues, sum, twoDecimals } from '../xpath.js'

const NET_OF_LINES = (document: JudgedDocument): Decimal => cents(sum(LINES(document), 'cbc:LineExtensionAmount'))

const TOTALS: Readonly<Record<string, Test>> = {
  'BR-12': (totals) => has(totals, 'cbc:LineExtensionAmount'),
  'BR-13': (totals) => has(totals, 'cbc:TaxExclusiveAmount'),
  'BR-14': (totals) => has(totals, 'cbc:TaxInclusiveAmount'),
  'BR-15': (totals) => has(totals, 'cbc:PayableAmount'),
  'BR-CO-10': (totals, document) => same(decimal(totals, 'cbc:LineExtensionAmount'), document.once(NET_OF_LINES)),
  'BR-CO-11': (totals, document) =>
    isSumOf(totals, 'cbc:AllowanceTotalAmount', reductionsBeside(totals, document).allowances),
  'BR-CO-12': (totals, document) =>
    isSumOf(totals, 'cbc:ChargeTotalAmount', reductionsBeside(totals, document).charges),
  'BR-CO-13': (totals) => {
    const lines = decimal(totals, 'cbc:LineExtensionAmount')
    const charges = decimal(totals, 'cbc:ChargeTotalAmount')
    const allowances = decimal(totals, 'cbc:AllowanceTotalAmount')
    const found = decimal(totals, 'cbc:TaxExclusiveAmount')
    if (charges === undefined && allowances === undefined) return same(found, lines)
    return same(found, lines && cents(lines.plus(charges ?? Decimal.zero).minus(allowances ?? Decimal.zero)))
  },
  'BR-CO-16': (totals) => {
    const due = decimal(totals, 'cbc:PayableAmount')
    const withVat = decimal(totals, 'cbc:TaxInclusiveAmount')
    const paid = decimal(totals, 'cbc:PrepaidAmount')
    const rounding = decimal(totals, 'cbc:PayableRoundingAmount')
    return same(
      rounding === undefined ? due : due && cents(due.minus(rounding)),
      paid === undefined ? withVat : withVat && cents(withVat.minus(paid)),
    )
  },
  'BR-DEC-09': (totals) => twoDecimals(totals, 'cbc:LineExtensionAmount'),
  'BR-DEC-10': (totals) => twoDecimals(totals, 'cbc:AllowanceTotalAmount'),
  'BR-DEC-11': (totals) => twoDecimals(totals, 'cbc:ChargeTotalAmount'),
  'BR-DEC-12': (totals) => twoDecimals(totals, 'cbc:TaxExclusiveAmount'),
  'BR-DEC-14': (totals) => twoDecimals(totals, 'cbc:TaxInclusiveAmount'),
  'BR-DEC-16': (totals) => twoDecimals(totals, 'cbc:PrepaidAmount'),
  'BR-DEC-17': (totals) => twoDecimals(totals, 'cbc:PayableRoundingAmount'),
  'BR-DEC-18': (totals) => twoDecimals(totals, 'cbc:PayableAmount'),
}

const BREAKDOWN: Readonly<Record<string, Test>> = {
  'BR-45': (each) => has(each, 'cbc:TaxableAmount'),
  'BR-46': (each) => has(each, 'cbc:TaxAmount'),
  'BR-47': hasCategory,
  'BR-48': (each) =>
    ofVat(all(each, 'cac:TaxCategory')).some(
      (category) => has(category, 'cbc:Percent') || plain(category, 'cbc:ID') === 'O',
    ),
  'BR-CO-17': (each) => {
    const [percent, second] = ofVat(all(each, 'cac:TaxCategory')).flatMap((category) => category.all('cbc:Percent'))
    if (second !== undefined) throw new SeveralValues(second)
    const rate = decimalOf(percent)
    const tax = decimal(each, 'cbc:TaxAmount')
    const taxable = decimal(each, 'cbc:TaxableAmount')
    if (tax === undefined) return false
    // The taxable amount is evaluated only if the rate does not round to zero.
    if (taxable === undefined) return (rate?.roundHalfUp(0).isZero() ?? true) && tax.roundHalfUp(0).isZero()
    return isTaxOf(tax, taxable, rate)
  },
  'BR-DEC-19': (each) => twoDecimals(each, 'cbc:TaxableAmount'),
  'BR-DEC-20': (each) => twoDecimals(each, 'cbc:TaxAmount'),
}

/** BR-53: the currencies of the VAT amounts of all tax totals. */
const VAT_CURRENCIES = (document: JudgedDocument): ReadonlySet<string | undefined> =>
  new Set(
    document
      .named('cac:TaxTotal')
      .flatMap((total) => all(total, 'cbc:TaxAmount').map((amount) => amount.attribute('currencyID'))),
  )

const totalWithVat: Test = (root) => {
  const vatIn = new Map<string | undefined, XmlElement[]>()
  for (const amount of all(root, 'cac:TaxTotal/cbc:TaxAmount')) {
    const currency = amount.attribute('currencyID')
    const alike = vatIn.get(currency)
    if (alike === undefined) vatIn.set(currency, [amount])
    else alike.push(amount)
  }
  // Equal codes have equal results.
  const codes = new Set(all(root, 'cbc:DocumentCurrencyCode').map(({ stringValue }) => stringValue))
  if (codes.size === 0) return true
  const withoutVat = decimal(root, 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount')
  const withVat = all(root, 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount').map(decimalOf)
  const totals = new Set(withVat.flatMap((amount) => amount?.toString() ?? []))
  return [...codes].every((code) => {
    const amounts = vatIn.get(code) ?? []
    const vat = decimalOf(amounts[0])
    if (amounts.length !== 1 || withoutVat === undefined || vat === undefined) return false
    return totals.has(cents(withoutVat.plus(vat)).toString())
  })
}

function isSumOf(totals: XmlElement, path: string, items: readonly XmlElement[]): boolean {
  return items.length === 0 && !has(totals, path) ? true : same(decimal(totals, path), sumOfAmounts(items))
}

/** Summed once, even if several totals have the same sibling items. */
function sumOfAmounts(items: readonly XmlElement[]): Decimal {
  const known = SUMS.get(items) ?? cents(sum(items, 'cbc:Amount'))
  SUMS.set(items, known)
  return known
}

const SUMS = new WeakMap<readonly XmlElement[], Decimal>()

/** The totals and the VAT breakdown. */
export const UBL_TOTALS_RULES: readonly Assertions[] = [
  inContext(everywhere('cac:LegalMonetaryTotal'), TOTALS),
  inContext(ROOT, {
    'BR-53': (root, document) =>
      all(root, 'cbc:TaxCurrencyCode').every((code) => document.once(VAT_CURRENCIES).has(code.stringValue)),
    'BR-CO-15': totalWithVat,
    'BR-CO-18': (root) => has(root, 'cac:TaxTotal/cac:TaxSubtotal'),
  }),
  inContext(({ root }) => all(root, 'cac:TaxTotal'), {
    'BR-CO-14': (total) =>
      !has(total, 'cac:TaxSubtotal') ||
      same(decimal(total, 'cbc:TaxAmount'), cents(sum(all(total, 'cac:TaxSubtotal'), 'cbc:TaxAmount'))),
  }),
  inContext(along('cac:TaxTotal/cac:TaxSubtotal'), BREAKDOWN),
]

import type { Decimal } from '../../decimal.js'
import type { XmlElement } from '../../xml/element.js'
import { isWithinOne } from '../totals.js'
import type { BoundDocument, Test } from './binding.js'
import { isWithinOneInDoubles } from './doubles.js'
import { isOfVat } from './ubl-facts.js'
import { all, cents, decimal, has, indicates, plain, same, sum } from './xpath.js'

/** How the rules of a VAT category differ in UBL. */
export interface UblCategory {
  readonly code: string
  readonly prefix: string
  readonly rate: 'positive' | 'notNegative' | 'zero' | 'none'
  /** Whether the seller's tax number may be of any scheme (BT-31 or BT-32), must be of VAT, or must not be there. */
  readonly seller: 'any' | 'vat' | 'none'
  readonly buyer: 'any' | 'vat' | 'vatOrLegal' | 'none'
  readonly exemption: boolean
}

export const isCode = (element: XmlElement, code: string): boolean => plain(element, 'cbc:ID') === code
export const isOf = (element: XmlElement, code: string): boolean => isCode(element, code) && isOfVat(element)

/** -08: taxable amount. -09: tax. -10: reason of an exemption. */
export function breakdownRules({ code, prefix, rate, exemption }: UblCategory): Readonly<Record<string, Test>> {
  const isRated = rate === 'positive' || rate === 'notNegative'
  return {
    [`${prefix}-08`]: isRated ? ratedTaxable(code) : taxable(code),
    [`${prefix}-09`]: isRated ? taxOfRate : (each) => decimal(subtotal(each), 'cbc:TaxAmount')?.isZero() ?? false,
    [`${prefix}-10`]: (each) =>
      (has(each, 'cbc:TaxExemptionReason') || has(each, 'cbc:TaxExemptionReasonCode')) === exemption,
  }
}

function subtotal(category: XmlElement): XmlElement {
  return category.parent ?? category
}

/** Items of a category, and of a rate if one is given; whether the scheme is VAT is not asked. */
interface Items {
  readonly invoiceLines: readonly XmlElement[]
  readonly creditNoteLines: readonly XmlElement[]
  readonly reductions: Decimal
}

function itemsOf({ root }: BoundDocument, code: string, rate: Decimal | undefined): Items {
  const isItem = (each: XmlElement, path: string): boolean => {
    const categories = all(each, path)
    return (
      categories.some((category) => isCode(category, code)) &&
      (rate === undefined || categories.some((category) => same(decimal(category, 'cbc:Percent'), rate)))
    )
  }
  const lines = (name: string): readonly XmlElement[] =>
    all(root, name).filter((line) => isItem(line, 'cac:Item/cac:ClassifiedTaxCategory'))
  const reductionsOf = (isCharge: boolean): Decimal =>
    sum(
      all(root, 'cac:AllowanceCharge').filter(
        (each) => indicates(each, 'cbc:ChargeIndicator', isCharge) && isItem(each, 'cac:TaxCategory'),
      ),
      'cbc:Amount',
    )
  return {
    invoiceLines: lines('cac:InvoiceLine'),
    creditNoteLines: lines('cac:CreditNoteLine'),
    reductions: reductionsOf(true).minus(reductionsOf(false)),
  }
}

/** -08 of what is not rated: exact. */
function taxable(code: string): Test {
  return (each, document) => {
    const found = decimal(subtotal(each), 'cbc:TaxableAmount')
    const { invoiceLines, creditNoteLines, reductions: others } = itemsOf(document, code, undefined)
    const isSum = (lines: readonly XmlElement[]): boolean =>
      same(found, sum(lines, 'cbc:LineExtensionAmount').plus(others))
    return (
      (document.named('cac:InvoiceLine').length > 0 && isSum(invoiceLines)) ||
      (document.named('cac:CreditNoteLine').length > 0 && isSum(creditNoteLines))
    )
  }
}

/** -08 of what is rated: for the rate, within one unit of the currency. */
function ratedTaxable(code: string): Test {
  return (each, document) => {
    const rate = decimal(each, 'cbc:Percent')
    if (rate === undefined) return true
    const found = all(subtotal(each), 'cbc:TaxableAmount')[0]
    const { invoiceLines, creditNoteLines, reductions: others } = itemsOf(document, code, rate)
    const fits = (lines: readonly XmlElement[]): boolean =>
      found !== undefined && isWithinOneInDoubles(found, sum(lines, 'cbc:LineExtensionAmount').plus(others))
    if (code !== 'S') {
      return (
        (document.named('cac:InvoiceLine').length > 0 && fits(invoiceLines)) ||
        (document.named('cac:CreditNoteLine').length > 0 && fits(creditNoteLines))
      )
    }
    const hasReduction = document
      .named('cac:AllowanceCharge')
      .some(
        (reduction) =>
          all(reduction, 'cac:TaxCategory').some((category) => isCode(category, code)) &&
          all(reduction, 'cac:TaxCategory').some((category) => same(decimal(category, 'cbc:Percent'), rate)),
      )
    return (
      ((invoiceLines.length > 0 || hasReduction) && fits(invoiceLines)) ||
      ((creditNoteLines.length > 0 || hasReduction) && fits(creditNoteLines))
    )
  }
}

const taxOfRate: Test = (each) => {
  const tax = decimal(subtotal(each), 'cbc:TaxAmount')
  const base = decimal(subtotal(each), 'cbc:TaxableAmount')
  const rate = decimal(each, 'cbc:Percent')
  return (
    tax !== undefined &&
    base !== undefined &&
    rate !== undefined &&
    isWithinOne(tax.abs(), cents(rate.percentOf(base.abs())))
  )
}

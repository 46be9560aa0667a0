import { Decimal } from './decimal.js'
import type { InvoiceLine } from './model-lines.js'
import type { AllowanceOrCharge, DocumentTotals, VatBreakdown } from './model-settlement.js'

/** Decimals of amounts (BR-DEC-*). Prices, quantities and rates have as many as were written. */
const AMOUNT_DECIMALS = 2

/** BT-131: quantity × net price, rounded half away from zero. */
export function lineNetAmount(quantity: Decimal, netPrice: Decimal): Decimal {
  return quantity.times(netPrice).round(AMOUNT_DECIMALS)
}

/** What the totals are made from. */
export interface Taxables {
  readonly lines: readonly Pick<InvoiceLine, 'netAmount' | 'vatCategory' | 'vatRate'>[]
  readonly allowances: readonly AllowanceOrCharge[]
  readonly charges: readonly AllowanceOrCharge[]
}

type Exemption = Pick<VatBreakdown, 'exemptionReason' | 'exemptionReasonCode'>

/**
 * BG-23: one entry for each category and rate, in the order of first appearance. The taxable
 * amount is the sum of the rounded lines and document level charges less allowances (BR-S-08 and
 * its sisters), the tax its percentage, rounded half away from zero (BR-CO-17).
 */
export function vatBreakdown(
  taxables: Taxables,
  exemptionOf: (category: string, rate: Decimal | undefined) => Exemption,
): VatBreakdown[] {
  const groups = new Map<string, { category: string; rate: Decimal | undefined; sum: Decimal }>()
  const add = (category: string, rate: Decimal | undefined, amount: Decimal): void => {
    const key = vatGroup(category, rate)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { category, rate, sum: amount })
    else group.sum = group.sum.plus(amount)
  }
  for (const line of taxables.lines) add(line.vatCategory, line.vatRate, line.netAmount ?? Decimal.zero)
  for (const charge of taxables.charges) add(charge.vatCategory, charge.vatRate, charge.amount ?? Decimal.zero)
  for (const allowance of taxables.allowances)
    add(allowance.vatCategory, allowance.vatRate, (allowance.amount ?? Decimal.zero).negated())
  return Array.from(groups.values(), ({ category, rate, sum }) => ({
    taxable: sum,
    tax: rate === undefined ? Decimal.zero : rate.percentOf(sum).round(AMOUNT_DECIMALS),
    category,
    rate,
    ...exemptionOf(category, rate),
  }))
}

/** Lines, allowances and charges of one group share an entry of the VAT breakdown. */
export function vatGroup(category: string, rate: Decimal | undefined): string {
  return rate === undefined ? category : `${category} ${rate.toString()}`
}

/**
 * BG-22 by BR-CO-10 to BR-CO-16, of an invoice on which nothing is paid yet.
 * @param exchangeRate units of the accounting currency for one unit of the invoice currency; null:
 *   BT-111 is not asked for; undefined: it is, but the rate is not known. BT-111 of a VAT total of
 *   zero needs no rate.
 */
export function documentTotals(
  taxables: Taxables,
  breakdown: readonly VatBreakdown[],
  exchangeRate: Decimal | null | undefined,
): DocumentTotals {
  const lineNet = Decimal.sum(taxables.lines.map((line) => line.netAmount ?? Decimal.zero))
  const allowances = sumOf(taxables.allowances)
  const charges = sumOf(taxables.charges)
  const withoutVat = lineNet.plus(charges ?? Decimal.zero).minus(allowances ?? Decimal.zero)
  const vat = Decimal.sum(breakdown.map((entry) => entry.tax ?? Decimal.zero))
  const withVat = withoutVat.plus(vat)
  const vatInTaxCurrency = inTaxCurrency(vat, exchangeRate)
  return { lineNet, allowances, charges, withoutVat, vat, vatInTaxCurrency, withVat, due: withVat }
}

function sumOf(amounts: readonly AllowanceOrCharge[]): Decimal | undefined {
  return amounts.length === 0 ? undefined : Decimal.sum(amounts.map((each) => each.amount ?? Decimal.zero))
}

function inTaxCurrency(vat: Decimal, exchangeRate: Decimal | null | undefined): Decimal | undefined {
  if (exchangeRate === null) return undefined
  if (vat.isZero()) return Decimal.zero
  return exchangeRate === undefined ? undefined : vat.times(exchangeRate).round(AMOUNT_DECIMALS)
}

import { Decimal } from './decimal.js'
import type { InvoiceLine, LineAllowanceOrCharge } from './lines.js'
import type { AllowanceOrCharge, DocumentTotals, VatBreakdown } from './settlement.js'

/** Decimals of amounts (BR-DEC-*). Prices, quantities and rates keep all their decimals. */
const AMOUNT_DECIMALS = 2

/**
 * BT-131: `gross` (quantity × net price) without allowances and with charges, rounded half away
 * from zero.
 */
export function lineNetAmount(
  gross: Decimal,
  allowances: readonly LineAllowanceOrCharge[] = [],
  charges: readonly LineAllowanceOrCharge[] = [],
): Decimal {
  const rounded = gross.round(AMOUNT_DECIMALS)
  if (allowances.length === 0 && charges.length === 0) return rounded
  return rounded.plus(amountsOf(charges)).minus(amountsOf(allowances)).round(AMOUNT_DECIMALS)
}

function amountsOf(all: readonly LineAllowanceOrCharge[]): Decimal {
  return Decimal.sum(all.map(({ amount = Decimal.zero }) => amount))
}

/** The inputs of the totals. */
export interface Taxables {
  readonly lines: readonly Pick<InvoiceLine, 'netAmount' | 'vatCategory' | 'vatRate'>[]
  readonly allowances: readonly AllowanceOrCharge[]
  readonly charges: readonly AllowanceOrCharge[]
}

type Exemption = Pick<VatBreakdown, 'exemptionReason' | 'exemptionReasonCode'>

/**
 * BG-23: one entry for each category and rate, in the order of first appearance. The taxable
 * amount is the sum of the rounded lines and document level charges less allowances (BR-S-08 and
 * the like), the tax its percentage, rounded half away from zero (BR-CO-17).
 */
export function vatBreakdown(
  taxables: Taxables,
  exemptionOf: (category: string, rate: Decimal | undefined) => Exemption,
): VatBreakdown[] {
  type Group = { readonly category: string; readonly rate: Decimal | undefined; sum: Decimal }
  const groups = new Map<string, Group>()
  // Consecutive lines mostly have the same category and rate.
  let last: Group | undefined
  const add = (category: string, rate: Decimal | undefined, amount: Decimal): void => {
    let group: Group | undefined = last?.category === category && isSame(last.rate, rate) ? last : undefined
    group ??= groups.get(vatGroup(category, rate))
    if (group === undefined) groups.set(vatGroup(category, rate), (group = { category, rate, sum: amount }))
    else group.sum = group.sum.plus(amount)
    last = group
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

function isSame(one: Decimal | undefined, other: Decimal | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other)
}

/** Lines, allowances and charges of one group share an entry of the VAT breakdown. */
export function vatGroup(category: string, rate: Decimal | undefined): string {
  return rate === undefined ? category : `${category} ${rate.toString()}`
}

/** The amounts between the total with VAT and the amount due. */
interface Settled extends Pick<DocumentTotals, 'paid' | 'rounding'> {
  /** BT-DEX-002 of each third party payment (BR-DEX-09). */
  readonly collected?: readonly (Decimal | undefined)[] | undefined
}

/**
 * BG-22 by BR-CO-10 to BR-CO-16.
 * @param exchangeRate units of the accounting currency for one unit of the invoice currency; null:
 * BT-111 is not required; undefined: it is, but the rate is unknown. BT-111 of a VAT total of zero
 * needs no rate.
 */
export function documentTotals(
  taxables: Taxables,
  breakdown: readonly VatBreakdown[],
  exchangeRate: Decimal | null | undefined,
  { paid, rounding, collected = [] }: Settled = {},
): DocumentTotals {
  const lineNet = Decimal.sum(taxables.lines.map((line) => line.netAmount ?? Decimal.zero))
  const allowances = sumOf(taxables.allowances)
  const charges = sumOf(taxables.charges)
  const withoutVat = lineNet.plus(charges ?? Decimal.zero).minus(allowances ?? Decimal.zero)
  const vat = Decimal.sum(breakdown.map((entry) => entry.tax ?? Decimal.zero))
  const withVat = withoutVat.plus(vat)
  const vatInTaxCurrency = inTaxCurrency(vat, exchangeRate)
  const settled = withVat.minus(paid ?? Decimal.zero).plus(rounding ?? Decimal.zero)
  const due = settled.plus(Decimal.sum(collected.map((amount = Decimal.zero) => amount)))
  return { lineNet, allowances, charges, withoutVat, vat, vatInTaxCurrency, withVat, paid, rounding, due }
}

function sumOf(amounts: readonly AllowanceOrCharge[]): Decimal | undefined {
  return amounts.length === 0 ? undefined : amountsOf(amounts)
}

function inTaxCurrency(vat: Decimal, exchangeRate: Decimal | null | undefined): Decimal | undefined {
  if (exchangeRate === null) return undefined
  if (vat.isZero()) return Decimal.zero
  return exchangeRate === undefined ? undefined : vat.times(exchangeRate).round(AMOUNT_DECIMALS)
}

// Prices with VAT, as a shop shows them: the documents state net amounts.

import { Decimal } from '../../model/decimal.js'
import { isCountedLine, withGroupAmounts } from '../../model/line-hierarchy.js'
import type { InvoiceLine, LineAllowanceOrCharge, Price } from '../../model/lines.js'
import type { AllowanceOrCharge, VatBreakdown } from '../../model/settlement.js'
import { lineNetAmount, type Taxables, vatGroup } from '../../model/totals.js'
import type { Profile } from '../../rules/profile.js'

const HUNDRED = Decimal.of(100)
const CENT = Decimal.of('0.01')

/** Decimals of net prices where the profile does not say. */
const PRICE_DECIMALS = 8

/** Lines, allowances and charges; all their amounts are with VAT, or all are without. */
export interface Priced extends Taxables {
  readonly lines: readonly InvoiceLine[]
}

/** The VAT that is contained in an amount of this rate: amount × rate / (100 + rate). */
export function containedVat(amount: Decimal, rate: Decimal | undefined): Decimal {
  return rate === undefined || rate.isZero() ? Decimal.zero : amount.times(rate).dividedBy(HUNDRED.plus(rate)).round(2)
}

/** The VAT breakdown of sums with VAT: the tax that each contains. Its `taxable` is with VAT. */
export function withContainedVat(breakdown: readonly VatBreakdown[]): readonly VatBreakdown[] {
  return breakdown.map((entry) => ({ ...entry, tax: containedVat(entry.taxable ?? Decimal.zero, entry.rate) }))
}

/** The same breakdown with the sums less their tax. */
export function lessTax(breakdown: readonly VatBreakdown[]): readonly VatBreakdown[] {
  return breakdown.map(({ taxable = Decimal.zero, tax = Decimal.zero, ...entry }) => ({
    ...entry,
    taxable: taxable.minus(tax),
    tax,
  }))
}

/** Whether the tax is that of the taxable amount but for one cent, as official rules demand. */
export function isOfTaxable({
  taxable = Decimal.zero,
  tax = Decimal.zero,
  rate = Decimal.zero,
}: VatBreakdown): boolean {
  return rate.percentOf(taxable).round(2).minus(tax).abs().compare(CENT) <= 0
}

/**
 * The same lines, allowances and charges without VAT, so that each rate adds up to its taxable
 * amount in `breakdown`. Each net amount is rounded; the largest lines of a rate take the cents
 * that are left, one each, first those that rounding has moved the other way. So no line is a cent
 * from its exact amount. Prices follow from the net amounts where the exact price, rounded, would
 * not result in them.
 */
export function withoutVat(priced: Priced, breakdown: readonly VatBreakdown[], profile: Profile): Priced {
  const allowances = priced.allowances.map(reductionWithoutVat)
  const charges = priced.charges.map(reductionWithoutVat)
  const totals = new Map(breakdown.map(({ category, rate, taxable }) => [vatGroup(category, rate), taxable]))
  const groups = new Map<string, InvoiceLine[]>()
  for (const line of priced.lines.filter(isCountedLine)) {
    const group = groupOf(line)
    const others = groups.get(group)
    if (others === undefined) groups.set(group, [line])
    else others.push(line)
  }
  const nets = new Map<InvoiceLine, Decimal>()
  for (const [group, lines] of groups) {
    const ofGroup = (all: readonly AllowanceOrCharge[]): Decimal =>
      Decimal.sum(all.flatMap((each) => (groupOf(each) === group ? [each.amount ?? Decimal.zero] : [])))
    const total = (totals.get(group) ?? Decimal.zero).plus(ofGroup(allowances)).minus(ofGroup(charges))
    const amounts = apportioned(lines.map(exactNet), total)
    lines.forEach((line, index) => {
      nets.set(line, amounts[index] ?? Decimal.zero)
    })
  }
  const lines = priced.lines.map((line) => lineWithoutVat(line, nets.get(line) ?? exactNet(line).round(2), profile))
  return {
    lines: withGroupAmounts(lines),
    allowances: balanced(allowances, charges, totals, groups),
    charges,
  }
}

function groupOf({ vatCategory, vatRate }: Pick<InvoiceLine, 'vatCategory' | 'vatRate'>): string {
  return vatGroup(vatCategory, vatRate)
}

/** An amount without the VAT of a rate, not rounded. */
function net(amount: Decimal, rate: Decimal | undefined): Decimal {
  return rate === undefined || rate.isZero() ? amount : amount.times(HUNDRED).dividedBy(HUNDRED.plus(rate))
}

/** Sub-lines may have other rates than their line. */
function exactNet({ netAmount = Decimal.zero, vatRate, subLines }: InvoiceLine): Decimal {
  return subLines === undefined ? net(netAmount, vatRate) : Decimal.sum(subLines.map(exactNet))
}

/** The amounts rounded to cents so that they add up to `total`. */
export function apportioned(exact: readonly Decimal[], total: Decimal): readonly Decimal[] {
  const rounded = exact.map((amount) => amount.round(2))
  const excess = Decimal.sum(rounded).minus(total)
  const cents = Number(excess.abs().times(HUNDRED).round(0).toString())
  if (cents === 0 || rounded.length === 0) return rounded
  const direction = excess.isPositive() ? 1 : -1
  const ranked = rounded.map((amount, index) => ({
    index,
    size: amount.abs(),
    isMoved: amount.compare(exact[index] ?? amount) === direction,
  }))
  ranked.sort(
    (one, other) =>
      Number(other.isMoved) - Number(one.isMoved) || other.size.compare(one.size) || one.index - other.index,
  )
  const step = direction === 1 ? CENT.negated() : CENT
  const taken = ranked.map((_, place) => Math.floor(cents / ranked.length) + (place < cents % ranked.length ? 1 : 0))
  const result = [...rounded]
  ranked.forEach(({ index }, place) => {
    result[index] = (rounded[index] ?? Decimal.zero).plus(step.times(Decimal.of(taken[place] ?? 0)))
  })
  return result
}

/**
 * A rate without a line can't move its cent to one: the last of its allowances takes it.
 */
function balanced(
  allowances: readonly AllowanceOrCharge[],
  charges: readonly AllowanceOrCharge[],
  totals: ReadonlyMap<string, Decimal | undefined>,
  groups: ReadonlyMap<string, unknown>,
): readonly AllowanceOrCharge[] {
  const result = [...allowances]
  for (const group of new Set(allowances.map(groupOf))) {
    if (groups.has(group)) continue
    const of = (all: readonly AllowanceOrCharge[]): Decimal =>
      Decimal.sum(all.flatMap((each) => (groupOf(each) === group ? [each.amount ?? Decimal.zero] : [])))
    const excess = of(charges)
      .minus(of(allowances))
      .minus(totals.get(group) ?? Decimal.zero)
    const last = allowances.findLastIndex((each) => groupOf(each) === group)
    const found = result[last]
    if (found !== undefined && !excess.isZero())
      result[last] = { ...found, amount: (found.amount ?? Decimal.zero).plus(excess) }
  }
  return result
}

function reductionWithoutVat(priced: AllowanceOrCharge): AllowanceOrCharge {
  return { ...shareWithoutVat(priced, priced.vatRate), inclusive: priced }
}

/** A percentage is of the net base, and its amount follows from it. */
function shareWithoutVat<Share extends LineAllowanceOrCharge>(priced: Share, rate: Decimal | undefined): Share {
  const { amount = Decimal.zero, baseAmount, percentage } = priced
  if (baseAmount === undefined) return { ...priced, amount: net(amount, rate).round(2) }
  const base = net(baseAmount, rate).round(2)
  const isShare = percentage?.percentOf(baseAmount).round(2).equals(amount.round(2)) === true
  return {
    ...priced,
    amount: isShare ? percentage.percentOf(base).round(2) : net(amount, rate).round(2),
    baseAmount: base,
  }
}

function lineWithoutVat(line: InvoiceLine, netAmount: Decimal, profile: Profile): InvoiceLine {
  const { vatRate, price, netAmount: amount, subLines } = line
  const allowances = line.allowances.map((each) => shareWithoutVat(each, vatRate))
  const charges = line.charges.map((each) => shareWithoutVat(each, vatRate))
  const parts = subLines && apportioned(subLines.map(exactNet), netAmount)
  return {
    ...line,
    netAmount,
    allowances,
    charges,
    price: priceWithoutVat({ ...line, netAmount, allowances, charges }, profile),
    inclusive: { price, amount, allowances: line.allowances, charges: line.charges },
    ...(subLines && {
      subLines: subLines.map((each, index) => lineWithoutVat(each, parts?.[index] ?? Decimal.zero, profile)),
    }),
  }
}

/**
 * The exact price without VAT, rounded, if it results in the net amount of the line. Else the
 * price that does, of one unit or, where even its last decimal is too coarse, of all units.
 * @param line with the price with VAT
 */
function priceWithoutVat(line: InvoiceLine, { priceDecimals = PRICE_DECIMALS, hasNoBaseQuantity }: Profile): Price {
  const { price, vatRate, quantity = Decimal.zero, netAmount = Decimal.zero, allowances, charges } = line
  const { discount, baseQuantity } = price
  if (price.net === undefined) return price
  const exact = net(price.net, vatRate)
  const before = netAmount.minus(lineNetAmount(Decimal.zero, allowances, charges))
  const results = (each: Decimal): boolean => {
    const product = quantity.times(each)
    return (baseQuantity === undefined ? product : product.dividedBy(baseQuantity)).round(2).equals(before)
  }
  const of = (netPrice: Decimal, units: Decimal): Pick<Price, 'net' | 'discount' | 'gross'> => {
    if (discount === undefined) return { net: netPrice }
    const off = net(discount, vatRate).times(units).round(priceDecimals)
    return { net: netPrice, discount: off, gross: netPrice.plus(off) }
  }
  const one = Decimal.of(1)
  const rounded = exact.round(priceDecimals)
  if (quantity.isZero() || results(rounded)) return { ...price, ...of(rounded, one) }
  const derived = before
    .times(baseQuantity ?? one)
    .dividedBy(quantity)
    .round(priceDecimals)
  // A price has no sign.
  if (isNegative(derived) !== isNegative(exact)) return { ...price, ...of(rounded, one) }
  if (results(derived) || hasNoBaseQuantity === true) return { ...price, ...of(derived, one) }
  const units = quantity.abs().dividedBy(baseQuantity ?? one)
  return {
    ...of(isNegative(quantity) ? before.negated() : before, units),
    baseQuantity: quantity.abs(),
    baseQuantityUnit: line.unitCode,
  }
}

function isNegative(value: Decimal): boolean {
  return value.compare(Decimal.zero) < 0
}

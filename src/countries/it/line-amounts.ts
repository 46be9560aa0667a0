import { Decimal } from '../../einvoice/model/decimal.js'
import type { RequestPriceAllowance } from '../../domain/request/terms.js'
import type { InvoiceLine, LineAllowanceOrCharge } from '../../einvoice/model/lines.js'

/** A ScontoMaggiorazione of a line: a change of the price of one unit. */
interface PriceChange {
  /** Whether it lowers the written price, which is negative for returned items. */
  readonly lowers: boolean
  /** Exactly one of these. */
  readonly percentage?: Decimal
  readonly amount?: Decimal
}

/** Decimals of prices and amounts of lines in FatturaPA. */
export const PRICE_DECIMALS = 8
const CENT = Decimal.of('0.01')
const HUNDRED = Decimal.of(100)

/**
 * The changes of a line's price: the discount of its price, its allowances, its charges. SdI
 * applies each to a single unit, and a percentage to the price after the preceding changes
 * (control 00423). So an amount of the whole line is divided by the quantity, a percentage of the
 * price comes first, and a percentage of another base is written as its amount, except in a
 * cascade (`of: "rest"`), which is SdI's own. A quantity of zero can't have changes.
 * `isTakenBack`: the price is negative, the quantity has no sign.
 * @param given the allowances of the request
 */
export function priceChanges(
  line: InvoiceLine,
  isTakenBack: boolean,
  given: readonly RequestPriceAllowance[] = [],
): readonly PriceChange[] {
  const { quantity = Decimal.zero, price } = line
  const units = quantity.abs()
  const signed = (amount: Decimal): Decimal => (isTakenBack ? amount.negated() : amount)
  const left = signed(price.net ?? Decimal.zero)
  const { discount } = price
  const found: PriceChange[] =
    discount === undefined || discount.isZero() ? [] : [{ lowers: !isTakenBack, amount: discount }]
  if (units.isZero()) return found
  const cascade = given.some(({ of }) => of === 'rest') ? cascadeOf(line, left, units, given) : undefined
  if (cascade !== undefined) return [...found, ...cascade]
  const withShares = changesInOrder(line, left, units, true)
  const isFar = line.inclusive !== undefined && !isNear(withShares.left, units, line)
  return [...found, ...(isFar ? changesInOrder(line, left, units, false) : withShares).changes]
}

/**
 * The changes, and the price after them. Where prices include VAT, the net amounts are rounded so
 * that they add up, and a percentage may miss them: then all are amounts.
 */
function changesInOrder(
  line: InvoiceLine,
  price: Decimal,
  units: Decimal,
  withPercentages: boolean,
): { readonly changes: readonly PriceChange[]; readonly left: Decimal } {
  let left = price
  const changes = inOrder(line, price.times(units)).map(({ of, lowers }): PriceChange => {
    const { amount = Decimal.zero, percentage } = of
    const isPercentage = withPercentages && percentage !== undefined && isOf(of, left.times(units))
    const perUnit = isPercentage ? percentage.percentOf(left) : amount.dividedBy(units).round(PRICE_DECIMALS)
    left = lowers ? left.minus(perUnit) : left.plus(perUnit)
    return isPercentage ? { lowers, percentage } : { lowers, amount: perUnit }
  })
  return { changes, left }
}

/** Whether SdI accepts the price for the net amount of the line (control 00423). */
function isNear(price: Decimal, units: Decimal, { netAmount = Decimal.zero }: InvoiceLine): boolean {
  return price.times(units).round(2).minus(netAmount).abs().compare(CENT) <= 0
}

/**
 * The allowances in the order of the request, with the percentages of a cascade; undefined if
 * their price differs from the net amount by more than SdI allows (control 00423).
 * @param price of one unit, before them
 */
function cascadeOf(
  line: InvoiceLine,
  price: Decimal,
  units: Decimal,
  given: readonly RequestPriceAllowance[],
): readonly PriceChange[] | undefined {
  let left = price
  const found: PriceChange[] = []
  const changes = [
    ...line.allowances.map((of, index) => ({ of, lowers: true, isOfRest: given[index]?.of === 'rest' })),
    ...line.charges.map((of) => ({ of, lowers: false, isOfRest: false })),
  ]
  for (const { isOfRest, ...change } of changes) {
    const { percentage } = change.of
    // Of a returned item the amount of a percentage is negative: it would be read as an allowance.
    const isClear = change.lowers || left.compare(Decimal.zero) >= 0
    const isOfLeft = isOfRest || (isClear && isOf(change.of, left.times(units)))
    if (percentage !== undefined && isAllowed(percentage) && isOfLeft) {
      found.push({ lowers: change.lowers, percentage })
      left = change.lowers ? left.minus(percentage.percentOf(left)) : left.plus(percentage.percentOf(left))
      continue
    }
    const { of, lowers } = unsigned(change)
    // SdI would take the percentages after it of another rest.
    if (lowers !== change.lowers) return undefined
    const amount = (of.amount ?? Decimal.zero).dividedBy(units).round(PRICE_DECIMALS)
    found.push({ lowers, amount })
    left = lowers ? left.minus(amount) : left.plus(amount)
  }
  return isNear(left, units, line) ? found : undefined
}

/** Whether the format allows a percentage. */
function isAllowed(percentage: Decimal): boolean {
  return percentage.fits(2) && percentage.compare(HUNDRED) <= 0 && percentage.compare(Decimal.zero) >= 0
}

interface LineChange {
  readonly of: LineAllowanceOrCharge
  readonly lowers: boolean
}

/**
 * A percentage of the whole price, then reductions, then increases. An amount has no sign, because
 * SdI ignores it: a negative allowance is a charge.
 */
function inOrder({ allowances, charges }: InvoiceLine, whole: Decimal): readonly LineChange[] {
  const all = [...allowances.map((of) => ({ of, lowers: true })), ...charges.map((of) => ({ of, lowers: false }))]
  const first = all.find(({ of }) => isOf(of, whole))
  const others = all.filter((each) => each !== first).map(unsigned)
  return [
    ...(first === undefined ? [] : [first]),
    ...others.filter(({ lowers }) => lowers),
    ...others.filter(({ lowers }) => !lowers),
  ]
}

function unsigned(change: LineChange): LineChange {
  const { amount } = change.of
  return amount === undefined || amount.compare(Decimal.zero) >= 0
    ? change
    : { of: { amount: amount.negated() }, lowers: !change.lowers }
}

/** Whether it is that percentage of this base, in a form that the format allows. */
function isOf({ amount, baseAmount, percentage }: LineAllowanceOrCharge, base: Decimal): boolean {
  if (percentage === undefined || !percentage.fits(2) || percentage.compare(HUNDRED) > 0) return false
  const rounded = base.round(2)
  const usual = percentage.percentOf(rounded).round(2)
  return baseAmount?.equals(rounded) === true && amount?.minus(usual).abs().compare(CENT) !== 1
}

import type { GivenTotals } from '../../../domain/request/terms.js'
import { Decimal } from '../../model/decimal.js'
import type { InvoiceLine } from '../../model/lines.js'
import type { VatBreakdown } from '../../model/settlement.js'
import { vatGroup } from '../../model/totals.js'
import { categoryOf, rateOf } from '../../model/vat-category.js'

/** The official rules tolerate as much in the tax of each rate (BR-CO-17, BR-S-09). */
const TOLERANCE = Decimal.of('0.01')
const HALF_A_CENT = Decimal.of('0.005')

/**
 * The VAT breakdown with the caller's own tax, where it differs from the computed one by at most
 * one cent for each rate: programs that round the VAT of each line arrive at such sums. A total
 * alone (`totals.vatAmount`) is spread over the rates, the largest taxable amounts first. Other
 * figures are left to the rule on given totals.
 * @param lines of a country that adds up the rounded VAT of lines: then by half a cent more for
 * each of them
 */
export function withGivenTax(
  breakdown: readonly VatBreakdown[],
  { vatAmount, vatBreakdown = [] }: GivenTotals = {},
  lines: readonly Pick<InvoiceLine, 'vatCategory' | 'vatRate'>[] = [],
): readonly VatBreakdown[] {
  const given = new Map(vatBreakdown.map((each) => [vatGroup(categoryOf(each), rateOf(each)), each.taxAmount]))
  const counts = new Map<string, number>()
  for (const { vatCategory, vatRate } of lines) {
    const group = vatGroup(vatCategory, vatRate)
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  if (Array.from(given.values()).some((amount) => amount !== undefined))
    return breakdown.map((entry) => {
      const group = vatGroup(entry.category, entry.rate)
      const tolerance = TOLERANCE.plus(HALF_A_CENT.times(Decimal.of(counts.get(group) ?? 0)))
      return withTax(entry, given.get(group), tolerance)
    })
  return vatAmount === undefined ? breakdown : withTotal(breakdown, Decimal.of(vatAmount))
}

function withTax(entry: VatBreakdown, given: number | undefined, tolerance: Decimal): VatBreakdown {
  if (given === undefined || !isTaxed(entry)) return entry
  const tax = Decimal.of(given)
  const isTolerated =
    tax
      .minus(entry.tax ?? Decimal.zero)
      .abs()
      .compare(tolerance) <= 0
  return isTolerated ? { ...entry, tax } : entry
}

function withTotal(breakdown: readonly VatBreakdown[], total: Decimal): readonly VatBreakdown[] {
  const difference = total.minus(Decimal.sum(breakdown.map(({ tax = Decimal.zero }) => tax)))
  const size = ({ taxable = Decimal.zero }: VatBreakdown): Decimal => taxable.abs()
  const taxed = breakdown.filter(isTaxed).sort((one, other) => size(other).compare(size(one)))
  const cents = difference.times(Decimal.of(100)).abs()
  if (difference.isZero() || cents.compare(Decimal.of(taxed.length)) > 0 || !cents.round(0).equals(cents))
    return breakdown
  const step = difference.compare(Decimal.zero) < 0 ? TOLERANCE.negated() : TOLERANCE
  const changed = new Set(taxed.slice(0, Number(cents.toString())))
  return breakdown.map((entry) =>
    changed.has(entry) ? { ...entry, tax: (entry.tax ?? Decimal.zero).plus(step) } : entry,
  )
}

function isTaxed({ rate }: VatBreakdown): boolean {
  return rate !== undefined && !rate.isZero()
}

import { daysAfter } from '../../domain/calendar.js'
import { Decimal } from './decimal.js'

/** Terms of payment for which EN 16931 has only the text BT-20, which repeats them. */
export interface PaymentPlan {
  readonly discounts: readonly CashDiscount[]
  /** The parts of the amount due, if it is paid in parts. */
  readonly parts: readonly PaymentPart[]
  /** What the customer keeps for a time as security; the parts come to the rest. */
  readonly retention?: Retention | undefined
  /** BT-20 without what it says of the plan. */
  readonly otherTerms?: string | undefined
  /**
   * Whether a Cross Industry Invoice has terms for each discount and part besides the text, as in
   * Factur-X and ZUGFeRD EXTENDED; absent: it has not.
   */
  readonly hasTerms?: true
}

/** A discount for payment until a day. */
export interface CashDiscount {
  /** Days from the issue date, if it is agreed in days. */
  readonly days?: number | undefined
  /** The last day. */
  readonly until: string
  readonly percentage: Decimal
  /** The amount that it is of, if that is not the whole amount due (BT-115). */
  readonly baseAmount?: Decimal | undefined
}

/** The last day of a discount that is agreed in days. */
export function lastDayOf(issueDate: string, days: number): string {
  return daysAfter(issueDate, days)
}

/** What a discount comes to, in cents. `due`: BT-115. */
export function discountAmount({ percentage, baseAmount }: CashDiscount, due: Decimal = Decimal.zero): Decimal {
  return percentage.percentOf(baseAmount ?? due).round(2)
}

/** A part of the amount due that is paid later, because it secures the customer's claims. */
export interface Retention {
  readonly amount: Decimal
  /** Percent of the amount due (BT-115), if it is agreed so. */
  readonly percentage?: Decimal | undefined
  /** When it is paid at the latest; absent: no day is agreed. */
  readonly until?: string | undefined
  readonly reason: string
}

/** What a retention of a percentage comes to, in cents. `due`: BT-115. */
export function retainedAmount(percentage: Decimal, due: Decimal = Decimal.zero): Decimal {
  return percentage.percentOf(due).round(2)
}

/** A payment, on a day or without one. */
export interface Instalment {
  readonly dueDate: string | undefined
  readonly amount: Decimal
}

/**
 * All payments of a plan: its parts, or the whole on the due date (BT-9), and what is retained.
 * Without parts and retention there are none.
 */
export function instalmentsOf(
  { parts, retention }: PaymentPlan,
  due: Decimal = Decimal.zero,
  dueDate?: string,
): readonly Instalment[] {
  if (retention === undefined) return parts
  const { amount, until } = retention
  const rest = parts.length > 0 ? parts : [{ dueDate, amount: due.minus(amount) }]
  return [...rest, { dueDate: until, amount }]
}

/** A part of the amount due. */
export interface PaymentPart {
  readonly dueDate: string
  readonly amount: Decimal
  readonly note?: string | undefined
}

/** A part as it is agreed. */
interface AgreedPart {
  readonly dueDate: string
  readonly amount?: number | undefined
  readonly percentage?: number | undefined
  readonly note?: string | undefined
}

const CENT = Decimal.of('0.01')

/**
 * The parts in cents. Percentages are rounded together, so that those of the whole come to it; the
 * last takes a cent that beside amounts is left over. Never fails: a rule compares the sum.
 */
export function partsOf(agreed: readonly AgreedPart[], due: Decimal = Decimal.zero): readonly PaymentPart[] {
  let [percentages, counted] = [Decimal.zero, Decimal.zero]
  const parts = agreed.map(({ dueDate, amount, percentage, note }): PaymentPart => {
    if (amount !== undefined || percentage === undefined)
      return { dueDate, amount: Decimal.of(amount ?? 0), ...(note !== undefined && { note }) }
    percentages = percentages.plus(Decimal.of(percentage))
    const before = counted
    counted = percentages.percentOf(due).round(2)
    return { dueDate, amount: counted.minus(before), ...(note !== undefined && { note }) }
  })
  const rest = due.minus(Decimal.sum(parts.map(({ amount }) => amount)))
  const last = agreed.findLastIndex(({ amount, percentage }) => amount === undefined && percentage !== undefined)
  const isMixed = agreed.some(({ amount }) => amount !== undefined)
  if (last < 0 || !isMixed || rest.abs().compare(CENT) > 0) return parts
  return parts.map((part, index) => (index === last ? { ...part, amount: part.amount.plus(rest) } : part))
}

/** Amounts that stand to a whole as others do to theirs, in cents that come to the whole. */
export function inProportion(amounts: readonly Decimal[], from: Decimal, to: Decimal): readonly Decimal[] {
  if (from.isZero() || from.equals(to)) return amounts
  let [sum, counted] = [Decimal.zero, Decimal.zero]
  return amounts.map((amount) => {
    sum = sum.plus(amount)
    const before = counted
    counted = sum.times(to).dividedBy(from).round(2)
    return counted.minus(before)
  })
}

import { daysAfter } from '../../../../domain/calendar.js'
import type { Invoice } from '../../../model/invoice-model.js'
import {
  type CashDiscount,
  discountAmount,
  type PaymentPart,
  type PaymentPlan,
  type Retention,
} from '../../../model/payment-plan.js'
import { paymentPlanIn } from '../../../payment/skonto.js'
import { trimmed } from '../../../xml/white-space.js'
import type { XmlElement } from '../../../xml/element.js'
import { isDate, type Reading } from '../../reading.js'

type Due = Pick<Invoice, 'issueDate' | 'currency' | 'totals'>

/** Further terms of payment have descriptions of their own: one text for each line of BT-20. */
export function readCiiTerms(reading: Reading, terms: readonly XmlElement[]): string | undefined {
  const texts = terms.flatMap((each) => reading.text(each, 'ram:Description') ?? [])
  return texts.length === 0 ? undefined : texts.join('\n')
}

/**
 * The cash discounts and parts of the payment of Factur-X and ZUGFeRD EXTENDED, and of
 * EXTENDED-CTC-FR. undefined: there are none.
 * @param paymentTerms BT-20, which may say them once more
 */
export function readCiiPlan(
  reading: Reading,
  terms: readonly XmlElement[],
  paymentTerms: string | undefined,
  due: Due,
): PaymentPlan | undefined {
  const discounts = terms.flatMap((each) =>
    each
      .all('ram:ApplicableTradePaymentDiscountTerms')
      .flatMap((discount) => readDiscount(reading, discount, each, due) ?? []),
  )
  const all = readParts(reading, terms)
  if (discounts.length === 0 && all.length === 0) return undefined
  const inText = paymentPlanIn({ paymentTerms, ...due })
  const rest = withoutRetention(all, inText?.retention)
  // Beside a retention the whole rest is no part.
  const parts = rest.length === 1 && rest.length < all.length && inText?.parts.length === 0 ? [] : rest
  // The text has notes as well.
  const isSaid = inText !== undefined && isSameSchedule(inText.parts, parts)
  return {
    hasTerms: true,
    discounts: discounts.length === 0 ? (inText?.discounts ?? []) : discounts,
    parts: isSaid || parts.length === 0 ? (inText?.parts ?? []) : parts,
    retention: inText?.retention,
    otherTerms: inText === undefined ? paymentTerms : inText.otherTerms,
  }
}

/** The parts without the last, if that is the retention. */
function withoutRetention(parts: readonly PaymentPart[], retention: Retention | undefined): readonly PaymentPart[] {
  const last = parts.at(-1)
  if (last === undefined || retention === undefined) return parts
  return last.dueDate === retention.until && last.amount.equals(retention.amount) ? parts.slice(0, -1) : parts
}

/** The terms of a schedule: several with an amount, each of them with a day; none, otherwise. */
function scheduled(terms: readonly XmlElement[]): readonly XmlElement[] {
  const partial = terms.filter((each) => each.child('ram:PartialPaymentAmount') !== undefined)
  const isSchedule = partial.length > 1 && partial.every((each) => isPositive(each) && hasDay(each))
  return isSchedule ? partial : []
}

function isPositive(terms: XmlElement): boolean {
  const text = trimmed(terms.child('ram:PartialPaymentAmount')?.text ?? '')
  return /^\+?\d{1,20}(?:\.\d{1,20})?$/.test(text) && /[1-9]/.test(text)
}

function hasDay(terms: XmlElement): boolean {
  const day = terms.child('ram:DueDateDateTime')?.child('udt:DateTimeString')
  const [, y = '', m = '', d = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(trimmed(day?.text ?? '')) ?? []
  return day?.attribute('format') === '102' && isDate(`${y}-${m}-${d}`)
}

/** Several terms, each with a day and an amount. */
function readParts(reading: Reading, terms: readonly XmlElement[]): readonly PaymentPart[] {
  return scheduled(terms).flatMap((each) => {
    const dueDate = reading.compactDate(each, 'ram:DueDateDateTime')
    const amount = reading.decimal(each, 'ram:PartialPaymentAmount')
    return dueDate === undefined || amount === undefined ? [] : [reading.origin(each, { dueDate, amount })]
  })
}

function isSameSchedule(one: readonly PaymentPart[], other: readonly PaymentPart[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ dueDate, amount }, index) => {
      const same = other[index]
      return same !== undefined && same.dueDate === dueDate && same.amount.equals(amount)
    })
  )
}

/**
 * BT-9: of a schedule the last day, which a retention is not in. Further days without amounts stay
 * unread.
 */
export function readCiiDueDate(
  reading: Reading,
  terms: readonly XmlElement[],
  retention: Retention | undefined,
): string | undefined {
  const parts = readParts(reading, terms)
  if (parts.length > 0)
    return withoutRetention(parts, retention)
      .map(({ dueDate }) => dueDate)
      .sort()
      .at(-1)
  const first = terms.find((each) => each.child('ram:DueDateDateTime') !== undefined)
  return first && reading.compactDate(first, 'ram:DueDateDateTime')
}

/** What is not understood stays unread. @param terms in which the discount is, with a last day */
function readDiscount(
  reading: Reading,
  element: XmlElement,
  terms: XmlElement,
  { issueDate, totals }: Due,
): CashDiscount | undefined {
  const period = element.child('ram:BasisPeriodMeasure')
  const isInDays = period?.attribute('unitCode') === 'DAY' && /^\d{1,3}$/.test(trimmed(period.text))
  const isUntilDue = period === undefined && hasDay(terms)
  const isKnown = isInDays || isUntilDue
  if (!isKnown || element.child('ram:CalculationPercent') === undefined) return undefined
  reading.take(element)
  const percentage = reading.decimal(element, 'ram:CalculationPercent')
  if (percentage === undefined) return undefined
  if (period !== undefined) {
    reading.take(period)
    reading.attribute(period, 'unitCode')
  }
  // A last day needs no first one.
  const from = (isUntilDue ? undefined : reading.compactDate(element, 'ram:BasisDateTime')) ?? issueDate
  const dueDate = isUntilDue ? reading.compactDate(terms, 'ram:DueDateDateTime') : undefined
  const days = isInDays ? Number(period.text) : undefined
  const base = reading.decimal(element, 'ram:BasisAmount')
  const isWhole = base === undefined || (totals.due !== undefined && base.equals(totals.due))
  const discount: CashDiscount = {
    ...(days !== undefined && from === issueDate && { days }),
    until: days === undefined ? (dueDate ?? issueDate) : daysAfter(from, days),
    percentage,
    ...(!isWhole && { baseAmount: base }),
  }
  const amount = element.child('ram:ActualDiscountAmount')
  if (amount !== undefined && reading.decimalOf(amount)?.equals(discountAmount(discount, totals.due)) === true)
    reading.take(amount)
  return reading.origin(isUntilDue ? terms : element, discount)
}

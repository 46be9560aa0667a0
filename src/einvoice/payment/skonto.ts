import { daysBetween } from '../../domain/calendar.js'
import { trimmed } from '../xml/white-space.js'
import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import { readDiscountWords, readPartWords, readRetentionWords } from './payment-words.js'
import {
  type CashDiscount,
  lastDayOf,
  type PaymentPart,
  type PaymentPlan,
  type Retention,
} from '../model/payment-plan.js'

/** The form of a cash discount in BT-20 of XRechnung, on a line of its own (BR-DE-18). */
const LINE = /^#SKONTO#TAGE=(\d{1,3})#PROZENT=(\d{1,3}\.\d{2})(?:#BASISBETRAG=(\d{1,12}\.\d{2}))?#$/

/** More are left in the text. */
const MOST_DISCOUNTS = 10
const MOST_PARTS = 50

/** `#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#` */
export function skontoLine({ days, until, percentage, baseAmount }: CashDiscount, issueDate: string): string {
  const base = baseAmount === undefined ? '' : `#BASISBETRAG=${baseAmount.toFixed(2)}`
  return `#SKONTO#TAGE=${days ?? daysBetween(issueDate, until)}#PROZENT=${percentage.toFixed(2)}${base}#`
}

/** What a reader needs of an invoice. */
type Payable = Pick<Invoice, 'paymentPlan' | 'paymentTerms' | 'issueDate' | 'totals' | 'currency'>

/**
 * The plan of an invoice: its own, or else that of the lines in BT-20 that this service would
 * write. undefined: there is none.
 * @param readsSkonto whether lines of XRechnung are read as well
 */
export function paymentPlanIn(invoice: Payable, readsSkonto = true): PaymentPlan | undefined {
  const { paymentPlan, paymentTerms = '', issueDate } = invoice
  if (paymentPlan !== undefined) return paymentPlan
  if (!/#SKONTO#|%|\d [A-Z]{3}/.test(paymentTerms)) return undefined
  const [discounts, others]: [CashDiscount[], string[]] = [[], []]
  let retention: Retention | undefined
  for (const line of paymentTerms.split('\n')) {
    const retained = retention === undefined ? readRetentionWords(trimmed(line), invoice) : undefined
    if (retained !== undefined) {
      retention = retained
      continue
    }
    const read = (readsSkonto ? readLine(line, issueDate) : undefined) ?? readDiscountWords(trimmed(line), invoice)
    if (read === undefined) others.push(line)
    else discounts.push(read)
  }
  // A discount of 0 % is none: the lines stay text, in their order.
  if (readsSkonto && others.some((line) => LINE.test(trimmed(line)))) return undefined
  const { parts, rest } = partsAtEnd(others, invoice.currency)
  const isNone = discounts.length === 0 && parts.length === 0 && retention === undefined
  if (isNone || discounts.length > MOST_DISCOUNTS || parts.length > MOST_PARTS) return undefined
  const otherTerms = withoutLineEnd(rest.join('\n'))
  return { discounts, parts, retention, otherTerms: otherTerms === '' ? undefined : otherTerms }
}

/** The parts of the payment in the last lines; between other lines they are text. */
function partsAtEnd(
  lines: readonly string[],
  currency: string,
): { readonly parts: readonly PaymentPart[]; readonly rest: readonly string[] } {
  const parts: PaymentPart[] = []
  const rest: string[] = []
  for (const line of lines) {
    const part = readPartWords(trimmed(line), parts.length, currency)
    if (part !== undefined) parts.push(part)
    else if (parts.length > 0 && trimmed(line) !== '') return { parts: [], rest: lines }
    else rest.push(line)
  }
  return { parts, rest }
}

/** Without the line breaks at its end. */
export function withoutLineEnd(text: string): string {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1
  return text.slice(0, end)
}

function readLine(line: string, issueDate: string): CashDiscount | undefined {
  const [, days, percent, base] = LINE.exec(trimmed(line)) ?? []
  if (days === undefined || percent === undefined) return undefined
  const percentage = Decimal.of(percent)
  const baseAmount = base === undefined ? undefined : Decimal.of(base)
  if (percentage.isZero() || percentage.compare(Decimal.of(100)) > 0 || baseAmount?.isZero() === true) return undefined
  return { days: Number(days), until: lastDayOf(issueDate, Number(days)), percentage, baseAmount }
}

/** Whether two texts of BT-20 differ only in the order of their lines. */
export function haveSameLines(one: string, other: string): boolean {
  const sorted = (text: string): string =>
    text
      .split(/\r?\n/)
      .map(trimmed)
      .filter((line) => line !== '')
      .sort()
      .join('\n')
  return sorted(one) === sorted(other)
}

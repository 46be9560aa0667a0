import { daysBetween } from '../../domain/calendar.js'
import { type CountryCode, type InvoiceRequest, lastDueDate } from '../../domain/request/invoice-request.js'
import type { RequestCashDiscount, RequestPaymentPart } from '../../domain/request/payment.js'
import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import type { Judgement } from './judgement.js'
import { RequestFindings } from './request-findings.js'

/** A rule on terms of payment of the JSON, which the document has in words or figures. */
interface PlanRule {
  readonly id: string
  readonly severity: 'fatal' | 'warning'
  readonly terms: readonly ['BT-20', 'BT-9' | 'BT-115']
  /** `{}` stands for what was found. */
  readonly message: string
  readonly fix: string
  /** The country whose format or law demands it; absent: every country. */
  readonly country?: CountryCode
}

const DISCOUNT = {
  id: 'CW-CASH-DISCOUNT',
  severity: 'fatal',
  terms: ['BT-20', 'BT-9'],
  message: 'A cash discount does not say until when the customer pays: {}',
  fix: 'Give each discount (cashDiscounts) either days, counted from the issue date, or until, a day that is not before the issue date',
} as const satisfies PlanRule

const DISCOUNT_BASE = {
  id: 'CW-CASH-DISCOUNT-BASE',
  severity: 'fatal',
  terms: ['BT-20', 'BT-115'],
  message: 'A cash discount is of an amount that is not a part of the amount due: {}',
  fix: 'Leave the base amount (cashDiscounts[].baseAmount) out if the discount is of the whole amount due, or send the part of it, with at most two decimals',
} as const satisfies PlanRule

const DISCOUNT_LATE = {
  id: 'CW-CASH-DISCOUNT-LATE',
  severity: 'warning',
  terms: ['BT-20', 'BT-9'],
  message: 'A cash discount ends after the day on which payment is due: {}',
  fix: 'Check the days (cashDiscounts[].days, until) and the due date (dueDate)',
} as const satisfies PlanRule

const GERMAN_DISCOUNT = {
  id: 'CW-DE-CASH-DISCOUNT',
  severity: 'fatal',
  terms: ['BT-20', 'BT-9'],
  message: 'The form of cash discounts in German invoices has two decimals: {}',
  fix: 'Round the percentage (cashDiscounts[].percentage) to two decimals',
  country: 'DE',
} as const satisfies PlanRule

const ITALIAN_DISCOUNT = {
  id: 'CW-IT-CASH-DISCOUNT',
  severity: 'fatal',
  terms: ['BT-20', 'BT-9'],
  message: 'FatturaPA has room for one cash discount (ScontoPagamentoAnticipato): {}',
  fix: 'Send one discount (cashDiscounts), and write further ones into the payment terms (paymentMeans.paymentTerms)',
  country: 'IT',
} as const satisfies PlanRule

const SCHEDULE = {
  id: 'CW-PAYMENT-SCHEDULE',
  severity: 'fatal',
  terms: ['BT-20', 'BT-115'],
  message: 'The parts of the payment do not come to the amount due: {}',
  fix: 'Give each part (paymentSchedule) either amount or percentage, so that the amounts come to the amount due without a retention (retention), or the percentages to 100; amounts have at most two decimals',
} as const satisfies PlanRule

const SCHEDULE_DATE = {
  id: 'CW-PAYMENT-SCHEDULE-DATE',
  severity: 'fatal',
  terms: ['BT-20', 'BT-9'],
  message: 'The days of the parts of the payment do not agree with the invoice: {}',
  fix: 'Leave the due date (dueDate) out, which is the last day of the parts (paymentSchedule[].dueDate), and give each part a day that is not before the issue date',
} as const satisfies PlanRule

const RETENTION = {
  id: 'CW-RETENTION',
  severity: 'fatal',
  terms: ['BT-20', 'BT-115'],
  message: 'The retention is not a part of the amount due: {}',
  fix: 'Give the retention (retention) either percentage or amount, less than the amount due and with at most two decimals',
} as const satisfies PlanRule

const RETENTION_DATE = {
  id: 'CW-RETENTION-DATE',
  severity: 'fatal',
  terms: ['BT-20', 'BT-9'],
  message: 'The retention ends before the rest is due: {}',
  fix: 'Send the day on which the retained amount is due at the latest (retention.until), which is not before the issue date and the due date, or leave it out',
} as const satisfies PlanRule

const RETENTION_DISCOUNT = {
  id: 'CW-RETENTION-DISCOUNT',
  severity: 'warning',
  terms: ['BT-20', 'BT-115'],
  message: 'A cash discount is also of the retained amount, which the customer pays later: {}',
  fix: 'Send the amount due less the retention as base of the discount (cashDiscounts[].baseAmount), unless the discount is of the whole',
} as const satisfies PlanRule

/** The rules on terms of payment, for every country and for single ones. */
export const PAYMENT_PLAN_RULES: readonly PlanRule[] = [
  DISCOUNT,
  DISCOUNT_BASE,
  DISCOUNT_LATE,
  SCHEDULE,
  SCHEDULE_DATE,
  RETENTION,
  RETENTION_DATE,
  RETENTION_DISCOUNT,
  GERMAN_DISCOUNT,
  ITALIAN_DISCOUNT,
]

type Report = (rule: PlanRule, path: string, message: string) => void

/** Judges the terms of payment that have fields of their own. Pure. */
export function judgePaymentPlan(request: InvoiceRequest, invoice: Invoice): Judgement {
  const found = new RequestFindings()
  const report: Report = (rule, path, message) => {
    found.report(rule, rule.terms[0], path, message)
  }
  request.cashDiscounts?.forEach((discount, index) => {
    judgeDiscount(discount, index, request.country, invoice, report)
  })
  judgeSchedule(request, invoice, report)
  judgeRetention(request, invoice, report)
  return found.judgement(
    PAYMENT_PLAN_RULES.filter(({ country = request.country }) => country === request.country).length,
  )
}

function judgeDiscount(
  { days, until, percentage, baseAmount }: RequestCashDiscount,
  index: number,
  country: CountryCode,
  { issueDate, paymentDueDate, totals, paymentPlan, paymentTerms, specification }: Invoice,
  report: Report,
): void {
  const path = `cashDiscounts[${index}]`
  if (days === undefined && until === undefined) report(DISCOUNT, path, `\`${path}\` has neither days nor until`)
  else if (days !== undefined && until !== undefined) report(DISCOUNT, path, `\`${path}\` has both days and until`)
  else if (until !== undefined && daysBetween(issueDate, until) < 0)
    report(DISCOUNT, `${path}.until`, `\`${path}.until\` is ${until}, before the issue date ${issueDate}`)
  const { due = Decimal.zero } = totals
  const base = baseAmount === undefined ? due : Decimal.of(baseAmount)
  const at = baseAmount === undefined ? path : `${path}.baseAmount`
  if (!due.isPositive()) report(DISCOUNT_BASE, at, `Nothing is due: the amount due is ${due.toAtLeast(2)}`)
  else if (base.compare(due) > 0)
    report(DISCOUNT_BASE, at, `\`${at}\` is ${base.toAtLeast(2)}, but the amount due is ${due.toAtLeast(2)}`)
  else if (base.decimals() > 2)
    report(DISCOUNT_BASE, at, `\`${at}\` is ${base.toString()}, which is no amount in cents`)
  const last = paymentPlan?.discounts[index]?.until
  if (last !== undefined && paymentDueDate !== undefined && last > paymentDueDate)
    report(DISCOUNT_LATE, path, `\`${path}\` ends on ${last}, but payment is due on ${paymentDueDate}`)
  // The profile EXTENDED has figures of its own.
  const isInForm = paymentTerms?.includes('#SKONTO#') === true
  if (country === 'DE' && isInForm && Decimal.of(percentage).decimals() > 2)
    report(
      GERMAN_DISCOUNT,
      `${path}.percentage`,
      `\`${path}.percentage\` is ${percentage}, but ${formatOf(specification)} has two decimals`,
    )
  if (country === 'IT' && index > 0)
    report(ITALIAN_DISCOUNT, path, `\`${path}\` is a further cash discount, but FatturaPA has room for one`)
}

function formatOf(specification: string): string {
  return specification.includes('xrechnung') ? 'XRechnung' : 'ZUGFeRD (profile en16931)'
}

function judgeSchedule(
  { paymentSchedule: schedule = [] }: InvoiceRequest,
  { issueDate, paymentDueDate, totals, paymentPlan }: Invoice,
  report: Report,
): void {
  if (schedule.length === 0) return
  const isWhole = schedule.map(({ amount, percentage, dueDate }, index) => {
    const path = `paymentSchedule[${index}]`
    if (daysBetween(issueDate, dueDate) < 0)
      report(SCHEDULE_DATE, `${path}.dueDate`, `\`${path}.dueDate\` is ${dueDate}, before the issue date ${issueDate}`)
    if ((amount === undefined) === (percentage === undefined)) {
      report(
        SCHEDULE,
        path,
        `\`${path}\` has ${amount === undefined ? 'neither' : 'both'} amount ${amount === undefined ? 'nor' : 'and'} percentage`,
      )
      return false
    }
    if (amount === undefined || Decimal.of(amount).decimals() <= 2) return true
    report(
      SCHEDULE,
      `${path}.amount`,
      `\`${path}.amount\` is ${Decimal.of(amount).toString()}, which is no amount in cents`,
    )
    return false
  })
  const last = lastDueDate(schedule)
  if (last !== undefined && paymentDueDate !== undefined && paymentDueDate !== last)
    report(
      SCHEDULE_DATE,
      'dueDate',
      `\`dueDate\` is ${paymentDueDate}, but the last part of the payment is due on ${last}`,
    )
  if (!isWhole.every(Boolean)) return
  const { due = Decimal.zero } = totals
  const retained = paymentPlan?.retention?.amount
  const whole = due.minus(retained ?? Decimal.zero)
  const sum = Decimal.sum((paymentPlan?.parts ?? []).map(({ amount }) => amount))
  if (!due.isPositive()) report(SCHEDULE, 'paymentSchedule', `Nothing is due: the amount due is ${due.toAtLeast(2)}`)
  else if (!sum.equals(whole) || !isHundred(schedule))
    report(
      SCHEDULE,
      'paymentSchedule',
      `The parts of the payment come to ${sum.toAtLeast(2)}, but the amount due ${retained === undefined ? '' : 'without the retention '}is ${whole.toAtLeast(2)}`,
    )
}

function judgeRetention(
  { retention, cashDiscounts = [] }: InvoiceRequest,
  { issueDate, paymentDueDate, totals, paymentPlan }: Invoice,
  report: Report,
): void {
  if (retention === undefined) return
  const { amount, percentage, until } = retention
  const { due = Decimal.zero } = totals
  const kept = paymentPlan?.retention?.amount ?? Decimal.zero
  const path = `retention.${amount === undefined ? 'percentage' : 'amount'}`
  if (amount === undefined && percentage === undefined)
    report(RETENTION, 'retention', '`retention` has neither amount nor percentage')
  else if (amount !== undefined && percentage !== undefined)
    report(RETENTION, 'retention', '`retention` has both amount and percentage')
  else if (kept.decimals() > 2)
    report(RETENTION, path, `\`${path}\` is ${kept.toString()}, which is no amount in cents`)
  else if (!kept.isPositive() || kept.compare(due) >= 0)
    report(RETENTION, path, `The retention is ${kept.toAtLeast(2)}, and the amount due is ${due.toAtLeast(2)}`)
  else judgeRetainedDiscounts(cashDiscounts, due, kept, report)
  const earliest = paymentDueDate ?? issueDate
  if (until !== undefined && (daysBetween(issueDate, until) < 0 || daysBetween(earliest, until) < 0))
    report(RETENTION_DATE, 'retention.until', `\`retention.until\` is ${until}, before ${earliest}`)
}

function judgeRetainedDiscounts(
  discounts: readonly RequestCashDiscount[],
  due: Decimal,
  kept: Decimal,
  report: Report,
): void {
  const rest = due.minus(kept)
  discounts.forEach(({ baseAmount }, index) => {
    const base = baseAmount === undefined ? due : Decimal.of(baseAmount)
    if (base.compare(rest) > 0)
      report(
        RETENTION_DISCOUNT,
        `cashDiscounts[${index}]`,
        `\`cashDiscounts[${index}]\` is of ${base.toAtLeast(2)}, but ${rest.toAtLeast(2)} is to be paid before the retention`,
      )
  })
}

/** Whether percentages without amounts come to 100: rounding may hide a difference. */
function isHundred(schedule: readonly RequestPaymentPart[]): boolean {
  if (schedule.some(({ percentage }) => percentage === undefined)) return true
  return Decimal.sum(schedule.map(({ percentage = 0 }) => Decimal.of(percentage))).equals(Decimal.of(100))
}

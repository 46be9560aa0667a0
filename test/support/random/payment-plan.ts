import fc from 'fast-check'
import { countryOf } from '../../../src/countries/registry.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import type { RequestCashDiscount, RequestPaymentPart, RequestRetention } from '../../../src/domain/request/payment.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { RandomInvoice } from './invoice.js'

const percentage = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100)

/** A discount, of the whole amount due or of a share of it. */
const discount = fc.record({
  term: fc.oneof(
    fc.record({ days: fc.integer({ min: 0, max: 999 }) }),
    fc.record({ until: fc.constantFrom('2026-11-21', '2026-12-05', '2027-02-28') }),
  ),
  percentage,
  share: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
})

/** How the whole is shared, in percent: each share is at least one. */
const shares = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 0, maxLength: 3 })
const schedule = fc.record({
  shares,
  inAmounts: fc.boolean(),
  isMixed: fc.boolean(),
  note: fc.constantFrom(undefined, undefined, 'on delivery', 'a – b'),
  days: fc.constantFrom(['2026-11-21', '2026-12-05'], ['2026-12-31', '2027-02-28'], ['2027-01-01', '2027-01-01']),
})

const retention = fc.record({
  size: fc.oneof(
    fc.record({ percentage: fc.integer({ min: 1, max: 80 }).map((eighths) => eighths / 8) }),
    fc.record({ amount: fc.integer({ min: 100, max: 5_000 }).map((cents) => cents / 100) }),
  ),
  until: fc.constantFrom(undefined, '2030-02-28'),
  reason: fc.constantFrom('warranty', 'a – b: c (5 %)'),
})

/**
 * The same invoices, a part of them with cash discounts, a retention or payment in parts, where
 * something is due. Italy's format has room for one discount, and for no note on a part.
 */
export function withPaymentPlans(random: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  const planned = fc.tuple(
    withCashDiscounts(random),
    fc.option(schedule, { freq: 1 }),
    fc.option(retention, { freq: 1 }),
  )
  return planned.map(([{ invoice: whole, attachments }, agreed, kept]) => {
    const due = dueOf(whole)
    const all = Number(due.times(Decimal.of(100)).round(0).toString())
    if (all < 20_000 || all > 1e13) return { invoice: whole, attachments }
    const invoice = kept === null ? whole : { ...whole, retention: retentionOf(kept) }
    const model = countryOf(invoice.country).invoicing?.model(invoice)
    const retained = model?.paymentPlan?.retention?.amount ?? Decimal.zero
    if (agreed === null) return { invoice, attachments }
    const cents = Number(due.minus(retained).times(Decimal.of(100)).round(0).toString())
    const base = { ...invoice, ...(invoice.paymentMeans && { paymentMeans: { ...invoice.paymentMeans } }) }
    Reflect.deleteProperty(base, 'dueDate')
    if (base.paymentMeans !== undefined) Reflect.deleteProperty(base.paymentMeans, 'dueDate')
    return { invoice: { ...base, paymentSchedule: partsOf(agreed, cents, invoice.country) }, attachments }
  })
}

type Kept = typeof retention extends fc.Arbitrary<infer Value> ? Value : never

function retentionOf({ size, until, reason }: Kept): RequestRetention {
  return { ...size, ...(until !== undefined && { until }), reason }
}

type Agreed = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never

function partsOf({ shares: given, inAmounts, isMixed, note, days }: Agreed, cents: number, country: string) {
  const percentages = [...given, 100 - given.reduce((sum, each) => sum + each, 0)]
  let left = cents
  return percentages.map((percent, index): RequestPaymentPart => {
    const isLast = index === percentages.length - 1
    const amount = isLast ? left : Math.floor((cents * percent) / 100)
    left -= amount
    const isAmount = inAmounts && !(isMixed && isLast)
    return {
      dueDate: days[isLast ? 1 : 0] ?? '',
      ...(isAmount ? { amount: amount / 100 } : { percentage: percent }),
      ...(note !== undefined && country !== 'IT' && { note }),
    }
  })
}

/** The same invoices, a part of them with cash discounts. */
function withCashDiscounts(random: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  const discounts = fc.oneof(fc.constant([]), fc.constant([]), fc.array(discount, { minLength: 1, maxLength: 3 }))
  return fc.tuple(random, discounts).map(([{ invoice, attachments }, all]) => {
    const due = dueOf(invoice)
    const cents = Number(due.times(Decimal.of(100)).round(0).toString())
    if (all.length === 0 || cents <= 0) return { invoice, attachments }
    const cashDiscounts = all
      .slice(0, invoice.country === 'IT' ? 1 : all.length)
      .map(({ term, percentage: percent, share }): RequestCashDiscount => {
        const base = share === undefined ? 0 : Math.floor((cents * share) / 100) / 100
        return { ...term, percentage: percent, ...(base > 0 && base < 1e12 && { baseAmount: base }) }
      })
    return { invoice: { ...invoice, cashDiscounts }, attachments }
  })
}

/** What is to be paid (BT-115). */
function dueOf(invoice: InvoiceRequest): Decimal {
  return countryOf(invoice.country).invoicing?.model(invoice).totals.due ?? Decimal.zero
}

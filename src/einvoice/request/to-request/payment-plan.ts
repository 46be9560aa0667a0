import { defined } from '../../../domain/defined.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { RequestCashDiscount, RequestPaymentPart, RequestRetention } from '../../../domain/request/payment.js'
import type { Invoice } from '../../model/invoice-model.js'
import type { CashDiscount, PaymentPart, Retention } from '../../model/payment-plan.js'
import { paymentPlanIn } from '../../payment/skonto.js'
import type { Profile } from '../../rules/profile.js'
import { filled, type Unsaid } from './basics.js'

/** The specification of a German document, which may become JSON for another country. */
const GERMAN = /xrechnung|xeinkauf/

/**
 * Cash discounts, parts of the payment and a retention as fields, and BT-20 without them. Lines in
 * the form of XRechnung are read from German documents, since others would not have them again.
 */
export function paymentPlanToRequest(
  invoice: Invoice,
  { writesSkonto }: Profile,
  unsaid: Unsaid,
): Pick<InvoiceRequest, 'cashDiscounts' | 'paymentSchedule' | 'retention'> & {
  readonly otherTerms: string | undefined
} {
  const plan = paymentPlanIn(invoice, writesSkonto === true || GERMAN.test(invoice.specification))
  if (plan === undefined) return { otherTerms: invoice.paymentTerms }
  const cashDiscounts = filled(plan.discounts.map((each) => discountToRequest(each, unsaid)))
  const paymentSchedule = filled(plan.parts.map((each) => partToRequest(each, unsaid)))
  const retention = plan.retention && retentionToRequest(plan.retention, unsaid)
  return { ...defined({ cashDiscounts, paymentSchedule, retention }), otherTerms: plan.otherTerms }
}

function discountToRequest(discount: CashDiscount, unsaid: Unsaid): RequestCashDiscount {
  const { days, until, percentage, baseAmount } = discount
  return {
    ...(days === undefined ? { until } : { days }),
    percentage: unsaid.number(percentage, discount),
    ...(baseAmount !== undefined && { baseAmount: unsaid.number(baseAmount, discount) }),
  }
}

function partToRequest(part: PaymentPart, unsaid: Unsaid): RequestPaymentPart {
  const { dueDate, amount, note } = part
  return { dueDate, amount: unsaid.number(amount, part), ...(note !== undefined && { note }) }
}

function retentionToRequest(retention: Retention, unsaid: Unsaid): RequestRetention {
  const { amount, percentage, until, reason } = retention
  return {
    ...(percentage === undefined
      ? { amount: unsaid.number(amount, retention) }
      : { percentage: unsaid.number(percentage, retention) }),
    ...(until !== undefined && { until }),
    reason,
  }
}

import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import type { RequestCashDiscount, RequestRetention } from '../../../domain/request/payment.js'
import { Decimal } from '../../model/decimal.js'
import type { Invoice } from '../../model/invoice-model.js'
import { type CashDiscount, lastDayOf, partsOf, type Retention, retainedAmount } from '../../model/payment-plan.js'
import { discountInWords, partInWords, retentionInWords } from '../../payment/payment-words.js'
import { skontoLine, withoutLineEnd } from '../../payment/skonto.js'
import type { Profile } from '../../rules/profile.js'
import { given } from '../given.js'

type Planned = Pick<InvoiceRequest, 'paymentMeans' | 'cashDiscounts' | 'paymentSchedule' | 'retention'>

/**
 * The model with BT-20, and the plan that it repeats: the caller's own text, then one line for
 * each cash discount, each part of the payment and the retention, in the form or the language of
 * the country.
 */
export function withPaymentTerms(
  model: Invoice,
  { paymentMeans, cashDiscounts = [], paymentSchedule = [], retention: agreed }: Planned,
  { defaultPaymentTerms, language, writesSkonto }: Profile,
): Invoice {
  const text = given(paymentMeans?.paymentTerms)
  const discounts = cashDiscounts.map((each) => discountOf(each, model.issueDate))
  const { due = Decimal.zero } = model.totals
  const retention = agreed && retentionOf(agreed, due)
  const parts = partsOf(paymentSchedule, retention === undefined ? due : due.minus(retention.amount))
  const discountLines = discounts.map((each) =>
    writesSkonto === true ? skontoLine(each, model.issueDate) : discountInWords(each, model, language),
  )
  const partLines = parts.map((each, index) => partInWords(each, index, model.currency, language))
  const retained = retention === undefined ? [] : [retentionInWords(retention, model.currency, language)]
  const lines = [...discountLines, ...partLines, ...retained]
  if (lines.length === 0) {
    const standing = model.paymentDueDate === undefined ? (defaultPaymentTerms ?? undefined) : undefined
    return { ...model, paymentTerms: text ?? standing }
  }
  const otherTerms = text === undefined ? undefined : withoutLineEnd(text)
  return {
    ...model,
    paymentTerms: [...(otherTerms === undefined ? [] : [otherTerms]), ...lines].join('\n'),
    paymentPlan: { discounts, parts, retention, otherTerms },
  }
}

/** One with neither amount nor percentage, or both, is reported by a rule. */
function retentionOf({ amount, percentage, until, reason }: RequestRetention, due: Decimal): Retention {
  const agreed = percentage === undefined ? undefined : Decimal.of(percentage)
  const whole = agreed === undefined ? Decimal.of(amount ?? 0) : retainedAmount(agreed, due)
  return { amount: whole, percentage: agreed, until: given(until), reason }
}

/** One without days or last day has none; a rule reports it. */
function discountOf({ days, until, percentage, baseAmount }: RequestCashDiscount, issueDate: string): CashDiscount {
  return {
    days: until === undefined ? (days ?? 0) : undefined,
    until: until ?? lastDayOf(issueDate, days ?? 0),
    percentage: Decimal.of(percentage),
    baseAmount: baseAmount === undefined ? undefined : Decimal.of(baseAmount),
  }
}

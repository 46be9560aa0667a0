import type { RequestCashDiscount } from '../../../domain/request/payment.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { discountAmount, inProportion } from '../../../einvoice/model/payment-plan.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import type { FatturaModel } from '../model.js'
import { dayIn, numberIn } from './values.js'

/** A payment of the document. */
export interface Payment {
  readonly dueDate: string | undefined
  readonly amount: Decimal
}

/** A discount of one payment. */
interface EarlyPayment {
  readonly amount: Decimal
  readonly until: string
}

/**
 * The first cash discount in EUR, shared by the payments as their amounts are; undefined: there is
 * none.
 */
export function earlyPayment(
  { invoice, payable }: FatturaModel,
  payments: readonly Payment[],
): readonly EarlyPayment[] | undefined {
  const [discount] = invoice.paymentPlan?.discounts ?? []
  if (discount === undefined) return undefined
  const { due = Decimal.zero } = invoice.totals
  // A base in another currency is the same part of the amount in EUR.
  const base = discount.baseAmount
  const inEuros = base === undefined || due.isZero() ? base : base.times(payable).dividedBy(due)
  const whole = discountAmount({ ...discount, baseAmount: inEuros }, payable)
  const shares = inProportion(
    payments.map(({ amount }) => amount),
    payable,
    whole,
  )
  return shares.map((share) => ({ amount: share, until: discount.until }))
}

/** ScontoPagamentoAnticipato and its last day. */
export function putEarlyPayment(sink: DocumentSink, discount: EarlyPayment | undefined): void {
  if (discount === undefined || discount.amount.isZero()) return
  sink.number('ScontoPagamentoAnticipato', discount.amount, 2)
  sink.text('DataLimitePagamentoAnticipato', discount.until)
}

/** Decimals of a percentage that is computed from an amount. */
const MOST_DECIMALS = 10

/**
 * The discount of the payments together, as the shortest percentage; undefined: there is none, or
 * the payments have different ones, which stay unread.
 */
export function readEarlyPayment(payments: readonly XmlElement[]): RequestCashDiscount | undefined {
  const amountsOf = (name: string): readonly Decimal[] =>
    payments.map((payment) => Decimal.of(numberIn(payment, name) ?? 0))
  const [amounts, wholes] = [amountsOf('ScontoPagamentoAnticipato'), amountsOf('ImportoPagamento')]
  const [amount, whole] = [Decimal.sum(amounts), Decimal.sum(wholes)]
  // A share of no cents is not written.
  const days = payments.flatMap((payment, index) =>
    amounts[index]?.isZero() === true ? [] : [dayIn(payment, 'DataLimitePagamentoAnticipato')],
  )
  const [until] = days
  if (until === undefined || days.some((day) => day !== until)) return undefined
  if (!amount.isPositive() || amount.compare(whole) > 0) return undefined
  const shares = inProportion(wholes, whole, amount)
  if (amounts.some((each, index) => shares[index]?.equals(each) !== true)) return undefined
  const exact = amount.times(Decimal.of(100)).dividedBy(whole)
  for (let places = 0; places <= MOST_DECIMALS; places += 1) {
    const percentage = exact.round(places)
    if (discountAmount({ until, percentage }, whole).equals(amount))
      return { until, percentage: Number(percentage.toString()) }
  }
  return undefined
}

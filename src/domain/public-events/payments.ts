import { isoTime } from '../iso-time.js'
import { type PaymentReport, type PaymentReportEvent, reportsAfter } from '../payment-report.js'

/** A payment of the invoice, with the status of its report. */
export interface PaymentView extends PaymentReport {
  readonly reportId: string | null
  readonly errorMessage: string | null
  /** ISO 8601 in UTC. */
  readonly requestedAt: string
}

/** The payments of an invoice after an event that happened then (ISO 8601). */
export function paymentsAfter(
  before: readonly PaymentView[],
  event: PaymentReportEvent,
  occurredAt: string,
): readonly PaymentView[] {
  const known = new Map(before.map((payment) => [payment.paymentId, payment]))
  return reportsAfter(before, event).map((report) => {
    const row = known.get(report.paymentId) ?? { reportId: null, errorMessage: null, requestedAt: occurredAt }
    const isMeant = event.data.paymentId === report.paymentId
    return {
      ...row,
      ...report,
      ...(isMeant && event.type === 'PaymentReported' && { reportId: event.data.reportId }),
      ...(isMeant && event.type === 'PaymentReportRefused' && { errorMessage: event.data.errorMessage }),
    }
  })
}

/** A payment as the API shows it. */
export function shownPayment({ paymentId, paidOn, amounts, status, reportId, errorMessage, requestedAt }: PaymentView) {
  return {
    id: paymentId,
    paidOn,
    amounts: amounts.map(({ vatRate, amount }) => ({ vatRate, amount })),
    status,
    reportId,
    errorMessage,
    requestedAt: isoTime(requestedAt),
  }
}

/** A payment as events contain it. */
export type ShownPayment = ReturnType<typeof shownPayment>

import { type PaymentReport, type PaymentReportEvent, reportsAfter } from '../domain/payment-report.js'

/** A payment of the invoice, and what has become of its report. */
export interface PaymentRow extends PaymentReport {
  readonly reportId: string | null
  readonly errorMessage: string | null
  /** ISO 8601 in UTC. */
  readonly requestedAt: string
}

/** The payments of an invoice after an event that happened then (ISO 8601). */
export function paymentsAfter(
  before: readonly PaymentRow[],
  event: PaymentReportEvent,
  occurredAt: string,
): readonly PaymentRow[] {
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

import type { InvoiceEvent, InvoiceState } from '../domain/invoice.js'
import type { PaidAmount, Payment } from '../domain/payment-report.js'
import { accept, type Decision, reject } from './handle.js'

/** Of one invoice: its stream is read as a whole by everybody who works on it. */
export const MAX_REPORTS = 50

/**
 * A payment of an accepted invoice is to be reported to its government. `amountsOf` gives its
 * amounts, by what has been reported or is about to be; it may refuse them by a throw.
 */
export function requestPaymentReport(
  payment: Pick<Payment, 'paymentId' | 'paidOn'>,
  amountsOf: (reported: readonly PaidAmount[]) => readonly PaidAmount[],
) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'unknown' | 'not_accepted' | 'too_many'> => {
    if (state.status === 'none') return reject('unknown')
    if (state.status !== 'accepted') return reject('not_accepted')
    if (state.payments.length >= MAX_REPORTS) return reject('too_many')
    const counted = state.payments.filter(({ status }) => status !== 'refused')
    const amounts = amountsOf(counted.flatMap((report) => report.amounts))
    return accept({ type: 'PaymentReportRequested', data: { ...payment, amounts } })
  }
}

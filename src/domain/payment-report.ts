import type { DocumentReference } from './document-reference.js'

/** A payment of an invoice, as it is reported to a government. */
export interface Payment {
  /** Assigned by the service, the same at each try. A UUID. */
  readonly paymentId: string
  /** `YYYY-MM-DD`. */
  readonly paidOn: string
  /** The amount with VAT for each VAT rate. */
  readonly amounts: readonly PaidAmount[]
}

/** The amount that was paid of an invoice at one VAT rate. */
export interface PaidAmount {
  /** In percent, a decimal string: `20`, `5.5`. */
  readonly vatRate: string
  /** With VAT, a decimal string with two decimals, in the invoice's currency. */
  readonly amount: string
}

/**
 * The seller states that an accepted invoice was paid; this is to be reported to its government.
 */
export interface PaymentReportRequested {
  readonly type: 'PaymentReportRequested'
  readonly data: Payment
}

/**
 * The government has the report. `reportId` is the government's number for it, `document` what was
 * sent.
 */
export interface PaymentReported {
  readonly type: 'PaymentReported'
  readonly data: {
    readonly paymentId: string
    readonly reportId: string
    readonly document: DocumentReference | null
  }
}

/** The government refused the report: for it the payment has not been reported. */
export interface PaymentReportRefused {
  readonly type: 'PaymentReportRefused'
  readonly data: { readonly paymentId: string; readonly errorMessage: string }
}

/** What happens to the reports of an invoice's payments. */
export type PaymentReportEvent = PaymentReportRequested | PaymentReported | PaymentReportRefused

/** The statuses of a report. */
export const PAYMENT_REPORT_STATUSES = ['requested', 'reported', 'refused'] as const

/** A payment with the status of its report. */
export interface PaymentReport extends Payment {
  readonly status: (typeof PAYMENT_REPORT_STATUSES)[number]
}

/** The reports after an event, oldest first. The outcome of an unknown one changes nothing. */
export function reportsAfter(reports: readonly PaymentReport[], event: PaymentReportEvent): readonly PaymentReport[] {
  if (event.type === 'PaymentReportRequested') return [...reports, { ...event.data, status: 'requested' }]
  const status = event.type === 'PaymentReported' ? 'reported' : 'refused'
  return reports.map((report) => (report.paymentId === event.data.paymentId ? { ...report, status } : report))
}

/** The next report to send to the government; undefined: there is none. */
export function nextReport(reports: readonly PaymentReport[]): PaymentReport | undefined {
  return reports.find(({ status }) => status === 'requested')
}

import type { InvoiceEvent } from '../invoice.js'

type DataOf<Type extends InvoiceEvent['type']> = Extract<InvoiceEvent, { type: Type }>['data']

type Details = {
  readonly [Type in InvoiceEvent['type']]: ((data: DataOf<Type>) => Readonly<Record<string, unknown>>) | null
}

/**
 * The keys that the interface specification names, and the three error fields after a failure;
 * null: the entry has none. Without a default: an event that is added and forgotten here is a type
 * error.
 */
const DETAILS = {
  InvoiceCreated: null,
  InvoiceValidated: ({ rulesChecked, format, edition, warnings, advances }) => ({
    rulesChecked,
    format,
    ...(edition !== undefined && { edition }),
    ...(warnings !== undefined && { warnings }),
    ...(advances !== undefined && { advances }),
  }),
  InvoiceConverted: null,
  SubmissionStarted: null,
  SubmissionDeferred: null,
  InvoiceSubmitted: ({ govEndpoint, uploadId, warnings }) => ({
    govEndpoint,
    uploadId,
    ...(warnings !== undefined && { warnings }),
  }),
  InvoiceAccepted: ({ govId, govMessage, invoicingMode, warnings }) => ({
    govId,
    govMessage,
    ...(invoicingMode !== undefined && { invoicingMode }),
    ...(warnings !== undefined && { warnings }),
  }),
  InvoiceRejected: (data) => ({ ...failure(data), ...(data.warnings !== undefined && { warnings: data.warnings }) }),
  InvoiceFailed: failure,
  InvoiceRetried: null,
  InvoiceResponded: ({ at, code, label, reason }) => ({ at, code, label, reason }),
  FinalInvoiceIssued: ({ invoiceId, number }) => ({ invoiceId, number }),
  PaymentReportRequested: ({ paymentId, paidOn, amounts }) => ({ paymentId, paidOn, amounts }),
  PaymentReported: ({ paymentId, reportId }) => ({ paymentId, reportId }),
  PaymentReportRefused: ({ paymentId, errorMessage }) => ({ paymentId, errorMessage }),
} as const satisfies Details

function failure({ errorMessage, errorTranslated, errorFix }: DataOf<'InvoiceRejected' | 'InvoiceFailed'>) {
  return { errorMessage, errorTranslated, errorFix }
}

/** The `metadata` of an entry of the timeline, beside status and time; null: none. */
export function timelineDetails({ type, data }: InvoiceEvent): Readonly<Record<string, unknown>> | null {
  // The table has each event's own function; the compiler does not see that the type picks it.
  const details = DETAILS[type] as ((data: InvoiceEvent['data']) => Readonly<Record<string, unknown>>) | null
  return details === null ? null : details(data)
}

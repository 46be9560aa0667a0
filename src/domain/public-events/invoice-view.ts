import { existing } from '../aggregate.js'
import { type Environment, scopeOfEvent, type StreamEvent } from '../event.js'
import { type InvoiceEvent, type InvoiceStatus, type OfflineIssue, statusAfter } from '../invoice.js'
import { isoTime } from '../iso-time.js'
import type { CountryCode, InvoiceType } from '../request/invoice-request.js'
import type { SHOWN_OF_FAILED_INVOICE } from './event-kinds.js'
import { paymentsAfter, type PaymentView, shownPayment } from './payments.js'

/** One invoice as the API shows it. Times are ISO 8601 in UTC. */
export type InvoiceView = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly company_id: string
  readonly country: CountryCode
  readonly status: InvoiceStatus
  readonly invoice_type: InvoiceType
  readonly number: string
  /** YYYY-MM-DD, in the country's time zone. */
  readonly issue_date: string
  readonly due_date: string | null
  readonly supplier_vat: string
  readonly customer_vat: string
  readonly customer_name: string | null
  readonly net_amount: string
  readonly vat_amount: string
  readonly gross_amount: string
  readonly currency: string
  readonly gov_id: string | null
  readonly external_id: string | null
  /** The text that `search` searches, ignoring case. */
  readonly search_text: string
  readonly error_message: string | null
  readonly error_translated: string | null
  readonly error_fix: string | null
  /** Oldest first; null: no payments are to be reported. */
  readonly payments: readonly PaymentView[] | null
  /** How it was issued before its government has it; null: the government issues it. */
  readonly offline: OfflineIssue | null
  readonly created_at: string
  readonly updated_at: string
}

/** The fields that events after the first change; all others stay as they were created. */
export const CHANGING_OF_INVOICE = [
  'status',
  'gov_id',
  'error_message',
  'error_translated',
  'error_fix',
  'payments',
  'offline',
  'updated_at',
] as const satisfies readonly (keyof InvoiceView)[]

/** What an event changes of an invoice. */
type Change = Partial<Pick<InvoiceView, (typeof CHANGING_OF_INVOICE)[number]>>

const NO_ERROR = { error_message: null, error_translated: null, error_fix: null }

type OfType<Type extends InvoiceEvent['type']> = StreamEvent<Extract<InvoiceEvent, { type: Type }>>

/** The changes by an event besides the status and the time of the last change. */
type Changes = {
  readonly [Type in InvoiceEvent['type']]: (event: OfType<Type>, before: InvoiceView) => Change
}

const nothing = (): Change => ({})

function failure({ data }: OfType<'InvoiceRejected' | 'InvoiceFailed'>): Change {
  return { error_message: data.errorMessage, error_translated: data.errorTranslated, error_fix: data.errorFix }
}

function payments(
  event: OfType<'PaymentReportRequested' | 'PaymentReported' | 'PaymentReportRefused'>,
  before: InvoiceView,
): Change {
  return { payments: paymentsAfter(before.payments ?? [], event, event.metadata.occurredAt) }
}

/** Without a default: an event that is added and forgotten here is a type error. */
const CHANGES = {
  InvoiceCreated: nothing,
  InvoiceValidated: nothing,
  InvoiceConverted: ({ data }) => ({ offline: data.offline ?? null }),
  SubmissionStarted: nothing,
  SubmissionDeferred: nothing,
  InvoiceSubmitted: nothing,
  InvoiceAccepted: ({ data }) => ({ gov_id: data.govId }),
  InvoiceRejected: failure,
  InvoiceFailed: failure,
  InvoiceRetried: () => NO_ERROR,
  InvoiceResponded: nothing,
  FinalInvoiceIssued: nothing,
  PaymentReportRequested: payments,
  PaymentReported: payments,
  PaymentReportRefused: payments,
} as const satisfies Changes

/** The invoice after an event. */
export function invoiceAfter(row: InvoiceView | null, event: StreamEvent<InvoiceEvent>): InvoiceView {
  if (event.type === 'InvoiceCreated') return created(event.data, event)
  const before = existing(row, event)
  // The table has each event's own function; the compiler does not see that the type picks it.
  const change = CHANGES[event.type] as (event: StreamEvent<InvoiceEvent>, before: InvoiceView) => Change
  return { ...before, status: statusAfter(event), updated_at: event.metadata.occurredAt, ...change(event, before) }
}

function created(data: Extract<InvoiceEvent, { type: 'InvoiceCreated' }>['data'], event: StreamEvent): InvoiceView {
  return {
    id: data.invoiceId,
    ...scopeOfEvent(event),
    company_id: data.companyId,
    country: data.country,
    status: 'created',
    invoice_type: data.invoiceType,
    number: data.number,
    issue_date: data.issueDate,
    due_date: data.dueDate,
    supplier_vat: data.supplierVat,
    customer_vat: data.customerVat,
    customer_name: data.customerName,
    net_amount: data.netAmount,
    vat_amount: data.vatAmount,
    gross_amount: data.grossAmount,
    currency: data.currency,
    gov_id: null,
    external_id: data.externalId,
    search_text: searchTextOf(data),
    ...NO_ERROR,
    payments: null,
    offline: null,
    created_at: event.metadata.occurredAt,
    updated_at: event.metadata.occurredAt,
  }
}

/**
 * An invoice as the API returns it; the `data` of an event is a part of it. Amounts are decimal
 * strings in its currency.
 */
export function shownInvoice(row: InvoiceView) {
  return {
    id: row.id,
    country: row.country,
    supplierVat: row.supplier_vat,
    customerVat: row.customer_vat,
    status: row.status,
    netAmount: row.net_amount,
    vatAmount: row.vat_amount,
    grossAmount: row.gross_amount,
    currency: row.currency,
    govId: row.gov_id,
    externalId: row.external_id,
    number: row.number,
    invoiceType: row.invoice_type,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    companyId: row.company_id,
    customerName: row.customer_name,
    errorMessage: row.error_message,
    errorTranslated: row.error_translated,
    errorFix: row.error_fix,
    ...(row.payments && { payments: row.payments.map(shownPayment) }),
    ...(row.offline && { offline: row.offline }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  } satisfies Readonly<Record<string, unknown> & Record<(typeof SHOWN_OF_FAILED_INVOICE)[number], unknown>>
}

/**
 * The text that `search` searches: VAT numbers of both parties and the external id, separated so
 * that no search text matches across two of them.
 */
export function searchTextOf(invoice: {
  readonly supplierVat: string
  readonly customerVat: string
  readonly externalId: string | null
}): string {
  return withoutCase([invoice.supplierVat, invoice.customerVat, invoice.externalId ?? ''].join(BETWEEN))
}

/** Separates two fields. No field contains it: the API refuses control characters. */
export const BETWEEN = '\u001F'

/** The one way in which case is folded, for stored and for searched text. */
export function withoutCase(text: string): string {
  return text.toLowerCase()
}

import { existing } from '../aggregate.js'
import { type Environment, scopeOfEvent, type StreamEvent } from '../event.js'
import { isoTime } from '../iso-time.js'
import { derivedId } from '../ids.js'
import {
  answersAfter,
  type GivenAnswer,
  type InvoiceReceived,
  type ReceivedEvent,
  type ReceivedFormat,
  receivedStatus,
  type ReceivedStatus,
  type ReceivedTerms,
  type ReceivingChannel,
} from '../received.js'
import type { CountryCode, InvoiceType } from '../request/invoice-request.js'
import type { SHOWN_OF_RECEIVED } from './event-kinds.js'
import { BETWEEN, withoutCase } from './invoice-view.js'

/** An answer to a received invoice, as its row holds it. Times are ISO 8601 in UTC. */
interface AnswerView extends GivenAnswer {
  readonly errorMessage: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A received invoice as the API shows it, and what lists and later ones are compared with. */
export type ReceivedView = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly company_id: string
  readonly country: CountryCode
  readonly number: string | null
  readonly invoice_type: InvoiceType | null
  readonly issue_date: string | null
  readonly due_date: string | null
  readonly supplier_name: string | null
  readonly supplier_vat: string | null
  readonly customer_vat: string | null
  readonly net_amount: string | null
  readonly vat_amount: string | null
  readonly gross_amount: string | null
  readonly currency: string | null
  readonly gov_id: string | null
  readonly channel: ReceivingChannel
  readonly format: ReceivedFormat
  readonly status: ReceivedStatus
  readonly valid: boolean
  readonly findings_total: number
  readonly duplicate_of: string | null
  readonly received_at: string
  readonly read_at: string | null
  /** Oldest first. */
  readonly answers: readonly AnswerView[]
  /** Names its supplier; null: unknown. See `supplierKeyOf`. */
  readonly supplier_key: string | null
  /** The same for documents of one supplier with one number in a year; null: not comparable. */
  readonly duplicate_key: string | null
  readonly accounts: readonly string[]
  readonly sha256: string
  /** The text that `search` searches, ignoring case. */
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
}

/** The received invoice after an event. */
export function receivedAfter(row: ReceivedView | null, event: StreamEvent<ReceivedEvent>): ReceivedView {
  const { occurredAt } = event.metadata
  if (event.type === 'InvoiceReceived') return arrived(event.data, event)
  const before = existing(row, event)
  const known = new Map(before.answers.map((answer) => [answer.responseId, answer]))
  const answers = answersAfter(before.answers, event).map((answer): AnswerView => {
    const isMeant = 'responseId' in event.data && event.data.responseId === answer.responseId
    const { errorMessage = null, createdAt = occurredAt, updatedAt = occurredAt } = known.get(answer.responseId) ?? {}
    return {
      ...answer,
      errorMessage: isMeant && event.type === 'ResponseFailed' ? event.data.errorMessage : errorMessage,
      createdAt,
      updatedAt: isMeant ? occurredAt : updatedAt,
    }
  })
  const readAt = event.type === 'InvoiceRead' ? occurredAt : before.read_at
  return {
    ...before,
    read_at: readAt,
    answers,
    status: receivedStatus({ isRead: readAt !== null, answers }),
    updated_at: occurredAt,
  }
}

function arrived(data: InvoiceReceived['data'], event: StreamEvent): ReceivedView {
  return {
    id: data.receivedId,
    ...scopeOfEvent(event),
    company_id: data.companyId,
    country: data.country,
    number: data.number,
    invoice_type: data.invoiceType,
    issue_date: data.issueDate,
    due_date: data.dueDate,
    supplier_name: data.supplierName,
    supplier_vat: data.supplierVat,
    customer_vat: data.customerVat,
    net_amount: data.netAmount,
    vat_amount: data.vatAmount,
    gross_amount: data.grossAmount,
    currency: data.currency,
    gov_id: data.govId,
    channel: data.channel,
    format: data.format,
    status: 'received',
    valid: data.valid,
    findings_total: data.findingsTotal,
    duplicate_of: data.duplicateOf,
    received_at: data.arrivedAt,
    read_at: null,
    answers: [],
    supplier_key: supplierKeyOf(data),
    duplicate_key: duplicateKeyOf(data),
    accounts: data.accounts,
    sha256: data.document.sha256,
    search_text: withoutCase([data.supplierVat ?? '', data.supplierName ?? '', data.number ?? ''].join(BETWEEN)),
    created_at: event.metadata.occurredAt,
    updated_at: event.metadata.occurredAt,
  }
}

/** The VAT number of the supplier, else its name; null: neither is known. */
export function supplierKeyOf({ supplierVat, supplierName }: Pick<ReceivedTerms, 'supplierVat' | 'supplierName'>) {
  if (supplierVat !== null && supplierVat !== '') return `vat ${supplierVat}`
  return supplierName === null || supplierName === '' ? null : `name ${withoutCase(supplierName)}`
}

/**
 * The same for documents of one supplier with one number in one year that are both credit notes
 * or both none; null: one of these is unknown. Short, regardless of the document.
 */
export function duplicateKeyOf(terms: ReceivedTerms): string | null {
  const supplier = supplierKeyOf(terms)
  const { number, issueDate, invoiceType } = terms
  if (supplier === null || number === null || number === '' || issueDate === null) return null
  const kind = invoiceType === 'credit_note' ? 'credit note' : 'invoice'
  return derivedId('rcv', supplier, kind, number, issueDate.slice(0, 4))
}

/** A received invoice as in lists and in the `data` of its events. */
export function shownReceived(row: ReceivedView) {
  return {
    id: row.id,
    companyId: row.company_id,
    country: row.country,
    number: row.number,
    invoiceType: row.invoice_type,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    supplierName: row.supplier_name,
    supplierVat: row.supplier_vat,
    customerVat: row.customer_vat,
    netAmount: row.net_amount,
    vatAmount: row.vat_amount,
    grossAmount: row.gross_amount,
    currency: row.currency,
    govId: row.gov_id,
    channel: row.channel,
    format: row.format,
    status: row.status,
    valid: row.valid,
    findingsTotal: row.findings_total,
    duplicateOf: row.duplicate_of,
    receivedAt: isoTime(row.received_at),
    readAt: isoTime(row.read_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  } satisfies Readonly<Record<(typeof SHOWN_OF_RECEIVED)[number], unknown>>
}

/** An answer to a received invoice, as the API shows it. */
export function shownAnswer(row: Pick<ReceivedView, 'id'>, answer: AnswerView) {
  return {
    id: answer.responseId,
    receivedId: row.id,
    code: answer.code,
    nationalCode: answer.nationalCode,
    reason: answer.reason,
    reasonCode: answer.reasonCode,
    amount: answer.amount,
    date: answer.date,
    status: answer.status,
    errorMessage: answer.errorMessage,
    createdAt: isoTime(answer.createdAt),
    updatedAt: isoTime(answer.updatedAt),
  }
}

/** An answer as events contain it. */
export type ShownAnswer = ReturnType<typeof shownAnswer>

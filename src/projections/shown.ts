import type { SHOWN_OF_CONNECTION, SHOWN_OF_FAILED_INVOICE } from '../domain/webhook-kinds.js'
import type { ListedApiKey } from './api-keys.js'
import type { ConnectionRow } from './connections.js'
import type { InvoiceRow } from './invoices.js'
import type { PaymentRow } from './payments.js'

/**
 * What the API, the webhooks and the commands show of a row in the same way. A row comes from a
 * table or from a fold over the stream; the database driver gives times as `Date`, a fold gives
 * text, and here both become ISO 8601 in UTC with milliseconds.
 */
export function isoTime(value: string | Date): string
export function isoTime(value: string | Date | null): string | null
export function isoTime(value: string | Date | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}

/** An API key as lists show it, without the key itself; without `permissions` it has all. */
export function shownApiKey(row: ListedApiKey) {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.key_prefix,
    environment: row.environment,
    lastUsedAt: isoTime(row.last_used_at),
    expiresAt: isoTime(row.expires_at),
    revokedAt: isoTime(row.revoked_at),
    createdAt: isoTime(row.created_at),
    ...(row.permissions && { permissions: [...row.permissions] }),
  }
}

/** A connection: the answer of the API, and the `data` of its events. */
export function shownConnection(row: ConnectionRow) {
  return {
    id: row.id,
    companyId: row.company_id,
    countryCode: row.country_code,
    status: row.status,
    tokenExpiresAt: isoTime(row.token_expires_at),
    lastErrorMessage: row.last_error_message,
    createdAt: isoTime(row.created_at),
  } satisfies Readonly<Record<(typeof SHOWN_OF_CONNECTION)[number], unknown>>
}

/**
 * An invoice as the API answers it, of which the `data` of an event has a part. Amounts are
 * decimal strings in its currency.
 */
export function shownInvoice(row: InvoiceRow) {
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
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  } satisfies Readonly<Record<string, unknown> & Record<(typeof SHOWN_OF_FAILED_INVOICE)[number], unknown>>
}

function shownPayment({ paymentId, paidOn, amounts, status, reportId, errorMessage, requestedAt }: PaymentRow) {
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

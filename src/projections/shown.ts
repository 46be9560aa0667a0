import type { SHOWN_OF_CONNECTION, SHOWN_OF_INVOICE } from '../domain/webhook-kinds.js'
import type { ConnectionRow } from './connections.js'
import type { InvoiceRow } from './invoices.js'

/**
 * What the API and the webhooks show of a row in the same way. A row comes from a table or from a
 * fold over the stream; the database driver gives times as `Date`, a fold gives text, and here
 * both become ISO 8601 in UTC with milliseconds.
 */
export function isoTime(value: string | Date): string
export function isoTime(value: string | Date | null): string | null
export function isoTime(value: string | Date | null): string | null {
  return value === null ? null : new Date(value).toISOString()
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

/** An invoice as the `data` of its events; the answers of the API say more. */
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
  } satisfies Readonly<Record<(typeof SHOWN_OF_INVOICE)[number], unknown>>
}

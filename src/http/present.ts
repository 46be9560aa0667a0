import type { ApiKeyRow } from '../projections/api-keys.js'
import type { CompanyRow } from '../projections/companies.js'
import type { ConnectionRow } from '../projections/connections.js'
import type { InvoiceRow } from '../projections/invoices.js'
import type { TimelineRow } from '../projections/timeline.js'

/**
 * Rows as the API shows them. A row comes from a table or from a fold over the stream; the database driver gives times as `Date`, a fold
 * gives text, and here both become ISO 8601 in UTC with milliseconds.
 */
export function isoTime(value: string | Date): string
export function isoTime(value: string | Date | null): string | null
export function isoTime(value: string | Date | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}

export function presentApiKey(row: ApiKeyRow & { readonly last_used_at: string | null }) {
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

/** The only time the key itself is shown. */
export function presentCreatedApiKey(row: ApiKeyRow, key: string) {
  return {
    id: row.id,
    key,
    keyPrefix: row.key_prefix,
    name: row.name,
    environment: row.environment,
    expiresAt: isoTime(row.expires_at),
    createdAt: isoTime(row.created_at),
    ...(row.permissions && { permissions: [...row.permissions] }),
  }
}

export function presentCompany(row: CompanyRow) {
  return {
    id: row.id,
    name: row.name,
    vatNumber: row.vat_number,
    country: row.country,
    currency: row.currency,
    isActive: row.is_active,
    createdAt: isoTime(row.created_at),
  }
}

export function presentConnection(row: ConnectionRow) {
  return {
    id: row.id,
    companyId: row.company_id,
    countryCode: row.country_code,
    status: row.status,
    tokenExpiresAt: isoTime(row.token_expires_at),
    lastErrorMessage: row.last_error_message,
    createdAt: isoTime(row.created_at),
  }
}

export function presentInvoice(row: InvoiceRow) {
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
    errorMessage: row.error_message,
    errorTranslated: row.error_translated,
    errorFix: row.error_fix,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

export function presentTimelineEntry(row: TimelineRow) {
  return {
    id: row.id,
    event: row.event,
    status: row.status,
    metadata: row.metadata,
    createdAt: isoTime(row.created_at),
  }
}

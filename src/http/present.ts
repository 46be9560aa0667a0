import type { ApiKeyRow } from '../projections/api-keys.js'
import type { CompanyRow } from '../projections/companies.js'
import type { InvoiceRow } from '../projections/invoices.js'
import { isoTime, shownInvoice } from '../projections/shown.js'
import type { TimelineRow } from '../projections/timeline.js'

/** An API key as lists show it, without the key itself. */
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

/** A company as the API answers it. */
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

/**
 * An invoice as the API answers it: what its events show, with its errors and times. Amounts are
 * decimal strings in its currency.
 */
export function presentInvoice(row: InvoiceRow) {
  return {
    ...shownInvoice(row),
    errorMessage: row.error_message,
    errorTranslated: row.error_translated,
    errorFix: row.error_fix,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** An event of an invoice as its timeline shows it. */
export function presentTimelineEntry(row: TimelineRow) {
  return {
    id: row.id,
    event: row.event,
    status: row.status,
    metadata: row.metadata,
    createdAt: isoTime(row.created_at),
  }
}

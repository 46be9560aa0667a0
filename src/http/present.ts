import type { CompanyDefaultsBody } from '../documents/intake/schemas/company-defaults.js'
import type { ApiKeyRow } from '../projections/api-keys.js'
import type { Letterhead } from '../domain/letterhead.js'
import type { CompanyRow } from '../projections/companies.js'
import type { ResponseRow } from '../projections/responses.js'
import { isoTime } from '../domain/iso-time.js'
import type { TimelineRow } from '../projections/timeline.js'

/** A new API key, the only time the key itself is shown. */
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

/** A company as the API returns it. */
export function presentCompany(row: CompanyRow) {
  return {
    id: row.id,
    name: row.name,
    vatNumber: row.vat_number,
    ...(row.vat_number === null && { registrationNumber: row.registration_number, taxNumber: row.tax_number }),
    country: row.country,
    currency: row.currency,
    isActive: row.is_active,
    createdAt: isoTime(row.created_at),
  }
}

/** The defaults of a company's invoices. */
export function presentDefaults({ id, defaults }: Pick<CompanyRow, 'id' | 'defaults'>) {
  return { companyId: id, ...(defaults as CompanyDefaultsBody | null) }
}

/** The logo of a company; `content`: its bytes, if it has an image. */
export function presentLogo(id: string, letterhead: Letterhead | null, content: Uint8Array | null) {
  const { logo, accentColor } = letterhead ?? {}
  return {
    companyId: id,
    ...(logo !== undefined &&
      content !== null && {
        content: Buffer.from(content).toString('base64'),
        mimeType: logo.mediaType,
        size: logo.size,
        sha256: logo.sha256,
      }),
    ...(accentColor !== undefined && { accentColor }),
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

/** A buyer's response in the list of an invoice's responses. */
export function presentResponse({ id, said_at, code, label, reason, document, created_at }: ResponseRow) {
  return { id, at: isoTime(said_at), code, label, reason, document, createdAt: isoTime(created_at) }
}

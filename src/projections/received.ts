import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '../domain/event.js'
import { withoutCase } from '../domain/public-events/invoice-view.js'
import { receivedAfter, type ReceivedView } from '../domain/public-events/received-view.js'
import type { ReceivedEvent } from '../domain/received.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { StreamProjection } from './engine/projection.js'
import { inScope } from './in-scope.js'
import { CREATED_AT_UTC } from './invoices.js'
import { isBefore, type ListPlace } from './list-place.js'
import type { ReadModels } from './read-models.js'

/** A received invoice as the API shows it, and what later ones are compared with. */
export type ReceivedRow = ReceivedView

declare module './read-models.js' {
  interface ReadModels {
    'read.received': ReceivedRow
  }
}

/** All received invoices with their status and answers. */
export const received: StreamProjection<ReceivedRow, ReceivedEvent> = {
  name: 'received',
  version: 2,
  streamPrefixes: categoryPrefixes('Received'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    company_id text NOT NULL,
    country text NOT NULL,
    number text,
    invoice_type text,
    issue_date text,
    due_date text,
    supplier_name text,
    supplier_vat text,
    customer_vat text,
    net_amount text,
    vat_amount text,
    gross_amount text,
    currency text,
    gov_id text,
    channel text NOT NULL,
    format text NOT NULL,
    status text NOT NULL,
    valid boolean NOT NULL,
    findings_total integer NOT NULL,
    duplicate_of text,
    received_at timestamptz NOT NULL,
    read_at timestamptz,
    answers json NOT NULL,
    supplier_key text,
    duplicate_key text,
    accounts text[] NOT NULL,
    sha256 text NOT NULL,
    search_text text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, company_id, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, status, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (company_id, duplicate_key)',
    'CREATE INDEX ON $table (company_id, supplier_key)',
    'CREATE INDEX ON $table (company_id, channel, received_at)',
    // Across accounts, for the operator; by expressions, as those of `invoices`.
    `CREATE INDEX ON $table ((${CREATED_AT_UTC}) DESC, id DESC)`,
    'CREATE INDEX ON $table (hashtext(number)) WHERE number IS NOT NULL',
    'CREATE INDEX ON $table (hashtext(gov_id)) WHERE gov_id IS NOT NULL',
    "CREATE INDEX ON $table (hashtext(supplier_vat)) WHERE supplier_vat <> ''",
  ],
  key: (event) => idInStream(event.stream),
  needsRow: (event) => event.type !== 'InvoiceReceived',
  evolve: receivedAfter,
}

/** Which received invoices a list shows: those that meet every given filter. */
export interface ReceivedFilter {
  readonly companyId?: string
  readonly country?: string
  readonly status?: string
  readonly supplierVat?: string
  /** Substring of supplierVat, supplierName or number, ignoring case. */
  readonly search?: string
  /** Exclusive. */
  readonly createdAfter?: Date
  /** Exclusive. */
  readonly createdBefore?: Date
}

/** Newest first; at most `limit` rows after the place. */
export async function listReceived(
  db: Kysely<ReadModels>,
  scope: Scope,
  filter: ReceivedFilter,
  after: ListPlace | null,
  limit: number,
): Promise<readonly ReceivedRow[]> {
  const { rows } = await sql<ReceivedRow>`SELECT * FROM read.received
    WHERE ${conditions(scope, filter)} AND ${isBefore(after)} ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

function conditions(scope: Scope, filter: ReceivedFilter): RawBuilder<SqlBool> {
  const { companyId, country, status, supplierVat, search, createdAfter, createdBefore } = filter
  const all = [inScope(scope)]
  if (companyId !== undefined) all.push(sql`company_id = ${companyId}`)
  if (country !== undefined) all.push(sql`country = ${country}`)
  if (status !== undefined) all.push(sql`status = ${status}`)
  if (supplierVat !== undefined) all.push(sql`supplier_vat = ${supplierVat}`)
  if (search !== undefined) all.push(sql`strpos(search_text, ${withoutCase(search)}) > 0`)
  if (createdAfter) all.push(sql`created_at > ${createdAfter.toISOString()}`)
  if (createdBefore) all.push(sql`created_at < ${createdBefore.toISOString()}`)
  return sql.join(all, sql` AND `)
}

/** When the last document came to a company by each channel. */
export async function lastArrivals(
  db: Kysely<ReadModels>,
  scope: Scope,
  companyId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ country: string; channel: string; at: string }>`
    SELECT country, channel, max(received_at) AS at FROM read.received
    WHERE ${inScope(scope)} AND company_id = ${companyId} GROUP BY country, channel`.execute(db)
  return new Map(rows.map(({ country, channel, at }) => [`${channel} ${country}`, at]))
}

import { type Kysely, sql, type SqlBool } from 'kysely'
import type { CountryCode, InvoiceType } from '../domain/invoice-request.js'
import { type Environment, type Scope, scopeOfEvent, type StreamEvent } from '../domain/event.js'
import { type InvoiceEvent, type InvoiceStatus, statusAfter } from '../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import { Batcher } from '../storage/batcher.js'
import { type PaymentRow, paymentsAfter } from './payments.js'
import { existing, type StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'
import { inScope } from './in-scope.js'
import type { ListPlace } from './list-place.js'
import { BETWEEN, findBySearchText, searchTextOf, withoutCase } from './invoice-search.js'

/** One invoice as the API shows it. Times are ISO 8601 in UTC. */
export type InvoiceRow = {
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
  /** What `search` looks in, without case. */
  readonly search_text: string
  readonly error_message: string | null
  readonly error_translated: string | null
  readonly error_fix: string | null
  /** Oldest first; null: none is to be reported. */
  readonly payments: readonly PaymentRow[] | null
  readonly created_at: string
  readonly updated_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.invoices': InvoiceRow
  }
}

const NO_ERROR = { error_message: null, error_translated: null, error_fix: null }

/** All invoices with their status and amounts. */
export const invoices: StreamProjection<InvoiceRow, InvoiceEvent> = {
  name: 'invoices',
  version: 5,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    company_id text NOT NULL,
    country text NOT NULL,
    status text NOT NULL,
    invoice_type text NOT NULL,
    number text NOT NULL,
    issue_date text NOT NULL,
    due_date text,
    supplier_vat text NOT NULL,
    customer_vat text NOT NULL,
    customer_name text,
    net_amount text NOT NULL,
    vat_amount text NOT NULL,
    gross_amount text NOT NULL,
    currency text NOT NULL,
    gov_id text,
    external_id text,
    search_text text NOT NULL,
    error_message text,
    error_translated text,
    error_fix text,
    payments json,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, company_id, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, status, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, country, created_at DESC, id DESC)',
    // Across accounts, for the operator: what is counted and listed is answered from it alone.
    'CREATE INDEX ON $table (created_at DESC, id DESC) INCLUDE (account, environment, country, status)',
  ],
  key: (event) => event.stream.slice(event.stream.indexOf('-') + 1),
  needsRow: (event) => event.type !== 'InvoiceCreated',
  evolve(row, event) {
    if (event.type === 'InvoiceCreated') return created(event.data, event)
    const changed: InvoiceRow = {
      ...existing(row, event),
      status: statusAfter(event),
      updated_at: event.metadata.occurredAt,
    }
    switch (event.type) {
      case 'InvoiceAccepted':
        return { ...changed, gov_id: event.data.govId }
      case 'InvoiceRejected':
      case 'InvoiceFailed':
        return {
          ...changed,
          error_message: event.data.errorMessage,
          error_translated: event.data.errorTranslated,
          error_fix: event.data.errorFix,
        }
      case 'InvoiceRetried':
        return { ...changed, ...NO_ERROR }
      case 'PaymentReportRequested':
      case 'PaymentReported':
      case 'PaymentReportRefused':
        return { ...changed, payments: paymentsAfter(changed.payments ?? [], event, event.metadata.occurredAt) }
      default:
        return changed
    }
  },
}

function created(data: Extract<InvoiceEvent, { type: 'InvoiceCreated' }>['data'], event: StreamEvent): InvoiceRow {
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
    created_at: event.metadata.occurredAt,
    updated_at: event.metadata.occurredAt,
  }
}

/** Which invoices a list shows: those that fulfil every filter that is given. */
export interface InvoiceFilter {
  readonly country?: string
  readonly status?: string
  readonly companyId?: string
  /** Case-insensitive substring of supplierVat, customerVat or externalId. */
  readonly search?: string
  /** Exclusive. */
  readonly createdAfter?: Date
  /** Exclusive. */
  readonly createdBefore?: Date
}

/** Finds invoices by their ids; those that are asked for at the same time share a query. */
export class InvoiceFinder {
  readonly #db: Kysely<ReadModels>
  readonly #searches = new Batcher<string, InvoiceRow | null>((ids) => this.#findAll(ids), { atOnce: 2 })

  constructor(db: Kysely<ReadModels>) {
    this.#db = db
  }

  /** null: there is none in this scope. */
  async find({ account, environment }: Scope, id: string): Promise<InvoiceRow | null> {
    const row = await this.#searches.run(id)
    return row?.account === account && row.environment === environment ? row : null
  }

  async #findAll(ids: readonly string[]): Promise<readonly (InvoiceRow | null)[]> {
    const rows = await this.#db
      .selectFrom('read.invoices')
      .selectAll()
      .where(sql<SqlBool>`id = ANY (${[...new Set(ids)]}::text[])`)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id) ?? null)
  }
}

/**
 * So many of the newest that meet the other conditions are looked through for a text before its
 * index is asked.
 */
const LOOKED_THROUGH = 2_000

/** Newest first; at most `limit` rows after the cursor. */
export async function listInvoices(
  db: Kysely<ReadModels>,
  scope: Scope,
  filter: InvoiceFilter,
  cursor: ListPlace | null,
  limit: number,
): Promise<readonly InvoiceRow[]> {
  const { search } = filter
  if (search === undefined) return newest(db, scope, filter, cursor).limit(limit).execute()
  const text = withoutCase(search)
  if (text.includes(BETWEEN)) return []
  const contains = sql<SqlBool>`strpos(search_text, ${text}) > 0`
  // A text that many invoices have is found among the newest ones; a rare one by its index.
  const { rows } = await sql<{ readonly looked_through: number } & Partial<InvoiceRow>>`
    WITH newest AS MATERIALIZED (${newest(db, scope, filter, cursor).limit(LOOKED_THROUGH)})
    SELECT counted.looked_through, found.* FROM (SELECT count(*)::integer AS looked_through FROM newest) AS counted
    LEFT JOIN (
      SELECT * FROM newest WHERE ${contains} ORDER BY created_at DESC, id DESC LIMIT ${limit}
    ) AS found ON true
    ORDER BY found.created_at DESC, found.id DESC`.execute(db)
  const found = rows.filter((row): row is (typeof rows)[number] & InvoiceRow => row.id !== null)
  const isAll = (rows[0]?.looked_through ?? 0) < LOOKED_THROUGH
  if (found.length === limit || isAll) return found
  return findBySearchText(db, scope, text, cursor, limit, (ids) =>
    newest(db, scope, filter, null)
      .where(sql<SqlBool>`id = ANY (${ids}::text[])`)
      .where(contains)
      .limit(limit)
      .execute(),
  )
}

function newest(db: Kysely<ReadModels>, scope: Scope, filter: InvoiceFilter, cursor: ListPlace | null) {
  let query = db.selectFrom('read.invoices').selectAll().where(inScope(scope))
  if (filter.country !== undefined) query = query.where('country', '=', filter.country as CountryCode)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status as InvoiceStatus)
  if (filter.companyId !== undefined) query = query.where('company_id', '=', filter.companyId)
  if (filter.createdAfter) query = query.where('created_at', '>', filter.createdAfter.toISOString())
  if (filter.createdBefore) query = query.where('created_at', '<', filter.createdBefore.toISOString())
  if (cursor) {
    query = query.where((both) => both(both.refTuple('created_at', 'id'), '<', both.tuple(cursor.createdAt, cursor.id)))
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

import { type Kysely, sql, type SqlBool } from 'kysely'
import type { CountryCode, InvoiceType } from '../domain/invoice-request.js'
import { type Environment, type Scope, scopeOfEvent, type StreamEvent } from '../domain/event.js'
import { type InvoiceEvent, type InvoiceStatus, statusAfter } from '../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import { Batcher } from '../storage/batcher.js'
import { type PaymentRow, paymentsAfter } from './payments.js'
import { existing, type StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'
import { searchTextOf } from './invoice-search.js'

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

/** What the operator's lists across all accounts are sorted and limited by. */
export const CREATED_AT_UTC = "created_at AT TIME ZONE 'UTC'"

const NO_ERROR = { error_message: null, error_translated: null, error_fix: null }

/** All invoices with their status and amounts. */
export const invoices: StreamProjection<InvoiceRow, InvoiceEvent> = {
  name: 'invoices',
  version: 6,
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
    // Across accounts, for the operator: what is counted and listed is answered from it alone. By
    // an expression, so that the planner can't take it for the list of one large account: it would
    // go through all that others have made since.
    `CREATE INDEX ON $table ((${CREATED_AT_UTC}) DESC, id DESC) INCLUDE (created_at, account, environment, country, status)`,
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

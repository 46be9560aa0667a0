import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '../domain/event.js'
import type { InvoiceEvent, InvoiceStatus } from '../domain/invoice.js'
import { invoiceAfter, type InvoiceView } from '../domain/public-events/invoice-view.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import { Batcher } from '../storage/postgres/batcher.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'

/** An invoice as the API shows it, the text that `search` searches, and by what lists find it. */
export type InvoiceRow = InvoiceView & {
  /**
   * The indexes hold this in place of the status, which changes at each step: a row that stays on
   * its page is then updated without writing to them.
   */
  readonly outcome: InvoiceOutcome
}

/** Whether an invoice is still under way, or how it ended. */
type InvoiceOutcome = 'open' | 'accepted' | 'rejected' | 'error'

const ENDED: ReadonlySet<string> = new Set<InvoiceStatus & InvoiceOutcome>(['accepted', 'rejected', 'error'])

function isOutcome(status: string): status is InvoiceOutcome {
  return ENDED.has(status)
}

/** The condition that finds the invoices of a status by an index. */
export function hasStatus(status: string): RawBuilder<SqlBool> {
  // Few are under way at a time. Of the others, a second condition would only mislead the planner.
  return isOutcome(status) ? sql<SqlBool>`outcome = ${status}` : sql<SqlBool>`outcome = 'open' AND status = ${status}`
}

declare module './read-models.js' {
  interface ReadModels {
    'read.invoices': InvoiceRow
  }
}

/** The column by which the operator's lists across all accounts are sorted and limited. */
export const CREATED_AT_UTC = "created_at AT TIME ZONE 'UTC'"

/** All invoices with their status and amounts. */
export const invoices: StreamProjection<InvoiceRow, InvoiceEvent> = {
  name: 'invoices',
  version: 9,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'id',
  inPlace: true,
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    company_id text NOT NULL,
    country text NOT NULL,
    status text NOT NULL,
    outcome text NOT NULL,
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
    offline json,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, company_id, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, outcome, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, country, created_at DESC, id DESC)',
    // Across accounts, for the operator: counts and lists are answered from it alone. By an
    // expression, so that the planner can't use it for the list of one large account: it would go
    // through all invoices that others have created since.
    `CREATE INDEX ON $table ((${CREATED_AT_UTC}) DESC, id DESC) INCLUDE (created_at, account, environment, country, outcome)`,
    // Across accounts, for the operator: one outcome, and the number of a government.
    `CREATE INDEX ON $table (outcome, (${CREATED_AT_UTC}) DESC, id DESC)`,
    'CREATE INDEX ON $table (hashtext(gov_id)) WHERE gov_id IS NOT NULL',
    // Room on each page for the next states of its rows: those created together change together.
    'ALTER TABLE $table SET (fillfactor = 50)',
  ],
  key: (event) => idInStream(event.stream),
  needsRow: (event) => event.type !== 'InvoiceCreated',
  evolve(row, event) {
    const after = invoiceAfter(row, event)
    return { ...after, outcome: isOutcome(after.status) ? after.status : 'open' }
  },
}

/**
 * The id of an invoice of a company with this number, neither refused nor rejected; null: there is
 * none. Reads all of the company's invoices.
 */
export async function invoiceWithNumber(
  db: Kysely<ReadModels>,
  scope: Scope,
  companyId: string,
  number: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('read.invoices')
    .select('id')
    .where('account', '=', scope.account)
    .where('environment', '=', scope.environment)
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .where('status', 'not in', ['error', 'rejected'])
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Finds invoices by their ids; requests at the same time share a query. */
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

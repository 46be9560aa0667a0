import type pg from 'pg'
import type { Environment, Scope } from '../../domain/event.js'
import { streamPrefix } from '../../domain/streams.js'

/** A position in a list ordered by time and id. */
export interface ListPosition {
  readonly at: string
  readonly id: string
}

/** An invoice whose retention period may be over. */
interface InvoiceCandidate {
  readonly id: string
  readonly company_id: string
  /** Creation time as the database stores it. */
  readonly at: string
  /** A report of a payment is pending, or the pipeline still works on it. */
  readonly waits: boolean
}

/** The accounts that have data in this environment created before this time. */
export async function accountsWithOld(
  pool: pg.Pool,
  environment: Environment,
  before: Date,
): Promise<readonly string[]> {
  const old = (table: string, more = '') => `EXISTS (
    SELECT FROM read.${table} x WHERE x.account = a.id AND x.environment = $1 AND x.created_at < $2 ${more})`
  const { rows } = await pool.query<{ id: string }>(
    `SELECT a.id FROM read.accounts a
     WHERE ${old('invoices')} OR ${old('received')} OR ${old('deliveries')} OR ${old('feed', 'AND x.type IS NOT NULL')}
       OR ${old('companies', 'AND NOT x.is_active')} ORDER BY a.id`,
    [environment, before.toISOString()],
  )
  return rows.map(({ id }) => id)
}

/**
 * The next invoices of an account, oldest first, created and, if live, last changed before the
 * time.
 */
export async function oldInvoices(
  pool: pg.Pool,
  { account, environment }: Scope,
  before: Date,
  after: ListPosition | null,
  limit: number,
): Promise<readonly InvoiceCandidate[]> {
  const { rows } = await pool.query<InvoiceCandidate>(
    `SELECT i.id, i.company_id, i.created_at::text AS at, EXISTS (SELECT FROM read.todo t WHERE t.stream = $7 || i.id) AS waits
     FROM read.invoices i
     WHERE i.account = $1 AND i.environment = $2 AND i.created_at < $3 AND ($2 = 'test' OR i.updated_at < $3)
       AND ($4::timestamptz IS NULL OR (i.created_at, i.id) > ($4::timestamptz, $5))
     ORDER BY i.created_at, i.id LIMIT $6`,
    [
      ...[account, environment, before.toISOString(), after?.at ?? null, after?.id ?? '', limit],
      streamPrefix(environment, 'Invoice'),
    ],
  )
  return rows
}

/**
 * The next received invoices of an account, oldest first, created and, if live, last changed
 * before the time.
 */
export async function oldReceived(
  pool: pg.Pool,
  { account, environment }: Scope,
  before: Date,
  after: ListPosition | null,
  limit: number,
): Promise<readonly (ListPosition & { readonly company_id: string })[]> {
  const { rows } = await pool.query<ListPosition & { readonly company_id: string }>(
    `SELECT r.id, r.company_id, r.created_at::text AS at FROM read.received r
     WHERE r.account = $1 AND r.environment = $2 AND r.created_at < $3 AND ($2 = 'test' OR r.updated_at < $3)
       AND ($4::timestamptz IS NULL OR (r.created_at, r.id) > ($4::timestamptz, $5))
     ORDER BY r.created_at, r.id LIMIT $6`,
    [account, environment, before.toISOString(), after?.at ?? null, after?.id ?? '', limit],
  )
  return rows
}

/** The next deliveries of an account, oldest first, that belong to no existing invoice. */
export async function oldDeliveries(
  pool: pg.Pool,
  { account, environment }: Scope,
  before: Date,
  after: ListPosition | null,
  limit: number,
): Promise<readonly (ListPosition & { readonly ofInvoice: boolean })[]> {
  const { rows } = await pool.query<ListPosition & { readonly ofInvoice: boolean }>(
    `SELECT d.id, d.created_at::text AS at, d.invoice_id IS NOT NULL AS "ofInvoice" FROM read.deliveries d
     WHERE d.account = $1 AND d.environment = $2 AND d.created_at < $3
       AND ($4::timestamptz IS NULL OR (d.created_at, d.id) > ($4::timestamptz, $5))
       AND (d.invoice_id IS NULL OR NOT EXISTS (SELECT FROM read.invoices i WHERE i.id = d.invoice_id))
     ORDER BY d.created_at, d.id LIMIT $6`,
    [account, environment, before.toISOString(), after?.at ?? null, after?.id ?? '', limit],
  )
  return rows
}

/** Whether deliveries wait in the queue of this invoice or connection. */
export async function hasQueue(pool: pg.Pool, subject: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM read.outbox WHERE subject = $1', [subject])
  return rowCount === 1
}

/**
 * Deactivated companies of an account without invoices and connections; none while those read
 * models lack events of the account.
 */
export async function unusedCompanies(
  pool: pg.Pool,
  { account, environment }: Scope,
  before: Date,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT c.id FROM read.companies c
     WHERE c.account = $1 AND c.environment = $2 AND NOT c.is_active AND c.created_at < $3
       AND NOT EXISTS (SELECT FROM read.invoices i WHERE i.account = $1 AND i.environment = $2 AND i.company_id = c.id)
       AND NOT EXISTS (SELECT FROM read.received r WHERE r.account = $1 AND r.environment = $2 AND r.company_id = c.id)
       AND NOT EXISTS (SELECT FROM read.connections n WHERE n.company_id = c.id)
       AND NOT EXISTS (
         SELECT FROM projections.quarantine q JOIN projections.checkpoints p ON p.name = q.projection AND p.live_schema = q.schema
         WHERE q.account = $1 AND q.projection IN ('invoices', 'received', 'connections'))
     ORDER BY c.id`,
    [account, environment, before.toISOString()],
  )
  return rows.map(({ id }) => id)
}

/** The number of invoices of an account created before the time. */
export async function countOldInvoices(pool: pg.Pool, { account, environment }: Scope, before: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM read.invoices i
     WHERE i.account = $1 AND i.environment = $2 AND i.created_at < $3 AND ($2 = 'test' OR i.updated_at < $3)`,
    [account, environment, before.toISOString()],
  )
  return rows[0]?.count ?? 0
}

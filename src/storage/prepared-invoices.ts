import { type QueryExecutorProvider, sql } from 'kysely'
import type { PreparedInvoice, PreparedInvoices } from '../domain/prepared-invoice.js'

/** Invoices that are about to be created with a number of a series, in PostgreSQL. */
export class PostgresPreparedInvoices implements PreparedInvoices {
  readonly #db: QueryExecutorProvider

  constructor(db: QueryExecutorProvider) {
    this.#db = db
  }

  async put(prepared: PreparedInvoice): Promise<void> {
    const { created, preparedAt } = prepared
    await sql`
      INSERT INTO operations.prepared_invoice (invoice_id, number, prepared_at, prepared)
      VALUES (${created.invoiceId}, ${created.number}, ${preparedAt}, ${JSON.stringify(prepared)})
      ON CONFLICT (invoice_id, number) DO UPDATE SET prepared_at = excluded.prepared_at, prepared = excluded.prepared
    `.execute(this.#db)
  }

  async find(invoiceId: string, number: string): Promise<PreparedInvoice | null> {
    const { rows } = await sql<{ prepared: PreparedInvoice }>`
      SELECT prepared FROM operations.prepared_invoice WHERE invoice_id = ${invoiceId} AND number = ${number}
    `.execute(this.#db)
    return rows[0]?.prepared ?? null
  }

  async remove(invoiceId: string, number?: string): Promise<void> {
    await sql`
      DELETE FROM operations.prepared_invoice
      WHERE invoice_id = ${invoiceId} AND number = coalesce(${number ?? null}, number)
    `.execute(this.#db)
  }

  async before(time: Date, most: number): Promise<readonly PreparedInvoice[]> {
    const { rows } = await sql<{ prepared: PreparedInvoice }>`
      SELECT prepared FROM operations.prepared_invoice WHERE prepared_at < ${time.toISOString()}
      ORDER BY prepared_at LIMIT ${most}
    `.execute(this.#db)
    return rows.map(({ prepared }) => prepared)
  }

  async lastRestore(): Promise<Date | null> {
    const { rows } = await sql<{ found_at: Date | string | null }>`
      SELECT max(found_at) AS found_at FROM storage.restore
    `.execute(this.#db)
    const found = rows[0]?.found_at ?? null
    // The service's pool reads times as text.
    return found === null ? null : new Date(found)
  }
}

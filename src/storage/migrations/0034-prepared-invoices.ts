import type { Migration } from './migration.js'

/**
 * Invoices that are about to be created with a number of their company's series. A row lives from
 * before the number is assigned until the invoice is created, so that a process that dies in
 * between leaves no number without an invoice.
 */
export const preparedInvoices: Migration = {
  name: '0034-prepared-invoices',
  sql: `
    CREATE TABLE operations.prepared_invoice (
      invoice_id text NOT NULL,
      number text NOT NULL,
      prepared_at timestamptz NOT NULL,
      -- the event of its creation, with its context
      prepared json NOT NULL,
      PRIMARY KEY (invoice_id, number)
    );
    CREATE INDEX prepared_invoice_age ON operations.prepared_invoice (prepared_at);
  `,
}

import type { Migration } from './migration.js'

/**
 * Files with several invoices, and files for no company. The latter are kept for some days, are
 * never shown, and are no one's. Operational state.
 */
export const filesOfInvoices: Migration = {
  name: '0041-files-of-invoices',
  sql: `
    ALTER TABLE operations.arrival
      -- How many invoices are in it.
      ADD COLUMN parts integer NOT NULL DEFAULT 1,
      -- As the channel names it; NULL: it has no name.
      ADD COLUMN filename text;

    CREATE TABLE operations.unclaimed_document (
      channel text NOT NULL,
      -- Equal for repetitions of the document.
      identity text NOT NULL,
      arrived_at timestamptz NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (channel, identity)
    );
    CREATE INDEX unclaimed_document_arrived ON operations.unclaimed_document (arrived_at);
  `,
}

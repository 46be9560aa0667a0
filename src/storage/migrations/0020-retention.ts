import type { Migration } from './migration.js'

/** What retention needs to find the data of an invoice. */
export const retention: Migration = {
  name: '0020-retention',
  sql: `
    -- Counts how often rows of erased streams were taken out: who has read events before that begins again.
    ALTER TABLE projections.checkpoints ADD COLUMN erasures integer NOT NULL DEFAULT 0;

    -- When its bytes were put last. What was put a moment ago may be named by an event in the next moment.
    COMMENT ON COLUMN documents.document.stored_at IS 'when its bytes were put last';
    CREATE INDEX document_stored_at ON documents.document (environment, stored_at);

    CREATE INDEX invoice_message_invoice ON operations.invoice_message (invoice_id);
    CREATE INDEX expected_message_invoice ON operations.expected_message (invoice_id);
    CREATE INDEX government_message_received_at ON operations.government_message (environment, received_at);
    CREATE INDEX uploaded_document_sha256 ON operations.uploaded_document (account, environment, sha256);
    CREATE INDEX file_number_attempt ON operations.file_number (attempt_id);
    CREATE INDEX simulated_upload_attempt ON simulator.upload (attempt_id);
    CREATE INDEX first_try_invoice ON simulator.first_try (invoice_id);
    -- The number of the original says all that a duplicate needs; the original may be gone before it.
    ALTER TABLE simulator.upload DROP CONSTRAINT upload_duplicate_of_fkey;
  `,
}

import type { Migration } from './migration.js'

/** Uploads of answers to received invoices are erased by their documents. */
export const uploadedAnswers: Migration = {
  name: '0040-uploaded-answers',
  sql: `
    CREATE INDEX upload_of_answer ON operations.upload (account, environment, sha256)
      WHERE starts_with(attempt_id, 'rsp_');
  `,
}

import type { Migration } from './migration.js'

/** Requests that were sent under an idempotency key, and their answers. Operational state. */
export const requests: Migration = {
  name: '0016-requests',
  sql: `
    CREATE TABLE operations.request (
      account text NOT NULL,
      environment text NOT NULL,
      operation text NOT NULL,
      -- SHA-256 of the key, hex.
      key_digest text NOT NULL,
      -- The ids of what the request does are made from it.
      command_id uuid NOT NULL,
      -- SHA-256 of what was asked for, hex.
      request_hash text NOT NULL,
      begun_at timestamptz NOT NULL,
      -- JSON, without the secret that was shown with it; NULL: not answered yet.
      answer text,
      PRIMARY KEY (account, environment, operation, key_digest)
    );
    CREATE INDEX request_begun_at ON operations.request (begun_at);
  `,
}

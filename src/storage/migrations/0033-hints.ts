import type { Migration } from './migration.js'

/**
 * Hints of customers' own systems that there is something to fetch. Operational: the loss of one
 * only means that it is fetched at its usual time.
 */
export const hints: Migration = {
  name: '0033-hints',
  sql: `
    CREATE TABLE operations.hint (
      -- the work that waits for it, as in processing.work.waits_for
      key text PRIMARY KEY,
      hinted_at timestamptz NOT NULL,
      -- when it wakes the work; NULL: it has
      due_at timestamptz,
      -- when one of this key last woke it; NULL: none has
      woken_at timestamptz
    );
    CREATE INDEX hint_due ON operations.hint (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX hint_age ON operations.hint (hinted_at);

    -- Notifications whose signature is still of now: a repetition is refused.
    CREATE TABLE operations.notification (
      -- SHA-256 of what was signed
      digest bytea PRIMARY KEY,
      until timestamptz NOT NULL
    );
    CREATE INDEX notification_until ON operations.notification (until);
  `,
}

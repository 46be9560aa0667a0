import type { Migration } from './migration.js'

/**
 * When a government last answered: without it, one that was never called looks like one that is
 * fine. Operational state, one row for each government and environment.
 */
export const answers: Migration = {
  name: '0038-answers',
  sql: `
    CREATE TABLE processing.answers (
      government text PRIMARY KEY,
      -- of the service's clock, to half a minute
      answered_at timestamptz NOT NULL
    );
  `,
}

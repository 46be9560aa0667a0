import type { Migration } from './migration.js'

/** The limits of calls that governments state for single customers. */
export const callLimits: Migration = {
  name: '0032-call-limits',
  sql: `
    CREATE TABLE operations.call_limit (
      -- for example PL 5260001246
      customer text PRIMARY KEY,
      -- by the gateway's names of groups of calls
      limits jsonb NOT NULL,
      stated_at timestamptz NOT NULL
    );
    CREATE INDEX call_limit_stated ON operations.call_limit (stated_at);
  `,
}

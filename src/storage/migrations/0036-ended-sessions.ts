import type { Migration } from './migration.js'

/**
 * Sessions of the console that were ended before their time. Their cookies are valid for every
 * process of the deployment, so each of them looks here.
 */
export const endedSessions: Migration = {
  name: '0036-ended-sessions',
  sql: `
    CREATE TABLE operations.ended_session (
      id text PRIMARY KEY,
      -- from then on its cookie is no longer valid anyway
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX ended_session_expiry ON operations.ended_session (expires_at);
  `,
}

import type { Migration } from './migration.js'

/**
 * Up to where each connection was looked through for documents of suppliers. Operational state.
 */
export const receivingLooks: Migration = {
  name: '0039-receiving-looks',
  sql: `
    CREATE TABLE operations.receiving_look (
      connection_id text PRIMARY KEY,
      company_id text NOT NULL,
      country text NOT NULL,
      -- Since when the company wants what arrives: another time begins a new search.
      since timestamptz NOT NULL,
      -- In the gateway's own words; NULL: no look is complete so far.
      mark text,
      looked_at timestamptz,
      -- Of the last look; NULL: it succeeded.
      error text
    );
    CREATE INDEX receiving_look_company ON operations.receiving_look (company_id);
  `,
}

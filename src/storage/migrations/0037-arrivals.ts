import type { Migration } from './migration.js'

/**
 * Documents of suppliers between their arrival and their event: what came is durable before its
 * sender is answered. Operational state.
 */
export const arrivals: Migration = {
  name: '0037-arrivals',
  sql: `
    CREATE TABLE operations.arrival (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company_id text NOT NULL,
      country text NOT NULL,
      channel text NOT NULL,
      -- The government's number; NULL: the channel has none.
      gov_id text,
      -- Equal for repetitions of the document.
      identity text NOT NULL,
      -- NULL: not known.
      sender text,
      -- The invoice of the same account that it is; NULL: another sender's.
      sent_as text,
      correlation_id text,
      arrived_at timestamptz NOT NULL,
      bytes bytea NOT NULL,
      -- NULL: it is recorded.
      due_at timestamptz DEFAULT '-infinity',
      tries integer NOT NULL DEFAULT 0,
      settled_at timestamptz,
      received_id text,
      UNIQUE (company_id, channel, identity)
    );
    -- In the network a repetition has the same number, even if its bytes differ.
    CREATE UNIQUE INDEX arrival_of_network ON operations.arrival (company_id, gov_id) WHERE channel = 'peppol';
    CREATE INDEX arrival_due ON operations.arrival (company_id, due_at, position) WHERE due_at IS NOT NULL;
    CREATE INDEX arrival_settled ON operations.arrival (settled_at) WHERE due_at IS NULL;
    CREATE INDEX arrival_of_sender ON operations.arrival (company_id, sender, settled_at) WHERE due_at IS NULL;
    CREATE INDEX arrival_received ON operations.arrival (received_id) WHERE received_id IS NOT NULL;

    CREATE TABLE operations.arrival_file (
      position bigint NOT NULL REFERENCES operations.arrival ON DELETE CASCADE,
      kind text NOT NULL,
      filename text,
      media_type text NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (position, kind)
    );

    -- One process at a time records the documents of a company, in the order of their arrival.
    CREATE TABLE operations.arrival_company (
      company_id text PRIMARY KEY,
      account text NOT NULL,
      environment text NOT NULL,
      held_until timestamptz NOT NULL DEFAULT '-infinity',
      token bigint NOT NULL DEFAULT 0,
      -- Of the newest event of a document.
      newest bigint
    );
  `,
}

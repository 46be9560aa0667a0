import type { Migration } from './migration.js'

/**
 * Events that a read model could not apply and that were set aside, so that it continues for all
 * others.
 */
export const quarantine: Migration = {
  name: '0011-quarantine',
  sql: `
    CREATE TABLE projections.quarantine (
      projection text NOT NULL,
      -- schema of the table that lacks the event: a rebuild tries it again for a table of its own
      schema text NOT NULL,
      -- of the code that could not fold it
      version integer NOT NULL,
      position bigint NOT NULL,
      stream text NOT NULL,
      revision integer NOT NULL,
      event_id uuid NOT NULL,
      type text NOT NULL,
      account text NOT NULL,
      -- null for accounts and API keys
      environment text,
      reason text NOT NULL,
      set_aside_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (schema, event_id)
    );

    -- Whose events were set aside since one was folded last: when they are many, it is not the events' fault.
    ALTER TABLE projections.checkpoints ADD COLUMN refused_accounts text[] NOT NULL DEFAULT '{}';
  `,
}

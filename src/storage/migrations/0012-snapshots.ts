import type { Migration } from './migration.js'

/**
 * States of streams that grow without limit, so that they need not be read from the beginning. A
 * cache beside the event store: each row is computed from events and checked against them, and
 * lost rows are computed again. Each version of the program has its own rows.
 */
export const snapshots: Migration = {
  name: '0012-snapshots',
  sql: `
    CREATE UNLOGGED TABLE operations.snapshot (
      stream    text    NOT NULL,
      aggregate text    NOT NULL,
      version   integer NOT NULL,
      -- of the last event that is in the state, and its hash
      revision  integer NOT NULL,
      hash      text    NOT NULL,
      -- JSON, kept as it was written
      state     text    NOT NULL,
      -- SHA-256 over all of this
      digest    text    NOT NULL,
      PRIMARY KEY (stream, aggregate, version)
    );
  `,
}

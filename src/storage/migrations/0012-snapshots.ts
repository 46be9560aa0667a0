import type { Migration } from './migration.js'

/**
 * States of streams that grow for ever, so that nobody has to read such a stream from its
 * beginning. A cache beside the event store: each row follows from events and is checked against
 * them, and what is lost is made anew. Each version of the program has rows of its own.
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

import type { Migration } from './migration.js'

/**
 * The restores of the event store that were found. Each reader of all events stores, beside its
 * position, how many of them it has followed. With fewer than are known, its position is one of a
 * store that is gone, even if its own newest event is still there.
 */
export const restores: Migration = {
  name: '0026-restores',
  sql: `
    CREATE TABLE storage.restore (
      number   integer     PRIMARY KEY CHECK (number > 0),
      found_at timestamptz NOT NULL DEFAULT now(),
      found_by text        NOT NULL,
      -- what the store lacks
      lack     text        NOT NULL
    );
    ALTER TABLE projections.checkpoints ADD COLUMN restores integer NOT NULL DEFAULT 0;
    ALTER TABLE projections.replaced ADD COLUMN restores integer NOT NULL DEFAULT 0;
    ALTER TABLE processing.checkpoints ADD COLUMN restores integer NOT NULL DEFAULT 0;
    ALTER TABLE audit.tree ADD COLUMN restores integer NOT NULL DEFAULT 0;
  `,
}

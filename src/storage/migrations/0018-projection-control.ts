import type { Migration } from './migration.js'

/**
 * The operator's decisions about read models: which are paused, and which table was in use before
 * the last rebuild, so that the rebuild can be undone.
 */
export const projectionControl: Migration = {
  name: '0018-projection-control',
  sql: `
    -- Nobody folds into the read model since then; null: it runs.
    ALTER TABLE projections.checkpoints ADD COLUMN paused_at timestamptz;

    -- The table that the last rebuild replaced, and its checkpoint of that moment.
    CREATE TABLE projections.replaced (
      name text PRIMARY KEY REFERENCES projections.checkpoints,
      schema text NOT NULL,
      version integer NOT NULL,
      position bigint,
      anchor json,
      refused_accounts text[] NOT NULL,
      replaced_at timestamptz NOT NULL DEFAULT now()
    );
  `,
}

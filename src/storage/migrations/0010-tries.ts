import type { Migration } from './migration.js'

/**
 * Outages and faults are counted apart: an outage passes by itself and must never bring work
 * closer to being given up. `failures` counted both together. It stays as long as processes of the
 * release before may still write it, and nobody reads it any more.
 */
export const tries: Migration = {
  name: '0010-tries',
  sql: `
    ALTER TABLE processing.work
      -- tries in a row that ended in an outage, of whomever
      ADD COLUMN outages integer NOT NULL DEFAULT 0,
      -- tries in a row that ended in a fault of ours
      ADD COLUMN faults integer NOT NULL DEFAULT 0;
  `,
}

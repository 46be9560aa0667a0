import type { Migration } from './migration.js'

/**
 * Outages and faults are counted separately: an outage ends without intervention and must never
 * bring work closer to being abandoned. `failures` counted both together. It stays while processes
 * of the previous release may still write it; nothing reads it any more.
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

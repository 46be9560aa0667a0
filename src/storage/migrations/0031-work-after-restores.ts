import type { Migration } from './migration.js'

/**
 * The number of restores of the event store that the read model had followed when it showed this
 * work. With fewer than it has followed since, the row's positions are those of a store that is
 * gone.
 */
export const workAfterRestores: Migration = {
  name: '0031-work-after-restores',
  sql: `
    ALTER TABLE processing.work ADD COLUMN restores integer NOT NULL DEFAULT 0;
  `,
}

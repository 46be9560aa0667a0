import type { Migration } from './migration.js'

/**
 * The event by which each subscriber recognises its store: after a restore, other events are at
 * its remembered positions.
 */
export const anchors: Migration = {
  name: '0006-anchors',
  sql: `
    -- {stream, revision, id} of the newest event dealt with; null: unknown
    ALTER TABLE projections.checkpoints ADD COLUMN anchor json;
    ALTER TABLE processing.checkpoints ADD COLUMN anchor json;
  `,
}

import type { Migration } from './migration.js'

/**
 * The newest event that the sealing has passed, of any stream. A position alone does not show that
 * the store was restored to an older point and has grown past it since.
 */
export const sealingAnchor: Migration = {
  name: '0030-sealing-anchor',
  sql: `
    -- {"stream": ..., "revision": ..., "id": ...}; null: before this was recorded, or none
    ALTER TABLE audit.tree ADD COLUMN anchor json;
  `,
}

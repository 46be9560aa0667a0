import type { Migration } from './migration.js'

/**
 * A claim's token is never reused. It began at 0 in every new row, and a row is deleted when its
 * work is done: a worker that was paused until the same work came again held the token of another
 * claim, and released that claim.
 */
export const claimTokens: Migration = {
  name: '0015-claim-tokens',
  sql: `
    -- Counted up by each claim from a place that no other row of this key begins near.
    ALTER TABLE processing.work ALTER COLUMN token SET DEFAULT (random() * 4503599627370496)::bigint;
  `,
}

import type { Migration } from './migration.js'

/**
 * The pending work of the processors, and its claims. Operational state, filled from the read
 * models: a rebuild does not touch it, and its loss only means that all waiting work is checked
 * early.
 *
 * It replaces the leases, whose claims had to read every row of the to-do list: here the due time
 * is one indexed column, and parked work costs nothing.
 */
export const workList: Migration = {
  name: '0005-work-list',
  sql: `
    DROP TABLE processing.leases;

    CREATE TABLE processing.work (
      -- 'invoices': key is the stream; 'deliveries': key is account and environment, whose deliveries one worker at a time takes care of
      kind text NOT NULL,
      key text NOT NULL,
      account text NOT NULL,
      environment text NOT NULL,
      -- of the service's clock
      due_at timestamptz NOT NULL,
      -- newest event that gave something to do
      position bigint NOT NULL,
      -- events up to here are dealt with, until due_at
      seen bigint NOT NULL DEFAULT 0,
      -- counts the claims: a worker whose token is no longer this one was overtaken
      token bigint NOT NULL DEFAULT 0,
      -- a claim is over at this time of the database's clock, or when it is released (null)
      held_until timestamptz,
      -- tries in a row that ended in an outage or a fault
      failures integer NOT NULL DEFAULT 0,
      PRIMARY KEY (kind, key)
    ) WITH (fillfactor = 70);
    CREATE INDEX work_due ON processing.work (kind, due_at);

    -- How far each kind has been taken over from its read model.
    CREATE TABLE processing.watermarks (
      kind text PRIMARY KEY,
      position bigint NOT NULL
    );

    -- Subscribers that are no read models: all events up to here are dealt with; null: none yet.
    CREATE TABLE processing.checkpoints (
      name text PRIMARY KEY,
      position bigint
    );
  `,
}

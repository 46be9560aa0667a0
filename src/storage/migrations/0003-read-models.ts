import type { Migration } from './migration.js'

/**
 * The positions of the read models (`projections.checkpoints`; the projections create their own
 * tables, and schema `read` contains the views over the live ones), and the claims of workers
 * (`processing.leases`: operational state that a rebuild leaves unchanged).
 */
export const readModels: Migration = {
  name: '0003-read-models',
  sql: `
    CREATE SCHEMA projections;
    CREATE SCHEMA read;
    CREATE SCHEMA processing;

    CREATE TABLE projections.checkpoints (
      name text PRIMARY KEY,
      -- the code's version of table and fold
      version integer NOT NULL,
      -- schema of the live table
      live_schema text NOT NULL,
      -- all events up to here are in the table; null: none yet
      position bigint
    );

    CREATE TABLE processing.leases (
      stream text PRIMARY KEY,
      -- counts the claims: a worker whose token is no longer this one was overtaken
      token bigint NOT NULL,
      -- a claim is over at this time of the database's clock, or when it is released (null)
      held_until timestamptz,
      -- the to-do row up to this revision is dealt with, until not_before
      seen_revision integer NOT NULL,
      not_before timestamptz NOT NULL,
      -- tries in a row that ended in an outage or a fault
      failures integer NOT NULL
    );

    -- what a deployment has done once and for all
    CREATE TABLE processing.milestones (
      name text PRIMARY KEY,
      reached_at timestamptz NOT NULL DEFAULT now()
    );
  `,
}

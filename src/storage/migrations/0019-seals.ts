import type { Migration } from './migration.js'

/**
 * The Merkle tree for seals. The leaves of erased streams stay: without them no root could be
 * computed again.
 */
export const seals: Migration = {
  name: '0019-seals',
  sql: `
    CREATE SCHEMA audit;

    -- How far the tree has grown. Locked by whoever adds to it.
    CREATE TABLE audit.tree (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      size bigint NOT NULL,
      streams bigint NOT NULL,
      -- Up to where the events were read; NULL: from the beginning.
      position bigint,
      -- Why nothing is sealed; NULL: nothing stands against it.
      trouble text
    );
    INSERT INTO audit.tree (size, streams) VALUES (0, 0);

    -- The events of live streams in the order of the store: of each the hash in its metadata.
    CREATE TABLE audit.leaf (
      index bigint PRIMARY KEY,
      -- Where the event stood when it was read; another store has other positions.
      position bigint NOT NULL,
      stream text COLLATE "C" NOT NULL,
      revision integer NOT NULL,
      hash bytea NOT NULL CHECK (octet_length(hash) = 32),
      UNIQUE (stream, revision)
    );

    -- Roots of complete subtrees of 2^level leaves, at every fourth level: a proof needs few rows.
    CREATE TABLE audit.node (
      level integer NOT NULL,
      index bigint NOT NULL,
      hash bytea NOT NULL,
      PRIMARY KEY (level, index)
    );

    -- Where each seal stands. The stream is claimed before the seal is appended, so that two
    -- processes never put one sequence into two months. NULL: not appended yet.
    CREATE TABLE audit.seal (
      sequence bigint PRIMARY KEY,
      stream text COLLATE "C" NOT NULL,
      revision integer,
      size bigint,
      hash text
    );
  `,
}

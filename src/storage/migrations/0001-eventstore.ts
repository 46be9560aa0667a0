import type { Migration } from './migration.js'

/**
 * The event store's tables and the function that appends to them. Events are inserted and, for
 * retention, deleted; never updated.
 *
 * - `json`, not `jsonb`: the appended text is kept byte for byte, and \u0000 is allowed.
 * - The head row is updated inside each append and stays locked until its commit. That makes
 *   positions gapless and ordered by commits: a reader of position n sees everything before it.
 * - The primary key contains what a filtered subscriber needs, so that events of other streams
 *   are skipped in the index alone.
 * - Collation C: stream names are ASCII and compared by bytes, regardless of the server's locale
 *   or its library's version.
 */
export const eventstore: Migration = {
  name: '0001-eventstore',
  sql: `
CREATE SCHEMA eventstore;

CREATE TABLE eventstore.head (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  "position" bigint NOT NULL
);
INSERT INTO eventstore.head ("position") VALUES (0);

CREATE TABLE eventstore.events (
  "position" bigint NOT NULL,
  stream text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  bytes integer NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  metadata json NOT NULL,
  PRIMARY KEY ("position") INCLUDE (stream, bytes),
  UNIQUE (stream, revision)
);

-- The tombstones: nothing can be appended to these streams again.
CREATE TABLE eventstore.erased (
  stream text COLLATE "C" PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);

-- What was promised must be on disk, whatever the server's default. Local to the transaction, so that it still holds at its
-- commit; a SET clause of the function would end with the function. A stricter setting (remote_apply) stays.
CREATE FUNCTION eventstore.commit_durably() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local', 'remote_write') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
END $$;

-- Many appends in one transaction; one answer for each, in their order. The first three arrays have one element for each
-- append (expected: -1 for a stream without events; counts: its number of events), the others one for each event.
CREATE FUNCTION eventstore.append(
  streams text[], expected integer[], counts integer[],
  ids uuid[], types text[], datas json[], metadatas json[], sizes integer[]
) RETURNS TABLE (outcome text, at_revision integer, at_position bigint) LANGUAGE plpgsql AS $$
DECLARE
  reserved integer := cardinality(ids);
  head bigint;
  first_head bigint;
  behind integer := 0; -- events of the appends that are done with
  present integer;     -- revision of the stream's last event; -1: none, -2: erased
BEGIN
  PERFORM eventstore.commit_durably();
  -- Takes the lock and, for the usual case that no append conflicts, moves the head already.
  UPDATE eventstore.head h SET "position" = h."position" + reserved
    RETURNING h."position" - reserved INTO STRICT head;
  first_head := head;
  FOR i IN 1 .. cardinality(streams) LOOP
    present := coalesce(
      (SELECT e.revision FROM eventstore.events e WHERE e.stream = streams[i] ORDER BY e.revision DESC LIMIT 1),
      CASE WHEN EXISTS (SELECT FROM eventstore.erased t WHERE t.stream = streams[i]) THEN -2 ELSE -1 END);
    outcome := 'conflict';
    at_revision := present;
    at_position := NULL;
    IF present = -2 THEN
      outcome := 'erased';
    ELSIF present > expected[i] THEN
      -- A retry, if all ids stand where they would have been put.
      SELECT CASE count(*) WHEN counts[i] THEN 'appended' ELSE 'conflict' END, max(e."position")
        INTO outcome, at_position
        FROM unnest(ids[behind + 1 : behind + counts[i]]) WITH ORDINALITY AS s (id, place)
        JOIN eventstore.events e ON e.stream = streams[i] AND e.revision = expected[i] + s.place AND e.id = s.id;
      IF outcome = 'appended' THEN
        at_revision := expected[i] + counts[i];
      END IF;
    ELSIF present = expected[i]
      AND (present = -1 OR NOT EXISTS (
        SELECT FROM eventstore.events e WHERE e.stream = streams[i] AND e.id = ANY (ids[behind + 1 : behind + counts[i]])))
    THEN
      FOR j IN 1 .. counts[i] LOOP
        INSERT INTO eventstore.events ("position", stream, revision, bytes, id, type, data, metadata)
          VALUES (head + j, streams[i], present + j, sizes[behind + j], ids[behind + j], types[behind + j],
                  datas[behind + j], metadatas[behind + j]);
      END LOOP;
      head := head + counts[i];
      outcome := 'appended';
      at_revision := present + counts[i];
      at_position := head;
    END IF;
    behind := behind + counts[i];
    RETURN NEXT;
  END LOOP;
  IF head <> first_head + reserved THEN
    UPDATE eventstore.head h SET "position" = head;
  END IF;
  IF head <> first_head THEN
    PERFORM pg_notify('eventstore_head', head::text);
  END IF;
END $$;

-- Waits for appends under way and keeps new ones out until the tombstone stands.
CREATE FUNCTION eventstore.erase(stream_to_erase text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM eventstore.commit_durably();
  PERFORM FROM eventstore.head FOR UPDATE;
  INSERT INTO eventstore.erased (stream) VALUES (stream_to_erase) ON CONFLICT DO NOTHING;
  DELETE FROM eventstore.events e WHERE e.stream = stream_to_erase;
END $$;
`,
}

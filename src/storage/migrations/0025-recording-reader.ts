import type { Migration } from './migration.js'

/**
 * Lets a read-only role (the auditor's) record what was shown to it, and nothing else: an append
 * for events of operators' actions only, from today (a day more or less, because clocks differ),
 * linked to the previous event. It uses `eventstore.append`, so positions and revisions are
 * assigned as for every append. A refusal is reported as a missing right.
 */
export const recordingReader: Migration = {
  name: '0025-recording-reader',
  sql: `
    CREATE FUNCTION eventstore.append_actions(
      streams text[], expected integer[], counts integer[],
      ids uuid[], types text[], datas json[], metadatas json[], sizes integer[]
    ) RETURNS TABLE (outcome text, at_revision integer, at_position bigint) LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      before bigint;
      today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
    BEGIN
      IF EXISTS (SELECT FROM unnest(streams) s WHERE s IS NULL
          OR s <> ALL (ARRAY(SELECT 'operatorAction-' || (today + days) FROM generate_series(-1, 1) days)))
        OR EXISTS (SELECT FROM unnest(types) t WHERE t IS DISTINCT FROM 'OperatorActed')
      THEN
        RAISE EXCEPTION 'This role may append today''s actions of operators and nothing else' USING ERRCODE = 'insufficient_privilege';
      END IF;
      -- Nobody appends from here on, so all behind this place is new and of this call.
      SELECT h."position" INTO STRICT before FROM eventstore.head h FOR UPDATE;
      RETURN QUERY SELECT * FROM eventstore.append(streams, expected, counts, ids, types, datas, metadatas,
        ARRAY(SELECT octet_length(d::text) + octet_length(m::text)
              FROM unnest(datas, metadatas) WITH ORDINALITY AS u (d, m, place) ORDER BY place));
      IF EXISTS (
        SELECT FROM eventstore.events e
        LEFT JOIN eventstore.events p ON p.stream = e.stream AND p.revision = e.revision - 1
        WHERE e."position" > before AND (
          e.bytes > 262144
          OR e.metadata ->> 'prevHash' IS DISTINCT FROM coalesce(p.metadata ->> 'hash', repeat('0', 64))
          OR e.metadata ->> 'account' IS DISTINCT FROM 'deployment'
          OR e.metadata ->> 'actor' IS DISTINCT FROM 'operator'))
      THEN
        RAISE EXCEPTION 'An event is no action of an operator, or is not linked to the one before it' USING ERRCODE = 'insufficient_privilege';
      END IF;
    END $$;
    REVOKE ALL ON FUNCTION eventstore.append_actions(text[], integer[], integer[], uuid[], text[], json[], json[], integer[]) FROM PUBLIC;
  `,
}

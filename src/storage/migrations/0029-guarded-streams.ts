import type { Migration } from './migration.js'

const SIGNATURE = 'text[], integer[], integer[], uuid[], text[], json[], json[], integer[]'

/**
 * Limits what a role with fewer rights than the owner can do to streams by the granted functions.
 * It erases only kinds of stream that data retention erases: never a log, nor permissions, holds
 * or seals. It appends only to streams with its prefixes (`append_right`, which `roles.ts` fills).
 * A stream of operators' actions that has a tombstone is followed by another part of its day.
 */
export const guardedStreams: Migration = {
  name: '0029-guarded-streams',
  sql: `
    CREATE TABLE eventstore.append_right (
      role_name text NOT NULL,
      prefix    text NOT NULL,
      PRIMARY KEY (role_name, prefix)
    );

    DO $body$ BEGIN
      EXECUTE replace(pg_get_functiondef('eventstore.append(${SIGNATURE})'::regprocedure),
        'FUNCTION eventstore.append(', 'FUNCTION eventstore.append_events(');
    END $body$;
    REVOKE ALL ON FUNCTION eventstore.append_events(${SIGNATURE}) FROM PUBLIC;

    CREATE OR REPLACE FUNCTION eventstore.append(
      streams text[], expected integer[], counts integer[],
      ids uuid[], types text[], datas json[], metadatas json[], sizes integer[]
    ) RETURNS TABLE (outcome text, at_revision integer, at_position bigint) LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DECLARE
      allowed text[];
    BEGIN
      -- The current user is the owner here; the session's is who has logged in.
      IF session_user <> current_user THEN
        SELECT array_agg(r.prefix) INTO allowed FROM eventstore.append_right r
          JOIN pg_roles p ON p.rolname = r.role_name
          WHERE pg_has_role(session_user, p.oid, 'MEMBER')
            AND NOT (SELECT u.rolsuper FROM pg_roles u WHERE u.rolname = session_user);
        IF allowed IS NOT NULL AND EXISTS (
          SELECT FROM unnest(streams) s WHERE NOT coalesce((SELECT bool_or(s ^@ a) FROM unnest(allowed) a), false))
        THEN
          RAISE EXCEPTION 'This role may not append to a stream of that kind' USING ERRCODE = 'insufficient_privilege';
        END IF;
      END IF;
      RETURN QUERY SELECT * FROM eventstore.append_events(streams, expected, counts, ids, types, datas, metadatas, sizes);
    END $$;

    CREATE OR REPLACE FUNCTION eventstore.erase(stream_to_erase text) RETURNS void LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF session_user <> current_user
        AND stream_to_erase !~ '^((live|test)(Invoice|Delivery|Company|Connection)|testReceiver)-'
      THEN
        RAISE EXCEPTION 'Data retention never erases a stream of that kind' USING ERRCODE = 'insufficient_privilege';
      END IF;
      PERFORM eventstore.commit_durably();
      PERFORM FROM eventstore.head FOR UPDATE;
      INSERT INTO eventstore.erased (stream) VALUES (stream_to_erase) ON CONFLICT DO NOTHING;
      DELETE FROM eventstore.events e WHERE e.stream = stream_to_erase;
    END $$;

    -- As in 0025, and it accepts the further parts of a day.
    DO $body$ BEGIN
      EXECUTE replace(pg_get_functiondef('eventstore.append_actions(${SIGNATURE})'::regprocedure),
        $old$s <> ALL (ARRAY(SELECT 'operatorAction-' || (today + days) FROM generate_series(-1, 1) days))$old$,
        $new$regexp_replace(s, '[.][2-4]$', '') <> ALL (ARRAY(SELECT 'operatorAction-' || (today + days) FROM generate_series(-1, 1) days))$new$);
      IF position('[.][2-4]' IN pg_get_functiondef('eventstore.append_actions(${SIGNATURE})'::regprocedure)) = 0 THEN
        RAISE EXCEPTION 'append_actions is not as 0025 made it';
      END IF;
    END $body$;
  `,
}

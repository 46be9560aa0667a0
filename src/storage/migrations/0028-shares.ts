import type { Migration } from './migration.js'

/**
 * An account has a share of each lane, so that calls to a platform that hangs leave room for
 * others. Processes of the previous release call `claim_work`, which stays.
 */
export const shares: Migration = {
  name: '0028-shares',
  sql: `
    -- Claims what is due, as processing.claim_work of 0013-lanes, but no more for an account than its
    -- share of a lane: p_most is the share, p_held is what the process works on for each account.
    CREATE FUNCTION processing.claim_shares(
      p_kind text, p_now timestamptz, p_lanes text[], p_governments text[], p_wanted integer[], p_afters text[], p_seconds double precision,
      p_most integer[], p_held jsonb[]
    ) RETURNS TABLE (
      kind text, key text, account text, environment text, lane text, "position" bigint, token bigint, outages integer, faults integer
    ) LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
    #variable_conflict use_column
    DECLARE
      room integer;
      at_most integer;
      closed timestamptz;
      served text;
      next_account text;
      visits integer;
      around boolean;
      taken integer;
      taken_before integer;
      found_now integer;
      due_rows integer;
      few CONSTANT integer := 32;
      i integer;
      this_lane text;
      of_accounts jsonb;
      its_room integer;
    BEGIN
      LOOP
        -- Most lanes are empty: only those are looked at in which something is due.
        SELECT w.lane INTO this_lane FROM processing.work w
          WHERE w.kind = p_kind AND (this_lane IS NULL OR w.lane > this_lane)
          ORDER BY w.kind, w.lane LIMIT 1;
        EXIT WHEN this_lane IS NULL OR NOT FOUND;
        i := array_position(p_lanes, this_lane);
        CONTINUE WHEN i IS NULL;
        SELECT count(*) INTO due_rows FROM (
          SELECT FROM processing.work w WHERE w.kind = p_kind AND w.lane = p_lanes[i] AND w.due_at <= p_now
          ORDER BY w.due_at LIMIT few + 1) d;
        CONTINUE WHEN due_rows = 0;
        -- Locked, so that a probe is one probe: of all processes one sees the gate open.
        SELECT max(g.closed_until), min(g.at_once) INTO closed, at_most FROM (
          SELECT h.closed_until, h.at_once FROM processing.gates h WHERE h.name IN (p_lanes[i], p_governments[i])
          ORDER BY h.name FOR UPDATE) g;
        CONTINUE WHEN closed > p_now;
        room := least(p_wanted[i], at_most);
        taken := 0;
        visits := 0;
        of_accounts := p_held[i];
        IF due_rows <= few THEN
          -- All of it is looked at: the first of each account, then the second, …
          RETURN QUERY
            WITH due AS MATERIALIZED (
              SELECT w.key, w.account, row_number() OVER (PARTITION BY w.account ORDER BY w.due_at) AS turn
              FROM processing.work w
              WHERE w.kind = p_kind AND w.lane = p_lanes[i] AND w.due_at <= p_now
                AND (w.held_until IS NULL OR w.held_until < clock_timestamp())
            ), chosen AS (
              SELECT w.key FROM due d JOIN processing.work w ON w.kind = p_kind AND w.key = d.key
              WHERE (w.held_until IS NULL OR w.held_until < clock_timestamp())
                AND d.turn <= p_most[i] - coalesce((of_accounts ->> d.account)::integer, 0)
              ORDER BY d.turn, d.account <= p_afters[i], d.account LIMIT room
              FOR UPDATE OF w SKIP LOCKED
            )
            UPDATE processing.work c
            SET token = c.token + 1, held_until = clock_timestamp() + make_interval(secs => p_seconds), waits_for = NULL
            FROM chosen WHERE c.kind = p_kind AND c.key = chosen.key
            RETURNING c.kind, c.key, c.account, c.environment, c.lane, c.position, c.token, c.outages, c.faults;
          GET DIAGNOSTICS taken = ROW_COUNT;
        ELSE
          <<turns>>
          LOOP
            taken_before := taken;
            around := false;
            served := p_afters[i];
            LOOP
              SELECT w.account INTO next_account FROM processing.work w
                WHERE w.kind = p_kind AND w.lane = p_lanes[i] AND w.account > served
                ORDER BY w.kind, w.lane, w.account LIMIT 1;
              IF next_account IS NULL THEN
                EXIT WHEN around;
                around := true;
                served := '';
                CONTINUE;
              END IF;
              EXIT WHEN around AND next_account > p_afters[i];
              served := next_account;
              visits := visits + 1;
              its_room := p_most[i] - coalesce((of_accounts ->> next_account)::integer, 0);
              IF its_room <= 0 THEN
                EXIT turns WHEN visits >= 500;
                CONTINUE;
              END IF;
              RETURN QUERY
                WITH due AS (
                  SELECT w.key FROM processing.work w
                  WHERE w.kind = p_kind AND w.lane = p_lanes[i] AND w.account = next_account AND w.due_at <= p_now
                    AND (w.held_until IS NULL OR w.held_until < clock_timestamp())
                  ORDER BY w.due_at LIMIT least(room - taken, its_room, 4)
                  FOR UPDATE SKIP LOCKED
                )
                UPDATE processing.work c
                SET token = c.token + 1, held_until = clock_timestamp() + make_interval(secs => p_seconds), waits_for = NULL
                FROM due WHERE c.kind = p_kind AND c.key = due.key
                RETURNING c.kind, c.key, c.account, c.environment, c.lane, c.position, c.token, c.outages, c.faults;
              GET DIAGNOSTICS found_now = ROW_COUNT;
              taken := taken + found_now;
              of_accounts := of_accounts || jsonb_build_object(next_account, p_most[i] - its_room + found_now);
              EXIT turns WHEN taken >= room OR visits >= 500;
            END LOOP;
            EXIT turns WHEN taken = taken_before;
          END LOOP;
        END IF;
        IF visits >= 500 AND taken < room THEN
          lane := p_lanes[i];
          account := served;
          key := NULL;
          RETURN NEXT;
        END IF;
        IF at_most IS NOT NULL AND taken > 0 THEN
          -- While a government recovers the next ones wait for an answer to these, or for a minute.
          UPDATE processing.gates SET closed_until = p_now + interval '1 minute' WHERE name = p_governments[i];
        END IF;
      END LOOP;
    END $$;
  `,
}

import type { Migration } from './migration.js'

/**
 * Work is taken from lanes, in turns between accounts, and calls to governments are counted and
 * can be paused for all processes together. All of it is operational state.
 *
 * Processes of the previous release know no lanes: their entries have the lane without a name,
 * from which every process takes work.
 */
export const lanes: Migration = {
  name: '0013-lanes',
  sql: `
    ALTER TABLE processing.work
      -- the queue that it waits in; empty: the one of work that calls no government
      ADD COLUMN lane text NOT NULL DEFAULT '',
      -- what wakes it before its time
      ADD COLUMN waits_for text;
    DROP INDEX processing.work_due;
    CREATE INDEX work_lane ON processing.work (kind, lane, due_at);
    CREATE INDEX work_turn ON processing.work (kind, lane, account, due_at);
    CREATE INDEX work_waits_for ON processing.work (waits_for) WHERE waits_for IS NOT NULL;

    -- What fails again and again is rare, and looked for often.
    CREATE INDEX work_parked ON processing.work (key) WHERE faults >= 8;

    -- One row for each government that does not answer, and for each lane whose calls were used up.
    CREATE TABLE processing.gates (
      name text PRIMARY KEY,
      -- calls in a row without an answer
      failures integer NOT NULL DEFAULT 0,
      -- while a government recovers: how much is taken at a time; null: as much as there is room
      at_once integer,
      -- of the service's clock
      closed_until timestamptz,
      -- when a call without an answer has closed it last
      closed_at timestamptz
    );

    -- Claims what is due: from each lane as much as there is room, in turns between its accounts.
    -- Where much is due, at most 500 accounts of a lane are looked at: then a row without a key says
    -- at which account the next claim goes on.
    CREATE FUNCTION processing.claim_work(
      p_kind text, p_now timestamptz, p_lanes text[], p_governments text[], p_wanted integer[], p_afters text[], p_seconds double precision
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
        IF due_rows <= few THEN
          -- All of it is at hand: the first of each account, then the second, …
          RETURN QUERY
            WITH due AS MATERIALIZED (
              SELECT w.key, w.account, row_number() OVER (PARTITION BY w.account ORDER BY w.due_at) AS turn
              FROM processing.work w
              WHERE w.kind = p_kind AND w.lane = p_lanes[i] AND w.due_at <= p_now
                AND (w.held_until IS NULL OR w.held_until < clock_timestamp())
            ), chosen AS (
              SELECT w.key FROM due d JOIN processing.work w ON w.kind = p_kind AND w.key = d.key
              WHERE w.held_until IS NULL OR w.held_until < clock_timestamp()
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
              RETURN QUERY
                WITH due AS (
                  SELECT w.key FROM processing.work w
                  WHERE w.kind = p_kind AND w.lane = p_lanes[i] AND w.account = next_account AND w.due_at <= p_now
                    AND (w.held_until IS NULL OR w.held_until < clock_timestamp())
                  ORDER BY w.due_at LIMIT least(room - taken, 4)
                  FOR UPDATE SKIP LOCKED
                )
                UPDATE processing.work c
                SET token = c.token + 1, held_until = clock_timestamp() + make_interval(secs => p_seconds), waits_for = NULL
                FROM due WHERE c.kind = p_kind AND c.key = due.key
                RETURNING c.kind, c.key, c.account, c.environment, c.lane, c.position, c.token, c.outages, c.faults;
              GET DIAGNOSTICS found_now = ROW_COUNT;
              taken := taken + found_now;
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

    -- Calls to governments in a window of time, for all processes together.
    CREATE TABLE operations.call_budget (
      name text NOT NULL,
      from_at timestamptz NOT NULL,
      until_at timestamptz NOT NULL,
      used integer NOT NULL,
      PRIMARY KEY (name, from_at)
    ) WITH (fillfactor = 50);
    CREATE INDEX call_budget_until ON operations.call_budget (until_at);

    -- One call out of each, or none: then the number of the one that is used up. The order of the
    -- rows is everybody's, so that nobody waits for somebody who waits for him. Counting may lose
    -- the last half second when the server crashes.
    CREATE FUNCTION operations.take_calls(p_names text[], p_froms timestamptz[], p_untils timestamptz[], p_limits integer[])
    RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE
      b record;
      exhausted integer := 0;
      ends timestamptz := '-infinity';
      n integer;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      FOR b IN SELECT * FROM unnest(p_names, p_froms, p_untils, p_limits) WITH ORDINALITY AS g (name, from_at, until_at, most, number) ORDER BY name LOOP
        INSERT INTO operations.call_budget AS c VALUES (b.name, b.from_at, b.until_at, 0) ON CONFLICT DO NOTHING;
        SELECT used INTO n FROM operations.call_budget WHERE name = b.name AND from_at = b.from_at FOR UPDATE;
        IF n >= b.most AND b.until_at > ends THEN
          exhausted := b.number;
          ends := b.until_at;
        END IF;
      END LOOP;
      IF exhausted = 0 THEN
        UPDATE operations.call_budget c SET used = c.used + 1
          FROM unnest(p_names, p_froms) AS g (name, from_at) WHERE c.name = g.name AND c.from_at = g.from_at;
      END IF;
      RETURN exhausted;
    END $$;

    -- What gateways have sent, for governments without a key for repeated documents.
    CREATE TABLE operations.upload (
      account text NOT NULL,
      environment text NOT NULL,
      attempt_id text NOT NULL,
      country text NOT NULL,
      -- of the document, in hexadecimal
      sha256 text NOT NULL,
      begun_at timestamptz NOT NULL,
      -- the government's number; null: it has not answered
      upload_id text,
      PRIMARY KEY (account, environment, attempt_id)
    ) WITH (fillfactor = 80);

    -- Which document a number of the government stands for.
    CREATE TABLE operations.uploaded_document (
      account text NOT NULL,
      environment text NOT NULL,
      country text NOT NULL,
      upload_id text NOT NULL,
      sha256 text NOT NULL,
      PRIMARY KEY (account, environment, country, upload_id)
    );
  `,
}

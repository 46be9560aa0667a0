import type { Migration } from './migration.js'

/**
 * Operational counters: rate limits, quotas, last use of keys. None of them is an event or
 * computed from events.
 *
 * The functions do in one round trip what must be atomic. They commit without waiting for the
 * disk: a crash of the server may lose the last half second of counting. A claim whose invoice is
 * in the same server is never lost before the invoice, because the log is flushed in order.
 */
export const limits: Migration = {
  name: '0004-limits',
  sql: `
CREATE SCHEMA operations;

CREATE UNLOGGED TABLE operations.rate_window (
  account      text        NOT NULL,
  environment  text        NOT NULL,
  window_start timestamptz NOT NULL,
  taken        integer     NOT NULL,
  PRIMARY KEY (account, environment, window_start)
);
CREATE INDEX rate_window_start ON operations.rate_window (window_start);

CREATE FUNCTION operations.take_rate(
  p_account text, p_environment text, p_start timestamptz, p_wanted integer, p_limit integer,
  OUT granted integer, OUT taken integer
) LANGUAGE plpgsql AS $$
DECLARE
  before integer;
BEGIN
  INSERT INTO operations.rate_window VALUES (p_account, p_environment, p_start, 0) ON CONFLICT DO NOTHING;
  SELECT w.taken INTO before FROM operations.rate_window w
    WHERE w.account = p_account AND w.environment = p_environment AND w.window_start = p_start FOR UPDATE;
  granted := greatest(0, least(p_wanted, p_limit - before));
  taken := before + granted;
  IF granted > 0 THEN
    UPDATE operations.rate_window w SET taken = before + granted
      WHERE w.account = p_account AND w.environment = p_environment AND w.window_start = p_start;
  END IF;
END $$;

CREATE TABLE operations.quota_bucket (
  bucket text    PRIMARY KEY,
  used   integer NOT NULL
);

CREATE TABLE operations.quota_claim (
  bucket     text        NOT NULL REFERENCES operations.quota_bucket,
  subject    text        NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (bucket, subject)
);

CREATE FUNCTION operations.claim_quota(p_bucket text, p_subject text, p_limit integer, p_now timestamptz) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  n integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  -- The bucket's row is the lock; what follows sees everything that was committed before it was granted.
  SELECT used INTO n FROM operations.quota_bucket WHERE bucket = p_bucket FOR UPDATE;
  IF NOT FOUND THEN RETURN 'unopened'; END IF;
  UPDATE operations.quota_claim SET claimed_at = greatest(claimed_at, p_now) WHERE bucket = p_bucket AND subject = p_subject;
  IF FOUND THEN RETURN 'claimed'; END IF;
  IF n >= p_limit THEN RETURN 'full'; END IF;
  INSERT INTO operations.quota_claim VALUES (p_bucket, p_subject, p_now);
  UPDATE operations.quota_bucket SET used = n + 1 WHERE bucket = p_bucket;
  RETURN 'claimed';
END $$;

CREATE FUNCTION operations.open_quota(p_bucket text, p_subjects text[], p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO operations.quota_bucket VALUES (p_bucket, cardinality(p_subjects)) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO operations.quota_claim SELECT p_bucket, subject, p_now FROM unnest(p_subjects) AS subject;
  END IF;
END $$;

CREATE FUNCTION operations.release_quota(p_bucket text, p_subject text, p_before timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM operations.quota_bucket WHERE bucket = p_bucket FOR UPDATE;
  DELETE FROM operations.quota_claim WHERE bucket = p_bucket AND subject = p_subject AND claimed_at < p_before;
  IF FOUND THEN UPDATE operations.quota_bucket SET used = used - 1 WHERE bucket = p_bucket; END IF;
END $$;

CREATE TABLE operations.api_key_usage (
  key_id       text        PRIMARY KEY,
  last_used_at timestamptz NOT NULL
);
`,
}

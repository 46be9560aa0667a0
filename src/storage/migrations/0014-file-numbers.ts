import type { Migration } from './migration.js'

/** Numbers for files whose names a government accepts only once. Operational state. */
export const fileNumbers: Migration = {
  name: '0014-file-numbers',
  sql: `
    -- The next number of each sender, whose names all accounts share.
    CREATE TABLE operations.file_counter (
      environment text NOT NULL,
      country text NOT NULL,
      sender text NOT NULL,
      next bigint NOT NULL,
      PRIMARY KEY (environment, country, sender)
    ) WITH (fillfactor = 80);

    -- The number that an attempt was given.
    CREATE TABLE operations.file_number (
      account text NOT NULL,
      environment text NOT NULL,
      country text NOT NULL,
      attempt_id text NOT NULL,
      sender text NOT NULL,
      number bigint NOT NULL,
      PRIMARY KEY (account, environment, country, attempt_id)
    );

    -- The number of an attempt, counted when it is first asked for. Of two that ask at once, both
    -- get that of the first; the other's is left out.
    CREATE FUNCTION operations.number_file(
      its_account text, its_environment text, its_country text, attempt text, its_sender text
    ) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE given bigint;
    BEGIN
      SELECT f.number INTO given FROM operations.file_number f
        WHERE f.account = its_account AND f.environment = its_environment AND f.country = its_country AND f.attempt_id = attempt;
      IF given IS NOT NULL THEN RETURN given; END IF;
      INSERT INTO operations.file_counter AS c (environment, country, sender, next) VALUES (its_environment, its_country, its_sender, 1)
        ON CONFLICT (environment, country, sender) DO UPDATE SET next = c.next + 1
        RETURNING c.next - 1 INTO given;
      INSERT INTO operations.file_number (account, environment, country, attempt_id, sender, number)
        VALUES (its_account, its_environment, its_country, attempt, its_sender, given)
        ON CONFLICT DO NOTHING;
      SELECT f.number INTO given FROM operations.file_number f
        WHERE f.account = its_account AND f.environment = its_environment AND f.country = its_country AND f.attempt_id = attempt;
      RETURN given;
    END $$;
  `,
}

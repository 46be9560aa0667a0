import type { Migration } from './migration.js'

/**
 * Records one upload at a simulated government, in one round trip. Uploads of one number are
 * serialised, so that of two simultaneous ones exactly one is the duplicate. Each statement sees
 * what was committed before it began (READ COMMITTED), so the check is a separate statement after
 * the lock. `turn` names what is serialised.
 */
export const simulatorRecord: Migration = {
  name: '0009-simulator-record',
  sql: `
    CREATE FUNCTION simulator.record(
      turn text, its_account text, its_environment text, its_country text, attempt text, invoice text, supplier text, its_number text,
      hash text, received timestamptz
    ) RETURNS SETOF simulator.upload LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(turn, 0));
      INSERT INTO simulator.upload (account, environment, country, attempt_id, invoice_id, supplier_vat, number, sha256, received_at, duplicate_of)
        VALUES (its_account, its_environment, its_country, attempt, invoice, supplier, its_number, hash, received, (
          SELECT min(u.upload_id) FROM simulator.upload u
          WHERE u.account = its_account AND u.environment = its_environment AND u.country = its_country AND u.supplier_vat = supplier
            AND u.number = its_number AND NOT u.rejected))
        ON CONFLICT DO NOTHING;
      RETURN QUERY SELECT * FROM simulator.upload u
        WHERE u.account = its_account AND u.environment = its_environment AND u.country = its_country AND u.attempt_id = attempt;
    END $$;
  `,
}

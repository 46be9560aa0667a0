import type { Migration } from './migration.js'

/**
 * Replaced keys of the vault. A process that still encrypts with one is refused: its secrets would
 * be unreadable once the key is gone.
 */
export const retiredKeys: Migration = {
  name: '0021-retired-keys',
  sql: `
    CREATE TABLE vault.retired_key (
      key_id text PRIMARY KEY,
      retired_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE FUNCTION vault.refuse_retired_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM vault.retired_key WHERE key_id = NEW.key_id) THEN
        RAISE EXCEPTION 'the key % of the vault was replaced', NEW.key_id USING ERRCODE = 'CW001';
      END IF;
      RETURN NEW;
    END $$;

    CREATE TRIGGER refuse_retired_key BEFORE INSERT OR UPDATE ON vault.secret
      FOR EACH ROW EXECUTE FUNCTION vault.refuse_retired_key();
  `,
}

import type { Migration } from './migration.js'

/**
 * Operations of a role with fewer rights than the owner on tables that it can't write: it appends
 * and erases events only through the functions, and drops a table that was kept for a roll-back.
 * They run with the owner's rights and their own search path, and only granted roles may call
 * them.
 */
export const guardedFunctions: Migration = {
  name: '0024-guarded-functions',
  sql: `
    ALTER FUNCTION eventstore.append(text[], integer[], integer[], uuid[], text[], json[], json[], integer[])
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
    ALTER FUNCTION eventstore.erase(text) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
    REVOKE ALL ON FUNCTION eventstore.append(text[], integer[], integer[], uuid[], text[], json[], json[], integer[]) FROM PUBLIC;
    REVOKE ALL ON FUNCTION eventstore.erase(text) FROM PUBLIC;

    -- Answers whether it was kept. The table in use is never dropped.
    CREATE FUNCTION projections.drop_kept(its_name text, its_schema text) RETURNS boolean LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      DELETE FROM projections.replaced r WHERE r.name = its_name AND r.schema = its_schema
        AND r.schema ~ '^read_[a-z_]+_[0-9]+$'
        AND NOT EXISTS (SELECT FROM projections.checkpoints c WHERE c.live_schema = r.schema);
      IF NOT FOUND THEN
        RETURN false;
      END IF;
      EXECUTE format('DROP SCHEMA %I CASCADE', its_schema);
      RETURN true;
    END $$;
    REVOKE ALL ON FUNCTION projections.drop_kept(text, text) FROM PUBLIC;
  `,
}

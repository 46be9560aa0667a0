import type { Migration } from './migration.js'

/**
 * Allows the event store in PostgreSQL to be closed permanently, because its events are moved
 * elsewhere: the database itself refuses a service that still writes there because it was
 * overlooked or paused for an hour, so that no acknowledged event is left behind.
 *
 * The refusal says read-only (25006), which the adapter treats as an outage: a client is asked to
 * retry, and its next try reaches the new store.
 */
export const closedEventStore: Migration = {
  name: '0008-closed-event-store',
  sql: `
CREATE FUNCTION eventstore.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The events have moved to another event store' USING ERRCODE = 'read_only_sql_transaction';
END $$;

-- Appends and erasures begin at the head: the lock waits for those under way and lets none begin until the triggers are there.
CREATE FUNCTION eventstore.close() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM eventstore.commit_durably();
  LOCK TABLE eventstore.head IN ACCESS EXCLUSIVE MODE;
  CREATE OR REPLACE TRIGGER closed BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON eventstore.head
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore.refuse();
  CREATE OR REPLACE TRIGGER closed BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON eventstore.events
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore.refuse();
  CREATE OR REPLACE TRIGGER closed BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON eventstore.erased
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore.refuse();
END $$;

CREATE FUNCTION eventstore.reopen() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM eventstore.commit_durably();
  LOCK TABLE eventstore.head IN ACCESS EXCLUSIVE MODE;
  DROP TRIGGER IF EXISTS closed ON eventstore.head;
  DROP TRIGGER IF EXISTS closed ON eventstore.events;
  DROP TRIGGER IF EXISTS closed ON eventstore.erased;
END $$;
`,
}

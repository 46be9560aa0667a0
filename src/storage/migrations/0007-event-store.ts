import type { Migration } from './migration.js'

/**
 * The event store that the database belongs to: `postgres`, or the id of an EventStoreDB. State
 * computed from one store must not be continued from another. A database with events has them in
 * PostgreSQL; an empty one belongs to the first store it is used with.
 */
export const eventStoreOfDatabase: Migration = {
  name: '0007-event-store',
  sql: `
    CREATE TABLE storage.event_store (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      store    text    NOT NULL
    );
    INSERT INTO storage.event_store (store) SELECT 'postgres' FROM eventstore.head WHERE "position" > 0;
  `,
}

import type { Migration } from './migration.js'

/**
 * Which event store the database belongs to: `postgres`, or the id that an EventStoreDB carries.
 * What was computed from one store must not go on with another. A database that holds events has
 * them in PostgreSQL; an empty one belongs to whichever store it is first used with.
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

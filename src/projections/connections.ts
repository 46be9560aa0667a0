import type { Kysely } from 'kysely'
import type { CountryCode } from '../domain/request/invoice-request.js'
import type { ConnectionEvent } from '../domain/connection.js'
import type { Scope } from '../domain/event.js'
import { connectionAfter, type ConnectionView } from '../domain/public-events/connection-view.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'
import { inScope } from './in-scope.js'
import { type ListPlace, nextOldest } from './list-place.js'

/** A connection as the API shows it. */
export type ConnectionRow = ConnectionView

declare module './read-models.js' {
  interface ReadModels {
    'read.connections': ConnectionRow
  }
}

/** The connections of all companies, until they are deleted. */
export const connections: StreamProjection<ConnectionRow, ConnectionEvent> = {
  name: 'connections',
  version: 2,
  streamPrefixes: categoryPrefixes('Connection'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    company_id text NOT NULL,
    country_code text NOT NULL,
    status text NOT NULL,
    token_expires_at timestamptz,
    last_error_message text,
    created_at timestamptz NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, created_at, id)',
    'CREATE INDEX ON $table (company_id, country_code)',
  ],
  key: (event) => idInStream(event.stream),
  evolve: connectionAfter,
}

/** Oldest first, across all companies. */
export function listConnections(
  db: Kysely<ReadModels>,
  scope: Scope,
  after: ListPlace | null,
  limit: number,
): Promise<readonly ConnectionRow[]> {
  return nextOldest(db.selectFrom('read.connections').selectAll().where(inScope(scope)), after, limit)
}

/** A few of the active connections to a country, the oldest first. */
export async function activeConnections(
  db: Kysely<ReadModels>,
  scope: Scope,
  country: CountryCode,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('read.connections')
    .select('id')
    .where(inScope(scope))
    .where('country_code', '=', country)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The scope of a production connection to a country, if it is active; null: there is none of that
 * id.
 */
export async function activeConnectionOf(
  db: Kysely<ReadModels>,
  country: CountryCode,
  id: string,
): Promise<Scope | null> {
  const row = await db
    .selectFrom('read.connections')
    .select(['account', 'environment'])
    .where('id', '=', id)
    .where('environment', '=', 'production')
    .where('country_code', '=', country)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row ?? null
}

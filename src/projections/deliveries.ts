import { type Kysely, sql } from 'kysely'
import { unknownEvent, existing } from '../domain/aggregate.js'
import type { DeliveryAttempt, DeliveryEvent, DeliveryStatus } from '../domain/delivery.js'
import { type Environment, type Scope, scopeOfEvent } from '../domain/event.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { DeliveryKind } from '../domain/public-events/event-kinds.js'
import type { StreamProjection } from './engine/projection.js'
import { inScope } from './in-scope.js'
import type { ReadModels } from './read-models.js'

/** One delivery as the API shows it. Times are ISO 8601 in UTC. */
export type DeliveryRow = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly event_id: string
  readonly type: DeliveryKind
  readonly invoice_id: string | null
  readonly connection_id: string | null
  /**
   * The address of the last attempt, or, before the first, the one configured when the event
   * happened.
   */
  readonly url: string
  readonly status: DeliveryStatus
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  readonly next_attempt_at: string | null
  readonly created_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.deliveries': DeliveryRow
  }
}

/** All deliveries with their attempts. */
export const deliveries: StreamProjection<DeliveryRow, DeliveryEvent> = {
  name: 'deliveries',
  version: 1,
  streamPrefixes: categoryPrefixes('Delivery'),
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    invoice_id text,
    connection_id text,
    url text NOT NULL,
    status text NOT NULL,
    attempts json NOT NULL,
    next_attempt_at timestamptz,
    created_at timestamptz NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, created_at DESC, id DESC)',
    'CREATE INDEX ON $table (account, environment, status, created_at DESC, id DESC)',
  ],
  key: (event) => idInStream(event.stream),
  needsRow: (event) => event.type !== 'DeliveryScheduled',
  evolve(row, event) {
    switch (event.type) {
      case 'DeliveryScheduled': {
        const { deliveryId, eventId, kind, invoiceId, connectionId, url, nextAttemptAt } = event.data
        return {
          id: deliveryId,
          ...scopeOfEvent(event),
          event_id: eventId,
          // Only these are ever scheduled.
          type: kind as DeliveryKind,
          invoice_id: invoiceId,
          connection_id: connectionId,
          url,
          status: 'pending',
          attempts: [],
          next_attempt_at: nextAttemptAt,
          created_at: event.metadata.occurredAt,
        }
      }
      case 'DeliveryAttemptFailed':
        return { ...attempted(row, event), next_attempt_at: event.data.nextAttemptAt }
      case 'DeliverySucceeded':
        return { ...attempted(row, event), status: 'succeeded', next_attempt_at: null }
      case 'DeliveryFailed':
        return { ...attempted(row, event), status: 'failed', next_attempt_at: null }
      case 'DeliveryCancelled':
        return { ...existing(row, event), status: 'cancelled', next_attempt_at: null }
      case 'RedeliveryRequested': {
        const { url, nextAttemptAt } = event.data
        return { ...existing(row, event), status: 'pending', url, next_attempt_at: nextAttemptAt }
      }
      default:
        return unknownEvent(event)
    }
  },
}

type AttemptEvent = Parameters<typeof deliveries.evolve>[1] & {
  readonly data: { readonly url: string; readonly attempt: DeliveryAttempt }
}

function attempted(row: DeliveryRow | null, event: AttemptEvent): DeliveryRow {
  const before = existing(row, event)
  return { ...before, url: event.data.url, attempts: [...before.attempts, event.data.attempt] }
}

/** The end of a page: the next one begins after it. */
interface DeliveryCursor {
  readonly createdAt: string
  readonly id: string
}

/** Newest first; at most `limit` rows after the cursor. */
export async function listDeliveries(
  db: Kysely<ReadModels>,
  scope: Scope,
  status: DeliveryStatus | null,
  cursor: DeliveryCursor | null,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  let query = ofScope(db, scope)
  if (status !== null) query = query.where('d.status', '=', status)
  if (cursor) {
    query = query.where((both) =>
      both(both.refTuple('d.created_at', 'd.id'), '<', both.tuple(cursor.createdAt, cursor.id)),
    )
  }
  return query.orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(limit).execute()
}

/** A delivery of this scope by its id; null: there is none. */
export async function findDelivery(db: Kysely<ReadModels>, scope: Scope, id: string): Promise<DeliveryRow | null> {
  const row = await ofScope(db, scope).where('d.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** How many deliveries of this scope wait, counted up to `most`. */
export async function countPending(db: Kysely<ReadModels>, scope: Scope, most: number): Promise<number> {
  const pending = db
    .selectFrom('read.deliveries')
    .select('id')
    .where(inScope(scope))
    .where('status', '=', 'pending')
    .limit(most)
  const { count } = await db
    .selectFrom(pending.as('pending'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Pending deliveries go to the current webhook. */
function ofScope(db: Kysely<ReadModels>, scope: Scope) {
  return db
    .selectFrom('read.deliveries as d')
    .leftJoin('read.webhooks as w', (join) =>
      join.onRef('w.account', '=', 'd.account').onRef('w.environment', '=', 'd.environment'),
    )
    .selectAll('d')
    .select(sql<string>`CASE WHEN d.status = 'pending' THEN coalesce(w.url, d.url) ELSE d.url END`.as('url'))
    .where('d.account', '=', scope.account)
    .where('d.environment', '=', scope.environment)
}

import { type Kysely, sql, type SqlBool } from 'kysely'
import type { DeliveryStatus } from '../../domain/delivery.js'
import type { Environment, Scope } from '../../domain/event.js'
import { isId } from '../../domain/ids.js'
import type { DeliveryRow } from '../../projections/deliveries.js'
import type { ListPlace } from '../../projections/list-place.js'
import type { ReadModels } from '../../projections/read-models.js'

/** Deliveries of all accounts, or of one. */
export interface WantedDeliveries {
  readonly account: string | null
  readonly environment: Environment | null
  readonly status: DeliveryStatus
}

/**
 * Newest first; at most `limit` rows behind that place. The newest of each webhook are found by
 * the index that the account's own list has, then the newest of them all.
 */
export async function listDeliveriesOfAll(
  db: Kysely<ReadModels>,
  { account, environment, status }: WantedDeliveries,
  after: ListPlace | null,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  const behind = after === null ? sql`true` : sql`(created_at, id) < (${after.createdAt}, ${after.id})`
  const { rows } = await sql<DeliveryRow>`
    SELECT found.* FROM (
      SELECT a.id AS account, e.environment FROM read.accounts a, unnest(ARRAY['test', 'production']) AS e (environment)
      WHERE (${account}::text IS NULL OR a.id = ${account}) AND (${environment}::text IS NULL OR e.environment = ${environment})
    ) AS scope CROSS JOIN LATERAL (
      SELECT * FROM read.deliveries d
      WHERE d.account = scope.account AND d.environment = scope.environment AND d.status = ${status} AND ${behind}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}
    ) AS found ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** How many deliveries of a webhook failed for good. */
export interface DeadOfWebhook extends Scope {
  readonly dead: number
}

/** Counted up to so many for each webhook. */
export const MOST_COUNTED = 1_000

/** The webhooks whose deliveries failed for good, with how many, up to `MOST_COUNTED`. */
export async function countDead(db: Kysely<ReadModels>): Promise<readonly DeadOfWebhook[]> {
  const { rows } = await sql<DeadOfWebhook>`
    SELECT scope.account, scope.environment, counted.dead FROM (
      SELECT a.id AS account, e.environment FROM read.accounts a, unnest(ARRAY['test', 'production']) AS e (environment)
    ) AS scope CROSS JOIN LATERAL (
      SELECT count(*)::int AS dead FROM (
        SELECT FROM read.deliveries d
        WHERE d.account = scope.account AND d.environment = scope.environment AND d.status = 'failed' LIMIT ${MOST_COUNTED}
      ) AS counted_up
    ) AS counted WHERE counted.dead > 0 ORDER BY counted.dead DESC, scope.account, scope.environment LIMIT 200`.execute(
    db,
  )
  return rows
}

/** The delivery with this id, whosever it is; null: there is none. */
export async function findDeliveryOfAny(db: Kysely<ReadModels>, id: string): Promise<DeliveryRow | null> {
  if (!isId(id)) return null
  const row = await db.selectFrom('read.deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Those of these deliveries that there are. */
export async function findDeliveries(
  db: Kysely<ReadModels>,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly DeliveryRow[]> {
  return db
    .selectFrom('read.deliveries')
    .selectAll()
    .where(sql<SqlBool>`id = ANY(${ids}::text[])`)
    .where('account', '=', scope.account)
    .where('environment', '=', scope.environment)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

import { type Kysely, sql, type SqlBool } from 'kysely'
import type pg from 'pg'
import type { DeliveryStatus } from '../../../domain/delivery.js'
import type { Environment, Scope } from '../../../domain/event.js'
import { isId } from '../../../domain/ids.js'
import type { DeliveryRow } from '../../../projections/deliveries.js'
import type { ListPlace } from '../../../projections/list-place.js'
import type { ReadModels } from '../../../projections/read-models.js'
import { inTransaction } from '../../../storage/postgres/transaction.js'

/** Deliveries of all accounts, or of one. */
interface WantedDeliveries {
  readonly account: string | null
  readonly environment: Environment | null
  /** null: any. */
  readonly status: DeliveryStatus | null
}

/** All accounts, each in both environments. */
const SCOPES = `SELECT a.id AS account, e.environment FROM read.accounts a, unnest(ARRAY['test', 'production']) AS e (environment)`

/**
 * Newest first; at most `limit` rows after that place. The index of the account's own list yields
 * the newest of each webhook without their rows; then the newest of all are read.
 */
export async function listDeliveriesOfAll(
  db: Kysely<ReadModels>,
  { account, environment, status }: WantedDeliveries,
  after: ListPlace | null,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  const behind = after === null ? sql`true` : sql`(d.created_at, d.id) < (${after.createdAt}, ${after.id})`
  const is = status === null ? sql`true` : sql`d.status = ${status}`
  const { rows } = await sql<DeliveryRow>`
    SELECT d.* FROM (
      SELECT found.created_at, found.id FROM (${sql.raw(SCOPES)}) AS scope CROSS JOIN LATERAL (
        SELECT d.created_at, d.id FROM read.deliveries d
        WHERE d.account = scope.account AND d.environment = scope.environment AND ${is} AND ${behind}
        ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}
      ) AS found
      WHERE (${account}::text IS NULL OR scope.account = ${account})
        AND (${environment}::text IS NULL OR scope.environment = ${environment})
      ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit}
    ) AS newest JOIN read.deliveries d USING (id) ORDER BY newest.created_at DESC, newest.id DESC`.execute(db)
  return rows
}

/** How many deliveries of a webhook failed permanently. */
export interface DeadOfWebhook extends Scope {
  readonly dead: number
}

/** For each webhook, deliveries are counted up to this number. */
const MOST_COUNTED = 1_000
const LONGEST_MS = 60_000

/** Whether there may be more than were counted. */
export function isCutOff({ dead }: DeadOfWebhook): boolean {
  return dead >= MOST_COUNTED
}

/**
 * The webhooks whose deliveries failed permanently, those with the most first, each counted up to
 * a limit. With many accounts it takes seconds, so no page should wait for it.
 */
export async function countDead(pool: pg.Pool): Promise<readonly DeadOfWebhook[]> {
  return inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL statement_timeout = ${LONGEST_MS}`)
    const { rows } = await client.query<DeadOfWebhook>(
      `SELECT scope.account, scope.environment, counted.dead FROM (${SCOPES}) AS scope CROSS JOIN LATERAL (
         SELECT count(*)::int AS dead FROM (
           SELECT FROM read.deliveries d
           WHERE d.account = scope.account AND d.environment = scope.environment AND d.status = 'failed' LIMIT $1
         ) AS counted_up
       ) AS counted WHERE counted.dead > 0 ORDER BY counted.dead DESC, scope.account, scope.environment`,
      [MOST_COUNTED],
    )
    return rows
  })
}

/** The delivery with this id, of any account; null: there is none. */
export async function findDeliveryOfAny(db: Kysely<ReadModels>, id: string): Promise<DeliveryRow | null> {
  if (!isId(id)) return null
  const row = await db.selectFrom('read.deliveries').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Those of these deliveries that exist. */
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

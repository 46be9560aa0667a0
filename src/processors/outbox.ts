import type pg from 'pg'
import type { Scope } from '../domain/event.js'

/** The first delivery of a queue: the one that may be attempted. */
export interface HeadOfQueue {
  readonly subject: string
  readonly deliveryId: string
  /** Of the event that made the queue what it is. */
  readonly position: bigint
}

/** A whole queue. */
export interface Queue {
  readonly subject: string
  readonly deliveryIds: readonly string[]
  readonly position: bigint
}

const AT_ONCE = 100
const CANCELLED_AT_ONCE = 1_000

/** Exported for the test that looks at its plan. Parameters: account, environment, now. */
export const DUE = `
  SELECT subject, delivery_id, position FROM read.outbox
  WHERE account = $1 AND environment = $2 AND due_at <= $3 ORDER BY due_at LIMIT ${AT_ONCE}`

/**
 * The waiting deliveries of one account, as the read model shows them: it may lag behind the
 * events.
 */
export class Outbox {
  readonly #pool: pg.Pool
  readonly #scope: readonly [string, string]

  constructor(pool: pg.Pool, { account, environment }: Scope) {
    this.#pool = pool
    this.#scope = [account, environment]
  }

  /** Queues whose first delivery is due, the longest waiting first. */
  async due(now: Date): Promise<readonly HeadOfQueue[]> {
    const { rows } = await this.#pool.query<{ subject: string; delivery_id: string; position: string }>(DUE, [
      ...this.#scope,
      now.toISOString(),
    ])
    return rows.map(({ subject, delivery_id, position }) => ({
      subject,
      deliveryId: delivery_id,
      position: BigInt(position),
    }))
  }

  /** Queues that hold something older than this epoch of the webhook. */
  async before(epoch: number): Promise<readonly Queue[]> {
    const { rows } = await this.#pool.query<{ subject: string; pending: readonly { id: string }[]; position: string }>(
      `SELECT subject, pending, position FROM read.outbox
       WHERE account = $1 AND environment = $2 AND epoch < $3 LIMIT ${CANCELLED_AT_ONCE}`,
      [...this.#scope, epoch],
    )
    return rows.map(({ subject, pending, position }) => ({
      subject,
      deliveryIds: pending.map(({ id }) => id),
      position: BigInt(position),
    }))
  }

  /** When the next one is due (null: nothing waits), and up to which event that holds. */
  async rest(): Promise<{ readonly dueAt: Date | null; readonly position: bigint }> {
    // One statement, so that both answers are of one moment.
    const { rows } = await this.#pool.query<{ due_at: string | null; position: string | null }>(
      `SELECT (SELECT min(due_at) FROM read.outbox WHERE account = $1 AND environment = $2) AS due_at,
         (SELECT position FROM projections.checkpoints WHERE name = 'outbox') AS position`,
      [...this.#scope],
    )
    const { due_at = null, position = null } = rows[0] ?? {}
    return { dueAt: due_at === null ? null : new Date(due_at), position: BigInt(position ?? 0) }
  }
}

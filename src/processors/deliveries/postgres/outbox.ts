import type pg from 'pg'
import type { Scope } from '../../../domain/event.js'
import { RESTORES_FOUND } from '../../../storage/postgres/restores.js'
import type { Anchor } from '../../../eventstore/anchor.js'
import { type DueQueues, type Outbox, type OutboxRest, type Queue, QUEUES_AT_ONCE } from '../outbox.js'

const IS_VALID = `EXISTS (SELECT FROM projections.checkpoints WHERE name = 'outbox' AND restores = ${RESTORES_FOUND})`

/** Exported for the test of its plan. Parameters: account, environment, now. */
export const DUE = `
  SELECT subject, delivery_id, position, ${RESTORES_FOUND} AS restores,
    (SELECT anchor FROM projections.checkpoints WHERE name = 'outbox') AS anchor
  FROM read.outbox
  WHERE account = $1 AND environment = $2 AND due_at <= $3 AND ${IS_VALID}
  ORDER BY due_at LIMIT ${QUEUES_AT_ONCE.due}`

/** The read model `outbox` in PostgreSQL. */
export class PostgresOutbox implements Outbox {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async due({ account, environment }: Scope, now: Date): Promise<DueQueues> {
    interface Row {
      readonly subject: string
      readonly delivery_id: string
      readonly position: string
      readonly restores: number
      readonly anchor: Anchor | null
    }
    const { rows } = await this.#pool.query<Row>(DUE, [account, environment, now.toISOString()])
    const heads = rows.map(({ subject, delivery_id: deliveryId, position }) => {
      return { subject, deliveryId, position: BigInt(position) }
    })
    const [first] = rows
    return { heads, anchor: first?.anchor ?? null, restores: first?.restores ?? 0 }
  }

  async before({ account, environment }: Scope, epoch: number): Promise<readonly Queue[]> {
    const { rows } = await this.#pool.query<{ subject: string; pending: readonly { id: string }[]; position: string }>(
      `SELECT subject, pending, position FROM read.outbox
       WHERE account = $1 AND environment = $2 AND epoch < $3 AND ${IS_VALID} LIMIT ${QUEUES_AT_ONCE.cancelled}`,
      [account, environment, epoch],
    )
    return rows.map(({ subject, pending, position }) => ({
      subject,
      deliveryIds: pending.map(({ id }) => id),
      position: BigInt(position),
    }))
  }

  async rest({ account, environment }: Scope): Promise<OutboxRest> {
    // One statement, so that both answers are of one moment.
    const { rows } = await this.#pool.query<{ due_at: string | null; position: string | null; valid: boolean }>(
      `SELECT (SELECT min(due_at) FROM read.outbox WHERE account = $1 AND environment = $2) AS due_at,
         (SELECT position FROM projections.checkpoints WHERE name = 'outbox') AS position, ${IS_VALID} AS valid`,
      [account, environment],
    )
    const { due_at = null, position = null, valid = true } = rows[0] ?? {}
    const dueAt = due_at === null ? null : new Date(due_at)
    return { dueAt, position: BigInt(position ?? 0), isVoid: !valid }
  }
}

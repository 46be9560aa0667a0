import type { Scope } from '../../../src/domain/event.js'
import {
  type DueQueues,
  type Outbox,
  type OutboxRest,
  type Queue,
  QUEUES_AT_ONCE,
} from '../../../src/processors/deliveries/outbox.js'
import type { OutboxRow } from '../../../src/projections/outbox.js'
import type { MemoryDatabase } from './database.js'

/** The read model `outbox` in memory. */
export class MemoryOutbox implements Outbox {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async due(scope: Scope, now: Date): Promise<DueQueues> {
    const heads = this.#of(scope)
      .filter(({ due_at }) => Date.parse(due_at) <= now.getTime())
      .sort((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at))
      .slice(0, QUEUES_AT_ONCE.due)
      .map(({ subject, delivery_id, position }) => ({ subject, deliveryId: delivery_id, position: BigInt(position) }))
    const { tables, restores } = this.#database
    return { heads, anchor: tables.get('outbox')?.checkpoint.anchor ?? null, restores }
  }

  async before(scope: Scope, epoch: number): Promise<readonly Queue[]> {
    return this.#of(scope)
      .filter((row) => row.epoch < epoch)
      .slice(0, QUEUES_AT_ONCE.cancelled)
      .map(({ subject, pending, position }) => ({
        subject,
        deliveryIds: pending.map(({ id }) => id),
        position: BigInt(position),
      }))
  }

  async rest(scope: Scope): Promise<OutboxRest> {
    const due = this.#all(scope).map(({ due_at }) => Date.parse(due_at))
    const position = this.#database.tables.get('outbox')?.checkpoint.position ?? 0n
    return { dueAt: due.length === 0 ? null : new Date(Math.min(...due)), position, isVoid: this.#isVoid }
  }

  get #isVoid(): boolean {
    const { tables, restores } = this.#database
    return (tables.get('outbox')?.checkpoint.restores ?? restores) !== restores
  }

  #of(scope: Scope): OutboxRow[] {
    return this.#isVoid ? [] : this.#all(scope)
  }

  #all({ account, environment }: Scope): OutboxRow[] {
    const rows = this.#database.rows('outbox') as readonly OutboxRow[]
    return rows.filter((row) => row.account === account && row.environment === environment)
  }
}

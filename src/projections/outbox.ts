import { unknownEvent, existing } from '../domain/aggregate.js'
import type { DeliveryEvent } from '../domain/delivery.js'
import { type Environment, type RecordedEvent, scopeOfEvent } from '../domain/event.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'
import { smallest } from '../domain/lists.js'

interface PendingEntry {
  readonly id: string
  /** Of the delivered event in the subject's stream; null: unknown. */
  readonly revision: number | null
  readonly dueAt: string
  readonly epoch: number
}

/**
 * The queue of deliveries that one invoice or connection still has to go: the to-do list of the
 * webhooks. Only its first one may be attempted, so that the shape of the table keeps the order.
 */
export type OutboxRow = {
  readonly subject: string
  readonly account: string
  readonly environment: Environment
  /** The first of `pending`: the only one that may be attempted. */
  readonly delivery_id: string
  /** When the first may be attempted. */
  readonly due_at: string
  /**
   * The least of all pending ones: deliveries older than the webhook's epoch are to be cancelled.
   */
  readonly epoch: number
  /** In the order of their events. */
  readonly pending: readonly PendingEntry[]
  /** Of the event behind the row's current state. */
  readonly position: string
}

/**
 * The outbox: the waiting deliveries, a row for each invoice or connection that they are about.
 */
export const outbox: Projection<OutboxRow, DeliveryEvent> = {
  name: 'outbox',
  version: 2,
  streamPrefixes: categoryPrefixes('Delivery'),
  keyColumn: 'subject',
  // A delivery is removed with its subject, or alone once nothing waits in its subject's queue.
  erasing: { column: 'subject', of: (stream) => stream },
  columns: `
    subject text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    delivery_id text NOT NULL,
    due_at timestamptz NOT NULL,
    epoch integer NOT NULL,
    pending json NOT NULL,
    position bigint NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table (account, environment, due_at)',
    'CREATE INDEX ON $table (account, environment, epoch)',
    'CREATE INDEX ON $table (position)',
  ],
  key: (event) => event.data.subject,
  evolve(row, event) {
    const id = idInStream(event.stream)
    switch (event.type) {
      case 'DeliveryScheduled': {
        const { revision, epoch, nextAttemptAt } = event.data
        return queue(event, placed(row?.pending ?? [], { id, revision, dueAt: nextAttemptAt, epoch }))
      }
      case 'DeliveryAttemptFailed': {
        const dueAt = event.data.nextAttemptAt
        return queue(
          event,
          existing(row, event).pending.map((entry) => (entry.id === id ? { ...entry, dueAt } : entry)),
        )
      }
      case 'DeliverySucceeded':
      case 'DeliveryFailed':
      case 'DeliveryCancelled':
        return queue(
          event,
          existing(row, event).pending.filter((entry) => entry.id !== id),
        )
      case 'RedeliveryRequested': {
        const { revision, epoch, nextAttemptAt } = event.data
        const again = { id, revision, dueAt: nextAttemptAt, epoch }
        const pending = row?.pending ?? []
        // A delivery that still waits keeps its place.
        return queue(
          event,
          pending.some((entry) => entry.id === id)
            ? pending.map((entry) => (entry.id === id ? again : entry))
            : placed(pending, again),
        )
      }
      default:
        return unknownEvent(event)
    }
  },
}

/**
 * Before the deliveries of later events, so that the order of the subject's stream is kept, also
 * for repeated ones; at the end if the order is unknown.
 */
function placed(pending: readonly PendingEntry[], entry: PendingEntry): readonly PendingEntry[] {
  const { revision } = entry
  const later = pending.findIndex((other) => revision !== null && other.revision !== null && other.revision > revision)
  return later < 0 ? [...pending, entry] : pending.toSpliced(later, 0, entry)
}

function queue(event: RecordedEvent<DeliveryEvent>, pending: readonly PendingEntry[]): OutboxRow | null {
  const [first] = pending
  if (first === undefined) return null
  return {
    subject: event.data.subject,
    ...scopeOfEvent(event),
    delivery_id: first.id,
    due_at: first.dueAt,
    epoch: smallest(pending.map(({ epoch }) => epoch)),
    pending,
    position: event.position.toString(),
  }
}

import type { Scope } from '../../domain/event.js'
import type { Anchor } from '../../eventstore/anchor.js'

/** The first delivery of a queue: the one that may be attempted. */
export interface HeadOfQueue {
  readonly subject: string
  readonly deliveryId: string
  /** Of the event behind the queue's current state. */
  readonly position: bigint
}

/** A whole queue. */
export interface Queue {
  readonly subject: string
  readonly deliveryIds: readonly string[]
  readonly position: bigint
}

/** When an account's deliveries are due again. */
export interface OutboxRest {
  /** When the next one is due; null: nothing waits. */
  readonly dueAt: Date | null
  /** The event up to which that is valid. */
  readonly position: bigint
  /** The event store was restored since the read model was built, and nothing of it is valid. */
  readonly isVoid: boolean
}

/** The queues that are due. */
export interface DueQueues {
  readonly heads: readonly HeadOfQueue[]
  /** The newest event that the read model rests on; the heads are void if the store lost it. */
  readonly anchor: Anchor | null
  /** The number of restores of the event store that it has followed. */
  readonly restores: number
}

/** The most queues returned at a time, of those that are due and of those to be cancelled. */
export const QUEUES_AT_ONCE = { due: 100, cancelled: 1_000 } as const

/**
 * The waiting deliveries of an account in an environment, as the read model shows them: it may lag
 * behind the events. From a restore of the event store until its rebuild it shows no queue: it
 * takes deliveries for settled whose records are lost, and those would come after later ones.
 */
export interface Outbox {
  /**
   * Queues whose first delivery is due, the longest waiting first; `QUEUES_AT_ONCE.due` at most.
   */
  due(scope: Scope, now: Date): Promise<DueQueues>
  /**
   * Queues that hold a delivery from before this epoch of the webhook; `QUEUES_AT_ONCE.cancelled`
   * at most.
   */
  before(scope: Scope, epoch: number): Promise<readonly Queue[]>
  /** Both answers are of one moment. */
  rest(scope: Scope): Promise<OutboxRest>
}

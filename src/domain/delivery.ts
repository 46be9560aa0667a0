import { type Aggregate, unknownEvent } from './aggregate.js'

/** The statuses of a delivery; see the decisions on webhooks. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const
/** One of `DELIVERY_STATUSES`. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One request to the receiver, and its result. */
export interface DeliveryAttempt {
  /** When it began; ISO 8601. */
  readonly at: string
  /** null: no answer. */
  readonly statusCode: number | null
  /** null: it succeeded. */
  readonly error: string | null
  readonly durationMs: number
}

/** Part of every event of a delivery, so that one event alone shows in whose queue it happened. */
interface Queued {
  /**
   * Deliveries of one subject go out one after another: the stream of the invoice or connection,
   * or the delivery's own.
   */
  readonly subject: string
}

/** An event that records its place in the queue. */
interface Placed extends Queued {
  /**
   * The revision of the delivered event in the subject's stream: deliveries of one subject are
   * sent in this order. null: unknown, as before this was recorded, or of no stream.
   */
  readonly revision: number | null
}

/** An attempt, and the address that it went to. */
interface Attempted extends Queued {
  readonly url: string
  readonly attempt: DeliveryAttempt
}

/** What can happen to a delivery. Times are ISO 8601. */
export type DeliveryEvent =
  | {
      readonly type: 'DeliveryScheduled'
      readonly data: Placed & {
        readonly deliveryId: string
        readonly eventId: string
        readonly kind: string
        readonly invoiceId: string | null
        readonly connectionId: string | null
        /** Current when the event happened; a later configuration replaces it. */
        readonly url: string
        /** The webhook's epoch when the event happened. */
        readonly epoch: number
        readonly nextAttemptAt: string
        /** The request body, kept as it is sent: every retry sends the same bytes. */
        readonly body: string
      }
    }
  | { readonly type: 'DeliveryAttemptFailed'; readonly data: Attempted & { readonly nextAttemptAt: string } }
  | { readonly type: 'DeliverySucceeded'; readonly data: Attempted }
  /** The last retry failed. */
  | { readonly type: 'DeliveryFailed'; readonly data: Attempted }
  /** The webhook was removed. */
  | { readonly type: 'DeliveryCancelled'; readonly data: Queued }
  /** The client asked for it again: the retries start from the first, under the same id. */
  | {
      readonly type: 'RedeliveryRequested'
      readonly data: Placed & { readonly url: string; readonly epoch: number; readonly nextAttemptAt: string }
    }

interface Facts extends Placed {
  readonly deliveryId: string
  readonly kind: string
  readonly body: string
}

/** A delivery that is still to be attempted, next at `nextAttemptAt` (ISO 8601). */
interface PendingDelivery extends Facts {
  readonly status: 'pending'
  readonly epoch: number
  /** Failed attempts since it was scheduled or requested again. */
  readonly failures: number
  readonly nextAttemptAt: string
}

/** The state of a delivery for decisions. */
export type DeliveryState =
  | { readonly status: 'none' }
  | PendingDelivery
  | (Facts & { readonly status: 'succeeded' | 'failed' | 'cancelled'; readonly epoch: number })

/** The delivery of one event to the webhook of an account, with all of its attempts. */
export const delivery: Aggregate<DeliveryState, DeliveryEvent> = {
  name: 'delivery',
  initialState: { status: 'none' },
  evolve(state, event) {
    if (event.type === 'DeliveryScheduled') {
      const { deliveryId, subject, revision, kind, body, epoch, nextAttemptAt } = event.data
      return { status: 'pending', deliveryId, subject, revision, kind, body, epoch, failures: 0, nextAttemptAt }
    }
    if (state.status === 'none') throw new Error(`${event.type} before DeliveryScheduled`)
    const { deliveryId, subject, revision, kind, body, epoch } = state
    const facts = { deliveryId, subject, revision, kind, body, epoch }
    switch (event.type) {
      case 'DeliveryAttemptFailed': {
        const failures = state.status === 'pending' ? state.failures + 1 : 1
        return { ...facts, status: 'pending', failures, nextAttemptAt: event.data.nextAttemptAt }
      }
      case 'DeliverySucceeded':
        return { ...facts, status: 'succeeded' }
      case 'DeliveryFailed':
        return { ...facts, status: 'failed' }
      case 'DeliveryCancelled':
        return { ...facts, status: 'cancelled' }
      case 'RedeliveryRequested': {
        const { nextAttemptAt } = event.data
        return { ...facts, status: 'pending', epoch: event.data.epoch, failures: 0, nextAttemptAt }
      }
      default:
        return unknownEvent(event)
    }
  },
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Interface specification, "Delivery success and retry": the delay after each failure, in
 * milliseconds; after the last there is none.
 */
export const RETRY_DELAYS: readonly number[] = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]

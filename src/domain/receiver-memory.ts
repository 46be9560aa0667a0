import type { Aggregate } from './aggregate.js'

/**
 * What was known of a receiver from deliveries that are erased now, so that it does not depend on
 * them any more. It stands for all that was known before it.
 */
export interface ReceiverCarriedOver {
  readonly type: 'ReceiverCarriedOver'
  readonly data: {
    /**
     * Of the newest event that this was learned from, ISO 8601: where something was heard of the
     * receiver since, this says nothing.
     */
    readonly asOf: string
    /** As in the read model of receivers. */
    readonly failingSince: string | null
    readonly lastError: string | null
    readonly usedUp: boolean
  }
}

/** A stream of what was carried over; it decides nothing. */
export const receiverMemory: Aggregate<null, ReceiverCarriedOver> = {
  name: 'receiver memory',
  initialState: null,
  evolve: () => null,
}

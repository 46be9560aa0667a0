import type { Aggregate } from './aggregate.js'

/**
 * What was known of a receiver from deliveries that are erased now, so that it no longer depends
 * on them. It replaces all that was known before it.
 */
export interface ReceiverCarriedOver {
  readonly type: 'ReceiverCarriedOver'
  readonly data: {
    /**
     * Of the newest event behind this, ISO 8601: it is outdated if the receiver was reached or
     * tried since.
     */
    readonly asOf: string
    /** As in the read model of receivers. */
    readonly failingSince: string | null
    readonly lastError: string | null
    readonly usedUp: boolean
  }
}

/** A stream of carried-over facts; it decides nothing. */
export const receiverMemory: Aggregate<null, ReceiverCarriedOver> = {
  name: 'receiver memory',
  initialState: null,
  evolve: () => null,
}

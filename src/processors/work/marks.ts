import type { Anchor } from '../../eventstore/anchor.js'

/**
 * The position up to which a processor has processed all events (null: none yet), and the newest
 * of them.
 */
export interface Progress {
  readonly position: bigint | null
  readonly anchor: Anchor | null
}

/** An event, and its position among all. */
export interface Place extends Progress {
  readonly position: bigint
  readonly anchor: Anchor
}

/** The one that is further among all events. */
export function furthest(one: Place | null, other: Place | null): Place | null {
  if (one === null || other === null) return one ?? other
  return one.position < other.position ? other : one
}

/** The stored progress of a processor. */
export interface Mark extends Progress {
  /** The number of restores of the event store that the processor has followed. */
  readonly restores: number
  /** The number that were found; if it is higher, the processor begins again: `restart`. */
  readonly restoresFound: number
}

/** The progress of a processor that has not processed any events yet. */
export const NO_PROGRESS: Progress = { position: null, anchor: null }

/** The progress of each processor that goes through all events. Shared by all processes. */
export interface Marks {
  /** The stored mark of the processor of that name; one without progress if there is none. */
  read(name: string): Promise<Mark>
  /**
   * Moves the mark if it is still at `from`, or does not exist, and follows all restores of the
   * event store that were found; returns whether it did. So a process that was paused does not
   * undo the progress of another.
   */
  move(name: string, from: Progress & Pick<Mark, 'restores'>, to: Progress): Promise<boolean>
  /**
   * Notes that what is stored beside the events rests on this one, so that its loss is found like
   * that of one which a processor has passed. Only the furthest is kept. Returns false, and notes
   * nothing, if a restore was found since the count was `restores`. The caller has looked that the
   * event store still has the event noted before.
   */
  reach(name: string, restores: number, event: Place): Promise<boolean>
  /**
   * Sets the mark back to the beginning after a restore of the event store, if it is still at
   * `from`: it follows now all that were found when `from` was read.
   */
  restart(name: string, from: Mark): Promise<void>
  /** Resets the mark: its processor begins again with the first event. */
  forget(name: string): Promise<void>
}

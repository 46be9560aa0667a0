import type { Anchor } from '../../eventstore/anchor.js'

/**
 * The position up to which a processor has processed all events (null: none yet), and the newest
 * of them.
 */
export interface Mark {
  readonly position: bigint | null
  readonly anchor: Anchor | null
}

/** The mark of a processor that has not processed any events yet. */
export const NO_MARK: Mark = { position: null, anchor: null }

/** The progress of each processor that goes through all events. Shared by all processes. */
export interface Marks {
  /** The stored mark of the processor of that name; `NO_MARK` if there is none. */
  read(name: string): Promise<Mark>
  /**
   * Moves the mark (absent: back to the beginning) if it is still at `from`, or does not exist;
   * returns whether it was. So a process that was paused does not undo the progress of another.
   */
  move(name: string, from: bigint | null, to?: Mark): Promise<boolean>
  /** Resets the mark: its processor begins again with the first event. */
  forget(name: string): Promise<void>
}

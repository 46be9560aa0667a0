import type { Test } from 'tap'
import type { EventStore } from '../../../src/eventstore/port.js'

/** An empty store, and what its adapter's test can do to it. */
export interface StoreUnderTest {
  readonly store: EventStore
  /** Positions have no gaps; true of stores that hold nothing but our events. */
  readonly gapless: boolean
  /** One more adapter on the same data. Absent for a store that lives in the process. */
  readonly reopen?: () => EventStore
  /** How another process opens the store; absent for a store that lives in this one. */
  readonly elsewhere?: Elsewhere
  /** Cuts all connections at once; new ones can be made. */
  readonly cutConnections?: () => Promise<void>
  /**
   * Lets the next append reach the store and cuts the connection instead of passing on the answer.
   */
  readonly loseNextAnswer?: () => void
  /** Takes what was erased off the disk, where that is not done at once. */
  readonly scavenge?: () => Promise<void>
  /** The store can't be reached until `comeBack`. */
  readonly goAway?: () => void
  readonly comeBack?: () => void
  close(): Promise<void>
}

/** How another process opens the same store. */
export interface Elsewhere {
  /** URL of a module that exports `openStore(argument: string): EventStore`. */
  readonly module: string
  readonly argument: string
}

/** Gives each test an empty store of its own. */
export type OpenStore = (t: Test) => Promise<StoreUnderTest>

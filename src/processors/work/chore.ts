import type { Logger } from 'pino'
import type { Timers } from '../../domain/timers.js'
import { isWatchedOutage } from '../../eventstore/outage.js'
import type { Locks } from './locks.js'

/** Work that is repeated, by one process at a time. */
export interface Chore {
  /** The name of its lock, and of the chore in the log. */
  readonly name: string
  readonly everyMs: number
  /** Does a bounded part of it. `more`: there is more to do at once. */
  readonly run: (signal: AbortSignal) => Promise<'more' | 'done'>
}

/** The dependencies of the runner of chores. */
interface ChoreDeps {
  readonly locks: Locks
  readonly timers: Timers
  readonly log: Logger
  /** Seconds after which another process takes over from one that was paused. */
  readonly claimSeconds: number
}

/**
 * Pauses between two parts, so that a chore uses half of the time at most, and others get their
 * turn.
 */
const SHORTEST_REST_MS = 50

/** Does the chore until the signal aborts; a fault is logged, and the next turn tries again. */
export async function runPeriodically(chore: Chore, deps: ChoreDeps, signal: AbortSignal): Promise<void> {
  const { locks, timers, log, claimSeconds } = deps
  while (!signal.aborted) {
    const begun = timers.instant().monotonic
    let outcome: 'more' | 'done' | null = null
    try {
      outcome = await locks.exclusively(chore.name, claimSeconds, signal, (locked) => chore.run(locked))
    } catch (error) {
      if (signal.aborted) return
      log[isWatchedOutage(error) ? 'debug' : 'error'](
        { err: error, chore: chore.name },
        'a chore failed, will try again',
      )
    }
    const took = timers.instant().monotonic - begun
    await timers.sleep(outcome === 'more' ? Math.max(took, SHORTEST_REST_MS) : chore.everyMs, signal)
  }
}

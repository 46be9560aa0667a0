import type pg from 'pg'
import type { Logger } from 'pino'
import { pause } from '../domain/pause.js'
import { isWatchedOutage } from '../eventstore/outage.js'
import { exclusively } from './exclusive.js'

/** Work that is done again and again, by one process at a time. */
export interface Chore {
  /** Names its lock, and the chore in the log. */
  readonly name: string
  readonly everyMs: number
  /** Does a bounded part of it. `more`: there is more to be done at once. */
  readonly run: (signal: AbortSignal) => Promise<'more' | 'done'>
}

/** What the runner of chores works with. */
export interface ChoreDeps {
  readonly pool: pg.Pool
  readonly log: Logger
  /** Seconds after which a process that was paused is overtaken by another. */
  readonly claimSeconds: number
}

/**
 * Pauses between two parts, so that a chore takes half of the time at most, and others get their
 * turn.
 */
const SHORTEST_REST_MS = 50

/** Does the chore until the signal aborts; a fault is logged, and the next turn tries again. */
export async function seeTo(chore: Chore, { pool, log, claimSeconds }: ChoreDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now()
    let outcome: 'more' | 'done' | null = null
    try {
      outcome = await exclusively(pool, chore.name, claimSeconds, signal, (locked) => chore.run(locked))
    } catch (error) {
      if (signal.aborted) return
      log[isWatchedOutage(error) ? 'debug' : 'error'](
        { err: error, chore: chore.name },
        'a chore failed, will try again',
      )
    }
    const took = performance.now() - begun
    await pause(outcome === 'more' ? Math.max(took, SHORTEST_REST_MS) : chore.everyMs, signal)
  }
}

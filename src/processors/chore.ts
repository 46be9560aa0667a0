import type pg from 'pg'
import type { Logger } from 'pino'
import { pause } from '../domain/pause.js'
import { isWatchedOutage } from '../eventstore/outage.js'
import { exclusively } from './exclusive.js'

/** Something that is to be seen to again and again, by one process at a time. */
export interface Chore {
  /** Of its lock, and of what it logs. */
  readonly name: string
  readonly everyMs: number
  /** Does a bounded part of it. `more`: there is more to be done at once. */
  readonly run: (signal: AbortSignal) => Promise<'more' | 'done'>
}

/** What the runner of chores works with. */
export interface ChoreDeps {
  readonly pool: pg.Pool
  readonly log: Logger
  /** A process that was paused for so long is overtaken by another. */
  readonly claimSeconds: number
}

/**
 * Rests between two parts, so that a chore has half of the time at most, and others come to their
 * turn.
 */
const SHORTEST_REST_MS = 50

/** Sees to the chore until the signal aborts; a fault is logged, and the next turn tries again. */
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

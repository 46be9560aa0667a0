import type { Logger } from 'pino'
import type { Timers } from '../../domain/timers.js'
import { isWatchedOutage } from '../../eventstore/outage.js'

const LOOK_EVERY_MS = 500
const LONGEST_REST_MS = 5_000

/**
 * Looks for work until the signal aborts: at once while there may be more, else at intervals,
 * which grow while it can't be read.
 * @param what is looked for, for the log
 * @param look returns whether there may be more
 */
export async function keepLooking(
  { timers, log }: { readonly timers: Pick<Timers, 'sleep'>; readonly log: Logger },
  what: string,
  signal: AbortSignal,
  look: () => Promise<boolean>,
): Promise<void> {
  let rest = LOOK_EVERY_MS
  while (!signal.aborted) {
    try {
      const isMore = await look()
      rest = LOOK_EVERY_MS
      if (isMore) continue
    } catch (error) {
      log[isWatchedOutage(error) ? 'debug' : 'error']({ err: error }, `${what} can not be read, will try again`)
      rest = Math.min(rest * 2, LONGEST_REST_MS)
    }
    await timers.sleep(rest, signal)
  }
}

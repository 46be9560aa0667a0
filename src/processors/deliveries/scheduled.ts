import type { Timers } from '../../domain/timers.js'
import type { Marks } from '../work/marks.js'
import { SCHEDULER } from './scheduler.js'

const LOOK_EVERY_MS = 50
const AT_MOST_MS = 2_000

/**
 * The position up to which deliveries have been scheduled; null: none yet. Waits until it is
 * `wanted`, two seconds at most, or until the signal aborts.
 */
export async function scheduledUpTo(
  marks: Pick<Marks, 'read'>,
  timers: Timers,
  wanted: bigint,
  signal: AbortSignal,
): Promise<bigint | null> {
  const until = timers.instant().monotonic + AT_MOST_MS
  for (;;) {
    const { position, restores, restoresFound } = await marks.read(SCHEDULER)
    // After a restore of the event store deliveries are scheduled again from the first event.
    const scheduled = restores === restoresFound ? position : null
    if (scheduled !== null && scheduled >= wanted) return scheduled
    if (signal.aborted || timers.instant().monotonic >= until) return scheduled
    await timers.sleep(LOOK_EVERY_MS, signal)
  }
}

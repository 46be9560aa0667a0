import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits, in real time, at most until the signal aborts. Never throws: the caller checks the
 * signal.
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // In an outage all work of a process waits for the same signal.
  setMaxListeners(0, signal)
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}

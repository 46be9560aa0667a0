import { pause } from '../../domain/pause.js'
import { EventStoreUnavailable } from '../port.js'

/** Hears that a store does not answer; it is asked again. */
export type OnOutage = (error: EventStoreUnavailable) => void

/**
 * Does the work until it succeeds; an outage of a store is waited for. `work` is called again
 * after one, and tells whenever it gets on. Throws the last `EventStoreUnavailable` after a minute
 * without anything having got on.
 */
export async function patiently<T>(work: (gotOn: () => void) => Promise<T>, onOutage: OnOutage): Promise<T> {
  let deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work(() => (deadline = performance.now() + PATIENCE_MS))
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable) || performance.now() > deadline) throw error
      onOutage(error)
      await pause(RETRY_MS, never)
    }
  }
}

const PATIENCE_MS = 60_000
const RETRY_MS = 1_000
const never = new AbortController().signal

import { pause } from '../../domain/pause.js'
import { EventStoreUnavailable } from '../port.js'

/** Called when a store does not answer, before it is asked again. */
type OnOutage = (error: EventStoreUnavailable) => void

/**
 * Does the work until it succeeds. After an outage of a store `work` is called again; it reports
 * its progress. Throws the last `EventStoreUnavailable` after a minute without progress.
 */
export async function patiently<T>(work: (progressed: () => void) => Promise<T>, onOutage: OnOutage): Promise<T> {
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

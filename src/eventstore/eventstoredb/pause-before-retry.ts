import { pause } from '../../domain/pause.js'

/**
 * Milliseconds to wait after this number of failures in a row: longer with each, at most a second.
 */
export function retryDelay(failures: number): number {
  return Math.min(25 * 2 ** failures, 1_000)
}

/**
 * Waits before a subscription is tried again; not after its first end: the server normally drops a
 * slow consumer.
 */
export async function pauseBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  if (failures > 0) await pause(retryDelay(failures), signal)
}

import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for a condition, checking it every few milliseconds. false: it did not become true in
 * time.
 */
export async function waitUntil(condition: () => boolean, patienceMs: number, everyMs = 10): Promise<boolean> {
  const end = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > end) return false
    await delay(everyMs)
  }
  return true
}

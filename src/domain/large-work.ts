/** From this number of bytes on, parsing, judging or hashing noticeably delays other requests. */
export const LARGE_BYTES = 256 * 1024

const AT_ONCE = Promise.resolve()
let last: Promise<void> = AT_ONCE

/**
 * Waits for a turn of the event loop without other large work: between two such turns the process
 * answers the waiting requests. Await it before each step that keeps the thread busy, so that a
 * request waits for one such step at most, however many large invoices pass. Small work continues
 * at once.
 */
export function yieldForLargeWork(bytes: number): Promise<void> {
  if (bytes < LARGE_BYTES) return AT_ONCE
  last = last.then(nextTurn)
  return last
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** From so many bytes on, parsing, judging or hashing is felt by whoever waits. */
export const LARGE_BYTES = 256 * 1024

const AT_ONCE = Promise.resolve()
let last: Promise<void> = AT_ONCE

/**
 * Waits for a turn of the event loop that nothing else large has: between two such turns the
 * process answers whoever asked meanwhile. To be awaited before each step that keeps the thread
 * busy, so that a request waits for one such step at most, however many large invoices pass. What
 * is small goes on at once.
 */
export function yieldForLargeWork(bytes: number): Promise<void> {
  if (bytes < LARGE_BYTES) return AT_ONCE
  last = last.then(nextTurn)
  return last
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

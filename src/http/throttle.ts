const EVERY_MS = 60_000

/**
 * For what may happen thousands of times a second: tells of the first time at once, then at most
 * once a minute how many times it has happened since.
 */
export function throttle(tell: (times: number) => void): () => void {
  let times = 0
  let toldAt = -Infinity
  return () => {
    times += 1
    const now = performance.now()
    if (now - toldAt < EVERY_MS) return
    toldAt = now
    tell(times)
    times = 0
  }
}

const EVERY_MS = 60_000

/**
 * For events that may occur thousands of times a second: reports the first one at once, then at
 * most once a minute how many have occurred since.
 */
export function throttle(report: (times: number) => void): () => void {
  let times = 0
  let reportedAt = -Infinity
  return () => {
    times += 1
    const now = performance.now()
    if (now - reportedAt < EVERY_MS) return
    reportedAt = now
    report(times)
    times = 0
  }
}

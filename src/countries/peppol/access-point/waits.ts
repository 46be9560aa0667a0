const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * How long after the beginning of a submission the access point may still accept it, without the
 * pace factor: after that, a missing document was not accepted.
 */
export const SETTLED_MS = 5 * MINUTE_MS

/**
 * How long after the creation of the invoice an access point that could not store it is retried;
 * after that it counts as refused.
 */
export const STORING_MS = 15 * MINUTE_MS

/** How long to wait for the message of a rejection that is known from the status. */
export const FULL_REJECTION_MS = MINUTE_MS

/** Minimum and maximum seconds until the next status query, without the pace factor. */
const FIRST_SECONDS = 15
const LONGEST_SECONDS = 600

/**
 * Seconds until the next query: half the time already waited, but not beyond the next deadline.
 */
export function nextQuestionSeconds(waitedMs: number, pace: number, remainingMs = Infinity): number {
  const wanted = Math.min(Math.max(waitedMs / 2 / SECOND_MS, FIRST_SECONDS * pace), LONGEST_SECONDS * pace)
  return Math.min(wanted, Math.max(remainingMs, 0) / SECOND_MS + 0.01)
}

/** Seconds until the access point has made its own next try. */
export function afterNextTrySeconds(nextTryAt: Date, now: Date, pace: number): number {
  const seconds = (nextTryAt.getTime() - now.getTime()) / SECOND_MS + pace
  return Math.min(Math.max(seconds, FIRST_SECONDS * pace), LONGEST_SECONDS * pace)
}

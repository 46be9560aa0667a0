const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * How long after the beginning of a submission the access point may still be taking it, before the
 * pace: from then on what it does not know it has not taken.
 */
export const SETTLED_MS = 5 * MINUTE_MS

/**
 * For so long after the invoice came an access point that could not store it is tried again; what
 * it then still does not take it has refused.
 */
export const STORING_MS = 15 * MINUTE_MS

/** A rejection that the status tells is waited for so long to be read in full. */
export const FULL_REJECTION_MS = MINUTE_MS

/** Seconds until a status is asked again, at least and at most, before the pace. */
const FIRST_SECONDS = 15
const LONGEST_SECONDS = 600

/**
 * Seconds until the next question: half as long as was waited already, and not beyond the moment
 * at which something falls due.
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

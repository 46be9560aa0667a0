/** Seconds after the upload at which the status is first requested. */
const FIRST_POLLS = [1, 2, 4, 8, 15, 30, 60, 120, 300, 600] as const
/** Then every quarter of an hour for a day, and every hour from then on. */
const QUARTERLY_POLLS = 96
const QUARTER_SECONDS = 900
const HOUR_SECONDS = 3600

/** Seconds, before the pace, until the next request, after `polls` earlier ones. */
export function pollSeconds(polls: number): number {
  const due = FIRST_POLLS[polls]
  if (due !== undefined) return due - (FIRST_POLLS[polls - 1] ?? 0)
  return polls < FIRST_POLLS.length + QUARTERLY_POLLS ? QUARTER_SECONDS : HOUR_SECONDS
}

/** How many of these requests were due so many seconds after the upload, before the pace. */
export function pollsBy(seconds: number): number {
  let polls = 0
  for (let due = pollSeconds(0); due <= seconds; due += pollSeconds(polls)) polls += 1
  return polls
}

const LONGEST_RESEND_SECONDS = 3600

/**
 * Seconds, before the pace, until a dropped document is sent again: as long as since the first
 * upload, at least `first` and at most an hour.
 */
export function resendSeconds(first: number, sinceFirst: number): number {
  return Math.min(Math.max(sinceFirst, first), LONGEST_RESEND_SECONDS)
}

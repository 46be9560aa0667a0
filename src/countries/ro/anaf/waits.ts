import type { GatewayTools } from '../../gateway/gateway-tools.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * How long a document may take to appear in ANAF's list of messages, in milliseconds. Production
 * clients send again after this time.
 */
export const SETTLED = {
  afterTry: 6 * HOUR_MS,
  /** Error 1814: such an upload was never registered. */
  afterTechnicalError: HOUR_MS,
} as const

/** The same at the pace of this deployment. */
export function settledMs(milliseconds: number, { pace }: Pick<GatewayTools, 'pace'>): number {
  return milliseconds * pace
}

/** ANAF refuses lists that start 60 days ago or earlier. */
export const OLDEST_MS = 60 * 24 * HOUR_MS - HOUR_MS

const FIRST_LOOK_SECONDS = 60
const LAST_LOOK_SECONDS = 3600

/**
 * Seconds until the list is requested again for a document that ANAF may have: half the time
 * waited so far, and not beyond the end.
 */
export function nextLookSeconds(waitedMs: number, remainingMs: number, { pace }: Pick<GatewayTools, 'pace'>): number {
  const wanted = Math.min(Math.max(waitedMs / 2000, FIRST_LOOK_SECONDS * pace), LAST_LOOK_SECONDS * pace)
  return Math.min(wanted, Math.max(remainingMs, 0) / 1000 + 1)
}

/** Minutes after the upload at which its state is first requested. */
const FIRST_POLLS = [1, 2, 4, 8, 15, 30, 60] as const
/** Then every hour for a day, and every three hours from then on. */
const HOURLY_POLLS = 23
const HOUR_SECONDS = 3600

/**
 * Seconds, before the pace, until the next request, after `polls` earlier ones; never over 100 a
 * day.
 */
export function pollSeconds(polls: number): number {
  const minutes = FIRST_POLLS[polls]
  if (minutes !== undefined) return (minutes - (FIRST_POLLS[polls - 1] ?? 0)) * 60
  return polls < FIRST_POLLS.length + HOURLY_POLLS ? HOUR_SECONDS : 3 * HOUR_SECONDS
}

/** How many of these requests were due so many seconds after the upload, before the pace. */
export function pollsBy(seconds: number): number {
  let polls = 0
  for (let due = pollSeconds(0); due <= seconds; due += pollSeconds(polls)) polls += 1
  return polls
}

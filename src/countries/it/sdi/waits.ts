import type { GatewayTools } from '../../gateway/gateway-tools.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds, before the pace, until SdI is called again. */
export const WAITS = {
  outage: 30,
  /** After an answer that nobody understands: whatever garbled it has often gone by then. */
  unknown: 5 * MINUTE,
  /** After HTTP 429 without a time, and at most, whatever it says. */
  tooMany: MINUTE,
  longestRetryAfter: HOUR,
  /**
   * After a refusal as a repetition, for the notification of a first sending that nobody knows of:
   * SdI decides on most files within minutes.
   */
  firstSending: HOUR,
  /** SdI says nothing for so long only when its notifications do not reach us. */
  silence: 5 * DAY,
} as const

type Paced = Pick<GatewayTools, 'pace'>

/** The same at the pace of this deployment, in milliseconds. */
export function pacedMs(seconds: number, { pace }: Paced): number {
  return seconds * 1000 * pace
}

/**
 * Seconds until the mailbox is looked into again: a notification wakes its invoice, so that this
 * is for what nothing tells. SdI itself is not asked.
 * @param waitedMs since SdI took the file
 */
export function nextLookSeconds(waitedMs: number, { pace }: Paced): number {
  const waited = waitedMs / 1000 / pace
  const seconds = waited < HOUR ? 5 * MINUTE : waited < 2 * DAY ? HOUR : 6 * HOUR
  return seconds * pace
}

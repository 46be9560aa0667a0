import type { GatewayTools } from '../../gateway/gateway-tools.js'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds, without the pace factor, until the next call to SdI. */
export const WAITS = {
  outage: 30,
  /** After HTTP 429: default, and maximum of a stated time. */
  tooMany: MINUTE,
  longestRetryAfter: HOUR,
  /**
   * After a refusal as a repetition, to wait for the notification of an unknown first upload: SdI
   * decides on most files within minutes.
   */
  firstSending: HOUR,
  /** After this time without a message SdI's notifications probably do not reach us. */
  silence: 5 * DAY,
} as const

type Paced = Pick<GatewayTools, 'pace'>

/** The same at the pace of this deployment, in milliseconds. */
export function pacedMs(seconds: number, { pace }: Paced): number {
  return seconds * 1000 * pace
}

/**
 * Seconds until the next check of the mailbox. A notification wakes its invoice, so this is only a
 * fallback. SdI itself is not called.
 * @param waitedMs since SdI accepted the file
 */
export function nextLookSeconds(waitedMs: number, { pace }: Paced): number {
  const waited = waitedMs / 1000 / pace
  const seconds = waited < HOUR ? 5 * MINUTE : waited < 2 * DAY ? HOUR : 6 * HOUR
  return seconds * pace
}

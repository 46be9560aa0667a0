/** The failures of an account's receiver since its last successful delivery. */
export interface ReceiverTrouble {
  /** When the first failed attempt since then began; ISO 8601. */
  readonly failingSince: string
  /** Of the newest failure. */
  readonly lastError: string
  /** Whether the retries of a delivery are used up. */
  readonly usedUp: boolean
}

const DAY_MS = 86_400_000
/** A receiver without a success for this long gets one delivery at a time. */
const GONE_AFTER_MS = 5 * DAY_MS

/**
 * Whether a receiver has failed for so long that each delivery is a probe of it. `failingSince`:
 * null: its last delivery succeeded, or it had none.
 */
export function isGone(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= GONE_AFTER_MS
}

/**
 * The message to the account about its receiver; null if no action is needed. `waiting`: how many
 * deliveries wait, in words.
 */
export function troubleInWords(trouble: ReceiverTrouble | null, now: Date, waiting: string): string | null {
  if (trouble === null) return null
  const { failingSince, lastError, usedUp } = trouble
  const gone = isGone(new Date(failingSince), now)
  if (!gone && !usedUp) return null
  const consequences = [
    usedUp && 'deliveries whose retries are used up have failed',
    gone && 'until one succeeds, they are attempted one at a time',
  ].filter((each) => each !== false)
  return `No delivery has succeeded since ${failingSince}; ${waiting} waiting; ${consequences.join('; ')}. Last error: ${lastError}`
}

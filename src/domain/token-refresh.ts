import type { ConnectionEvent } from './connection.js'
import type { StreamEvent } from './event.js'

const DAY_MS = 24 * 3_600_000
/**
 * A token is refreshed in the last third of its life, at the earliest this long before its end.
 */
const EARLIEST_MS = 30 * DAY_MS

/**
 * When the tokens of a connection are to be refreshed after its last event (ISO 8601). null:
 * never, it is not active or its access does not expire; undefined: unchanged.
 */
export function refreshDueAfter({
  type,
  data,
  metadata: { occurredAt },
}: StreamEvent<ConnectionEvent>): string | null | undefined {
  switch (type) {
    case 'ConnectionActivated':
    case 'TokenRefreshed': {
      const { tokenExpiresAt } = data
      return tokenExpiresAt === null ? null : ahead(occurredAt, tokenExpiresAt)
    }
    case 'TokenRefreshFailed':
      return data.nextTryAt
    case 'AccessRefused':
      return occurredAt
    case 'ConnectionFailed':
      return data.nextTryAt ?? null
    case 'ConnectionExpired':
    case 'ConnectionReopened':
    case 'ConnectionDeleted':
      return null
    default:
      return undefined
  }
}

function ahead(obtainedAt: string, expiresAt: string): string {
  const end = Date.parse(expiresAt)
  const lifeMs = Math.max(0, end - Date.parse(obtainedAt))
  return new Date(end - Math.min(lifeMs / 3, EARLIEST_MS)).toISOString()
}

/** Of the retries of a token that still serves: the longest part of its remaining life. */
const PARTS = [1 / 8, 1 / 4, 1 / 2]
/** Seconds until each of these retries at the latest. */
const SERVING_SECONDS = [60, 600, 3600]
/** Seconds until each retry for a token that no longer serves: invoices wait for it. */
const SECONDS = [30, 120, 600]
/** Seconds until the first and the longest wait for further tries, after the connection failed. */
const FIRST_FAILED_SECONDS = 300
const LONGEST_FAILED_SECONDS = 6 * 3600

/**
 * When a refresh is tried again after `failures` failed tries (from 0): three retries with growing
 * pauses; after these the connection has failed, and pauses double up to six hours. `serves`:
 * governments accept the token so far. `pace` multiplies the pauses.
 */
export function nextRefresh(failures: number, expiresAt: Date, serves: boolean, now: Date, pace: number): Date {
  const place = Math.min(failures, SECONDS.length)
  const leftMs = expiresAt.getTime() - now.getTime()
  const [short, part, long] = [SECONDS[place], PARTS[place], SERVING_SECONDS[place]]
  const further = FIRST_FAILED_SECONDS * 2 ** (failures - SECONDS.length)
  if (short === undefined || part === undefined || long === undefined)
    return after(now, Math.min(further, LONGEST_FAILED_SECONDS) * 1000 * pace)
  return after(now, serves && leftMs > 0 ? Math.min(leftMs * part, long * 1000 * pace) : short * 1000 * pace)
}

function after(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}

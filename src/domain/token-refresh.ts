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
    case 'ConnectionExpired':
    case 'ConnectionFailed':
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

/** The part of the token's remaining life until the next try, by the number of failed tries. */
const PARTS = [1 / 8, 1 / 4, 1 / 2]
/** Seconds until the next try for a token that is no longer valid. */
const SECONDS = [30, 120, 600]

/**
 * When a refresh is tried again after `failures` failed tries (from 0): spread over the rest of
 * the token's life, so that an outage of the government's sign-in does not end a connection whose
 * token is still valid; soon, if it is not. `pace` multiplies the latter.
 */
export function nextRefresh(failures: number, expiresAt: Date, serves: boolean, now: Date, pace: number): Date {
  const place = Math.min(failures, PARTS.length - 1)
  const leftMs = expiresAt.getTime() - now.getTime()
  const waitMs = serves && leftMs > 0 ? leftMs * (PARTS[place] ?? 1) : (SECONDS[place] ?? 0) * 1000 * pace
  return new Date(now.getTime() + waitMs)
}

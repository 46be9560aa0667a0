import type { ConnectionEvent } from './connection.js'
import type { StreamEvent } from './event.js'

const DAY_MS = 24 * 3_600_000
/** A token is refreshed in the last third of its life, at the earliest so long before its end. */
const EARLIEST_MS = 30 * DAY_MS

/**
 * When the tokens of a connection are to be refreshed, by what has happened last (ISO 8601). null:
 * never, it is not active or its access does not expire; undefined: as was known before.
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

/** Parts of what is left of the token's life until the next try, by the tries that failed. */
const PARTS = [1 / 8, 1 / 4, 1 / 2]
/** Seconds until the next try of a token that does not serve any more. */
const SECONDS = [30, 120, 600]

/**
 * When a refresh is tried again after `failures` tries that failed (from 0): spread over what is
 * left of the token's life, so that an outage of the government's sign-in does not end a
 * connection whose token still serves; soon, where it does not. `pace` multiplies the latter.
 */
export function nextRefresh(failures: number, expiresAt: Date, serves: boolean, now: Date, pace: number): Date {
  const place = Math.min(failures, PARTS.length - 1)
  const leftMs = expiresAt.getTime() - now.getTime()
  const waitMs = serves && leftMs > 0 ? leftMs * (PARTS[place] ?? 1) : (SECONDS[place] ?? 0) * 1000 * pace
  return new Date(now.getTime() + waitMs)
}

import { isoTime } from '../domain/iso-time.js'
import type { ListedApiKey } from './api-keys.js'

/** An API key in lists, without the key itself; without `permissions` it has all. */
export function shownApiKey(row: ListedApiKey) {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.key_prefix,
    environment: row.environment,
    lastUsedAt: isoTime(row.last_used_at),
    expiresAt: isoTime(row.expires_at),
    revokedAt: isoTime(row.revoked_at),
    createdAt: isoTime(row.created_at),
    ...(row.permissions && { permissions: [...row.permissions] }),
  }
}

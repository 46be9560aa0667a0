import type { Kysely } from 'kysely'
import { hashApiKey } from '../domain/api-key.js'
import type { Clock } from '../domain/clock.js'
import { findApiKeyByHash } from '../projections/api-keys.js'
import type { ReadModels } from '../projections/read-models.js'
import type { Principal } from './access.js'
import { isoTime } from '../projections/shown.js'

/**
 * Finds whom a key speaks for. A key that was found is remembered for a moment, shorter than the second within which another process
 * must have stopped taking a revoked one; what this process itself revokes it refuses at once, whatever the read model still says.
 */
export class KeyRing {
  readonly #db: Kysely<ReadModels>
  readonly #clock: Clock
  readonly #found = new Map<string, Found>()
  readonly #revoked = new Set<string>()

  constructor(db: Kysely<ReadModels>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** null: unknown, revoked or expired. */
  async principalOf(key: string): Promise<Principal | null> {
    const found = await this.#find(hashApiKey(key))
    if (found === null || this.#revoked.has(found.principal.keyId)) return null
    if (found.expiresAt !== null && found.expiresAt <= this.#clock.now().getTime()) return null
    return found.principal
  }

  /** To be called once the revocation is durable, before it is answered. */
  revoked(keyId: string): void {
    this.#revoked.add(keyId)
  }

  async #find(hash: string): Promise<Found | null> {
    const known = this.#found.get(hash)
    if (known && performance.now() - known.at < REMEMBER_MS) return known
    const at = performance.now()
    const row = await findApiKeyByHash(this.#db, hash)
    if (row === null || row.revoked_at !== null) {
      this.#found.delete(hash)
      return null
    }
    const expiresAt = isoTime(row.expires_at)
    const found: Found = {
      at,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
      principal: {
        keyId: row.id,
        scope: { account: row.account, environment: row.environment },
        permissions: row.permissions ?? ['full'],
        plan: row.plan,
      },
    }
    if (this.#found.size >= MAX_REMEMBERED) this.#found.clear()
    this.#found.set(hash, found)
    return found
  }
}

interface Found {
  /** `performance.now()` before the look-up. */
  readonly at: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly principal: Principal
}

const REMEMBER_MS = 500
const MAX_REMEMBERED = 10_000

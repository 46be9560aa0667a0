import type { Kysely } from 'kysely'
import { hashApiKey } from '../../domain/api-key.js'
import type { Clock } from '../../domain/clock.js'
import { findApiKeysByHash, type KeyRow, REMEMBER_MS } from '../../projections/api-keys.js'
import type { ReadModels } from '../../projections/read-models.js'
import type { Principal } from './principal.js'
import { isoTime } from '../../domain/iso-time.js'

/**
 * Finds the principal of a key. Results, also that a key is unknown, are remembered for a moment,
 * shorter than the second within which another process must accept a new key and reject a revoked
 * one. Keys that this process itself creates and revokes take effect at once, regardless of the
 * read model.
 *
 * Keys that are not remembered are looked up many at a time, in one query after another: any
 * number of strangers with any number of keys occupy one connection to the database.
 */
export class KeyRing {
  readonly #db: Kysely<ReadModels>
  readonly #clock: Clock
  readonly #found = new Memory<Found>()
  /** Apart from the others: many unknown keys must not push out those that are in use. */
  readonly #unknown = new Memory<null>()
  readonly #revoked = new Set<string>()
  /** Look-ups whose query is running. */
  readonly #current = new Map<string, LookUp>()
  /** Look-ups that wait for the next queries. */
  readonly #next = new Map<string, LookUp>()
  #looking = false

  constructor(db: Kysely<ReadModels>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** null: unknown, revoked or expired. */
  async principalOf(key: string): Promise<Principal | null> {
    const hash = hashApiKey(key)
    const known = this.#found.recall(hash) ?? this.#unknown.recall(hash)
    const found = known === undefined ? await this.#lookUp(hash) : known
    if (found === null || this.#revoked.has(found.principal.keyId)) return null
    if (found.expiresAt !== null && found.expiresAt <= this.#clock.now().getTime()) return null
    return found.principal
  }

  /** Call it once the read model shows a new key, before the key is handed out. */
  created(key: string): void {
    const hash = hashApiKey(key)
    this.#unknown.forget(hash)
    // The result of that query may be out of date: new look-ups wait for the next one.
    this.#current.delete(hash)
  }

  /** Call it once the revocation is durable, before the request is answered. */
  revoked(keyId: string): void {
    this.#revoked.add(keyId)
  }

  /** Call it once the read model shows the revocation. */
  revocationShown(keyId: string): void {
    setTimeout(() => this.#revoked.delete(keyId), LONGEST_LOOK_UP_MS).unref()
  }

  #lookUp(hash: string): Promise<Found | null> {
    const joined = this.#current.get(hash) ?? this.#next.get(hash)
    if (joined) return joined.promise
    const lookUp = new LookUp()
    this.#next.set(hash, lookUp)
    if (!this.#looking) void this.#lookUpAll()
    return lookUp.promise
  }

  /** Runs until no look-up waits. Never rejects: the look-ups do. */
  async #lookUpAll(): Promise<void> {
    this.#looking = true
    while (this.#next.size > 0) {
      const batch = [...this.#next].slice(0, MAX_AT_ONCE)
      for (const [hash, lookUp] of batch) {
        this.#next.delete(hash)
        this.#current.set(hash, lookUp)
      }
      await this.#ask(batch)
      this.#current.clear()
    }
    this.#looking = false
  }

  async #ask(batch: readonly (readonly [string, LookUp])[]): Promise<void> {
    const at = performance.now()
    try {
      const hashes = batch.map(([hash]) => hash)
      const rows = new Map((await findApiKeysByHash(this.#db, hashes)).map((row) => [row.key_hash, row]))
      for (const [hash, lookUp] of batch) {
        const found = foundIn(rows.get(hash))
        if (this.#current.has(hash)) this.#remember(hash, found, at)
        lookUp.resolve(found)
      }
    } catch (error) {
      for (const [, lookUp] of batch) lookUp.reject(error)
    }
  }

  #remember(hash: string, found: Found | null, at: number): void {
    if (found) {
      this.#found.keep(hash, found, at)
    } else {
      this.#found.forget(hash)
      this.#unknown.keep(hash, null, at)
    }
  }
}

interface Found {
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly principal: Principal
}

/** null: there is no such key, or it was revoked. */
function foundIn(row: KeyRow | undefined): Found | null {
  if (row === undefined || row.revoked_at !== null) return null
  const expiresAt = isoTime(row.expires_at)
  return {
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    principal: {
      keyId: row.id,
      scope: { account: row.account, environment: row.environment },
      permissions: row.permissions ?? ['full'],
      plan: row.plan,
    },
  }
}

/** A look-up under way; callers with the same key share its result. */
class LookUp {
  resolve!: (found: Found | null) => void
  reject!: (error: unknown) => void
  readonly promise = new Promise<Found | null>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })
}

const MAX_REMEMBERED = 10_000
const MAX_AT_ONCE = 500
/** Longer than any query that began before. */
const LONGEST_LOOK_UP_MS = 20_000

/** Recent results, by hash. */
class Memory<T> {
  /** Oldest first. `at`: `performance.now()` before the look-up. */
  readonly #entries = new Map<string, { readonly at: number; readonly value: T }>()

  /** undefined: nothing is remembered. */
  recall(hash: string): T | undefined {
    const entry = this.#entries.get(hash)
    return entry && performance.now() - entry.at < REMEMBER_MS ? entry.value : undefined
  }

  keep(hash: string, value: T, at: number): void {
    this.#entries.delete(hash)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= MAX_REMEMBERED && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(hash, { at, value })
  }

  forget(hash: string): void {
    this.#entries.delete(hash)
  }
}

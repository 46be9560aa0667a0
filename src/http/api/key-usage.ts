import { type Kysely, sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../domain/clock.js'
import type { ReadModels } from '../../projections/read-models.js'

/** `lastUsedAt` may be a minute late; this interval stays well below that. */
const FLUSH_EVERY_MS = 20_000

/**
 * Records when keys were last used: in memory, written in batches, so that no request waits for
 * it.
 */
export class KeyUsage {
  readonly #db: Kysely<ReadModels>
  readonly #clock: Clock
  readonly #log: FastifyBaseLogger
  #pending = new Map<string, Date>()
  readonly #timer: NodeJS.Timeout

  constructor(db: Kysely<ReadModels>, clock: Clock, log: FastifyBaseLogger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref()
  }

  used(keyId: string): void {
    this.#pending.set(keyId, this.#clock.now())
  }

  /** Writes what is pending. A failure is logged, and the times are kept for the next attempt. */
  async flush(): Promise<void> {
    const batch = this.#pending
    if (batch.size === 0) return
    this.#pending = new Map()
    const times = [...batch.values()].map((time) => time.toISOString())
    try {
      await sql`
        INSERT INTO operations.api_key_usage (key_id, last_used_at)
        SELECT * FROM unnest(${[...batch.keys()]}::text[], ${times}::timestamptz[]) AS used (key_id, last_used_at)
        ORDER BY key_id
        ON CONFLICT (key_id) DO UPDATE SET last_used_at = greatest(operations.api_key_usage.last_used_at, excluded.last_used_at)
      `.execute(this.#db)
    } catch (error) {
      this.#log.warn({ err: error }, 'could not record when API keys were last used')
      this.#pending = new Map([...batch, ...this.#pending])
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

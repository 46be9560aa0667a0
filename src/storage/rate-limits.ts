import { type QueryExecutorProvider, sql } from 'kysely'
import type { Scope } from '../domain/event.js'

/** Windows that ended this long ago are deleted. */
const KEEP_MS = 10 * 60_000

/**
 * Counts requests per scope and window in PostgreSQL, for all processes of a deployment together.
 * It deletes old windows itself.
 */
export class RateCounter {
  readonly #db: QueryExecutorProvider
  #lastSweep = 0

  constructor(db: QueryExecutorProvider) {
    this.#db = db
  }

  /**
   * Takes up to `wanted` requests from the window's `limit`. Returns how many were granted (0: the
   * window is used up) and how many all processes have taken so far. Never grants more than
   * `limit` in total.
   */
  async take(
    scope: Scope,
    windowStart: Date,
    wanted: number,
    limit: number,
  ): Promise<{ granted: number; taken: number }> {
    const { account, environment } = scope
    await this.#sweep(windowStart)
    const { rows } = await sql<{ granted: number; taken: number }>`
      SELECT granted, taken FROM operations.take_rate(${account}, ${environment}, ${windowStart.toISOString()}, ${wanted}, ${limit})
    `.execute(this.#db)
    return rows[0] ?? { granted: 0, taken: limit }
  }

  /** Once per window and process. */
  async #sweep(windowStart: Date): Promise<void> {
    if (windowStart.getTime() <= this.#lastSweep) return
    this.#lastSweep = windowStart.getTime()
    const oldest = new Date(windowStart.getTime() - KEEP_MS).toISOString()
    await sql`DELETE FROM operations.rate_window WHERE window_start < ${oldest}`.execute(this.#db)
  }
}

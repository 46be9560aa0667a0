import type pg from 'pg'

/** One process writes the answers of a government at most once in this time. */
const EVERY_MS = 30_000

/** Records when governments last answered. */
export class PostgresAnswers {
  readonly #pool: pg.Pool
  readonly #noted = new Map<string, number>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Cheap for all but the first answer in half a minute. */
  async note(government: string, now: Date): Promise<void> {
    const before = this.#noted.get(government)
    if (before !== undefined && Math.abs(now.getTime() - before) < EVERY_MS) return
    await this.#pool.query(
      `INSERT INTO processing.answers AS known (government, answered_at) VALUES ($1, $2)
       ON CONFLICT (government) DO UPDATE SET answered_at = excluded.answered_at
       WHERE known.answered_at < excluded.answered_at`,
      [government, now.toISOString()],
    )
    this.#noted.set(government, now.getTime())
  }
}

import type pg from 'pg'

/** Sessions that were ended before their time, for all processes of a deployment. */
export class EndedSessions {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Ends a session in every process. `expiresAt`: when its cookie would expire by itself. */
  async end(id: string, expiresAt: Date, now: Date): Promise<void> {
    await this.#pool.query('DELETE FROM operations.ended_session WHERE expires_at <= $1', [now])
    await this.#pool.query(
      'INSERT INTO operations.ended_session (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
      [id, expiresAt],
    )
  }

  /** Whether a session was ended, in any process. */
  async has(id: string): Promise<boolean> {
    const { rows } = await this.#pool.query('SELECT FROM operations.ended_session WHERE id = $1', [id])
    return rows.length > 0
  }
}

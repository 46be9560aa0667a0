import type pg from 'pg'
import type { Anchor } from '../../../eventstore/anchor.js'
import { type Mark, type Marks, NO_MARK } from '../marks.js'

/** Marks in PostgreSQL. */
export class PostgresMarks implements Marks {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read(name: string): Promise<Mark> {
    const { rows } = await this.#pool.query<{ position: string | null; anchor: Anchor | null }>(
      'SELECT position, anchor FROM processing.checkpoints WHERE name = $1',
      [name],
    )
    const { position = null, anchor = null } = rows[0] ?? {}
    return { position: position === null ? null : BigInt(position), anchor }
  }

  async move(name: string, from: bigint | null, { position, anchor }: Mark = NO_MARK): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `INSERT INTO processing.checkpoints AS known (name, position, anchor) VALUES ($1, $3, $4)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position, anchor = excluded.anchor
       WHERE known.position IS NOT DISTINCT FROM $2`,
      [name, from?.toString() ?? null, position?.toString() ?? null, anchor && JSON.stringify(anchor)],
    )
    return rowCount === 1
  }

  async forget(name: string): Promise<void> {
    await this.#pool.query('DELETE FROM processing.checkpoints WHERE name = $1', [name])
  }
}

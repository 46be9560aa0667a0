import type pg from 'pg'
import type { CollectionMarks } from '../collecting.js'

/** The marks in PostgreSQL, beside the mailbox. */
export class PostgresCollectionMarks implements CollectionMarks {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read(connectionId: string): Promise<Date | null> {
    const { rows } = await this.#pool.query<{ until: string }>(
      'SELECT collected_until AS until FROM operations.collection WHERE connection_id = $1',
      [connectionId],
    )
    return rows[0] ? new Date(rows[0].until) : null
  }

  async move(connectionId: string, until: Date): Promise<void> {
    await this.#pool.query(
      `INSERT INTO operations.collection AS known (connection_id, collected_until) VALUES ($1, $2)
       ON CONFLICT (connection_id) DO UPDATE SET collected_until = greatest(known.collected_until, excluded.collected_until)`,
      [connectionId, until.toISOString()],
    )
  }
}

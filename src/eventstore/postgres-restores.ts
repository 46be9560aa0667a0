import type pg from 'pg'
import type { Anchor } from './anchor.js'
import { RESTORES_FOUND } from '../storage/postgres/restores.js'
import type { Restores, StoredReader } from './restores.js'

/** The record of restores in PostgreSQL. */
export class PostgresRestores implements Restores {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async count(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(`SELECT ${RESTORES_FOUND} AS count`)
    return rows[0]?.count ?? 0
  }

  async note(known: number, foundBy: string, lack: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `INSERT INTO storage.restore (number, found_by, lack)
       SELECT $1::integer + 1, $2, $3 WHERE ${RESTORES_FOUND} = $1 ON CONFLICT DO NOTHING`,
      [known, foundBy, lack],
    )
    return rowCount === 1
  }

  async readers(): Promise<readonly StoredReader[]> {
    const { rows } = await this.#pool.query<{ name: string; position: string | null; anchor: Anchor | null }>(
      `SELECT 'the read model ' || name AS name, position::text, anchor
       FROM projections.checkpoints WHERE restores = ${RESTORES_FOUND}
       UNION ALL
       SELECT name, position::text, anchor FROM processing.checkpoints WHERE restores = ${RESTORES_FOUND}
       UNION ALL
       SELECT 'the sealing', position::text, anchor FROM audit.tree
       WHERE restores = ${RESTORES_FOUND} AND position IS NOT NULL`,
    )
    return rows.map(({ name, position, anchor }) => ({
      name,
      position: position === null ? null : BigInt(position),
      anchor,
    }))
  }
}

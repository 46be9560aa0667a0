import type pg from 'pg'
import type { Anchor } from '../../../eventstore/anchor.js'
import { RESTORES_FOUND } from '../../../storage/postgres/restores.js'
import type { Mark, Marks, Place, Progress } from '../marks.js'

interface Row {
  readonly position: string | null
  readonly anchor: Anchor | null
  /** null: there is no mark. */
  readonly restores: number | null
  readonly found: number
}

/** Marks in PostgreSQL. */
export class PostgresMarks implements Marks {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read(name: string): Promise<Mark> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT c.position, c.anchor, c.restores, r.found FROM (SELECT ${RESTORES_FOUND} AS found) r
       LEFT JOIN processing.checkpoints c ON c.name = $1`,
      [name],
    )
    const { position = null, anchor = null, restores = null, found = 0 } = rows[0] ?? {}
    return {
      position: position === null ? null : BigInt(position),
      anchor,
      restores: restores ?? found,
      restoresFound: found,
    }
  }

  async move(
    name: string,
    from: Pick<Mark, 'position' | 'restores'>,
    { position, anchor }: Progress,
  ): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `INSERT INTO processing.checkpoints AS known (name, position, anchor, restores)
       SELECT $1, $3::bigint, $4::json, $5::integer WHERE ${RESTORES_FOUND} = $5::integer
       ON CONFLICT (name) DO UPDATE SET position = excluded.position, anchor = excluded.anchor
       WHERE known.position IS NOT DISTINCT FROM $2::bigint AND known.restores = $5::integer`,
      [
        name,
        from.position?.toString() ?? null,
        position?.toString() ?? null,
        anchor && JSON.stringify(anchor),
        from.restores,
      ],
    )
    return rowCount === 1
  }

  async reach(name: string, restores: number, { position, anchor }: Place): Promise<boolean> {
    const { rows } = await this.#pool.query<{ valid: boolean }>(
      `WITH noted AS (
         INSERT INTO processing.checkpoints AS known (name, position, anchor, restores)
         SELECT $1, $2::bigint, $3::json, $4::integer WHERE ${RESTORES_FOUND} = $4::integer
         ON CONFLICT (name) DO UPDATE
           SET position = excluded.position, anchor = excluded.anchor, restores = excluded.restores
         WHERE known.restores < excluded.restores OR known.position < excluded.position
       )
       SELECT ${RESTORES_FOUND} = $4::integer AS valid`,
      [name, position.toString(), JSON.stringify(anchor), restores],
    )
    return rows[0]?.valid === true
  }

  async restart(name: string, { position, restores, restoresFound }: Mark): Promise<void> {
    await this.#pool.query(
      `UPDATE processing.checkpoints SET position = NULL, anchor = NULL, restores = $4
       WHERE name = $1 AND position IS NOT DISTINCT FROM $2 AND restores = $3`,
      [name, position?.toString() ?? null, restores, restoresFound],
    )
  }

  async forget(name: string): Promise<void> {
    await this.#pool.query('DELETE FROM processing.checkpoints WHERE name = $1', [name])
  }
}

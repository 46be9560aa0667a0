import type pg from 'pg'
import type { LookedAt, Looks, LookState } from '../looks.js'

/** The last look at a connection, as the API shows it. */
export interface ShownLook {
  readonly country: string
  /** ISO 8601; null: none has succeeded. */
  readonly lookedAt: string | null
  /** Of the last look; null: it succeeded. */
  readonly error: string | null
}

/** The looks in PostgreSQL. */
export class PostgresLooks implements Looks {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async read({ connectionId, since }: LookedAt): Promise<LookState> {
    const { rows } = await this.#pool.query<{ mark: string | null; looked_at: string | null; since: string }>({
      name: 'read look',
      text: 'SELECT mark, looked_at, since FROM operations.receiving_look WHERE connection_id = $1',
      values: [connectionId],
    })
    const [row] = rows
    if (row === undefined) return { mark: null, lookedAt: null }
    const isSame = new Date(row.since).getTime() === since.getTime()
    return {
      mark: isSame ? row.mark : null,
      lookedAt: row.looked_at === null ? null : new Date(row.looked_at),
    }
  }

  async succeeded(of: LookedAt, mark: string, at: Date): Promise<void> {
    await this.#pool.query({
      name: 'look succeeded',
      text: `INSERT INTO operations.receiving_look (connection_id, company_id, country, since, mark, looked_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (connection_id) DO UPDATE SET since = excluded.since, looked_at = excluded.looked_at, error = NULL,
          mark = excluded.mark`,
      values: [of.connectionId, of.companyId, of.country, of.since.toISOString(), mark, at.toISOString()],
    })
  }

  async forget({ connectionId }: LookedAt): Promise<void> {
    await this.#pool.query({
      name: 'forget look',
      text: 'DELETE FROM operations.receiving_look WHERE connection_id = $1',
      values: [connectionId],
    })
  }

  async failed(of: LookedAt, reason: string): Promise<void> {
    await this.#pool.query({
      name: 'look failed',
      text: `INSERT INTO operations.receiving_look (connection_id, company_id, country, since, error)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (connection_id) DO UPDATE SET error = excluded.error`,
      values: [of.connectionId, of.companyId, of.country, of.since.toISOString(), reason],
    })
  }

  /** The last look at each connection of a company. */
  async ofCompany(companyId: string): Promise<readonly ShownLook[]> {
    const { rows } = await this.#pool.query<{ country: string; looked_at: string | null; error: string | null }>({
      name: 'looks of company',
      text: 'SELECT country, looked_at, error FROM operations.receiving_look WHERE company_id = $1',
      values: [companyId],
    })
    return rows.map(({ country, looked_at: lookedAt, error }) => ({ country, lookedAt, error }))
  }
}

import type pg from 'pg'
import type { FileNumbers, NumberedFile } from '../file-numbers.js'

/** File numbers in PostgreSQL, shared by all processes. */
export class PostgresFileNumbers implements FileNumbers {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async numberOf({ scope, country, attemptId, sender }: NumberedFile): Promise<number> {
    const { rows } = await this.#pool.query<{ number: string }>({
      name: 'number of file',
      text: 'SELECT operations.number_file($1, $2, $3, $4, $5) AS number',
      values: [scope.account, scope.environment, country, attemptId, sender],
    })
    return Number(rows[0]?.number)
  }
}

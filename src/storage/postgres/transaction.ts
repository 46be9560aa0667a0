import type pg from 'pg'
import { isUnavailable } from './unavailable.js'

/**
 * Does `work` in one transaction (READ COMMITTED): all of it is committed when it returns, none of
 * it when it throws. `begin` contains settings of the transaction, sent along with its begin.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A connection that can't roll back must not return to the pool. The roll-back does not wait
    // for a server that does not answer.
    if (isUnavailable(error)) broken = true
    else await client.query('ROLLBACK').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

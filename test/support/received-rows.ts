import type pg from 'pg'
import type { ReceivedRow } from '../../src/projections/received.js'

/**
 * The read model's received invoices, of all companies, in the order in which they were recorded.
 * Their `created_at` is not that order: several are recorded in a millisecond.
 */
export async function receivedInOrder(pool: pg.Pool): Promise<readonly ReceivedRow[]> {
  const { rows } = await pool.query<ReceivedRow>(
    `SELECT r.* FROM eventstore.events e JOIN read.received r ON r.id = e.data->>'receivedId'
     WHERE e.type = 'InvoiceReceived' ORDER BY e.position`,
  )
  return rows
}

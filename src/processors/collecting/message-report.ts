import type pg from 'pg'
import type { Channel } from '../../countries/gateway/mailbox.js'

/** A message of a government that matches none of the service's invoices. */
interface UnmatchedMessage {
  readonly channel: Channel
  /** `RC`, `MLS AP`, in the channel's own words. */
  readonly kind: string
  readonly messageId: string
  /** Its references. */
  readonly references: readonly string[]
  /**
   * The account whose connection fetched it; null: the government sent it to the operator's
   * address.
   */
  readonly account: string | null
  /** ISO 8601. */
  readonly receivedAt: string
  readonly bytes: number
}

/** A status of the network about a response to a received invoice matches that one. */
const UNMATCHED = `NOT EXISTS (SELECT FROM operations.invoice_message i WHERE i.position = m.position)
  AND NOT EXISTS (
    SELECT FROM operations.message_reference r JOIN operations.upload u ON split_part(u.upload_id, ' ', 1) = r.reference
    WHERE r.position = m.position AND m.channel = 'peppol' AND starts_with(u.attempt_id, 'rsp_')
  )`

/** How many messages match none of the service's invoices. */
export async function countUnmatched(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM operations.government_message m WHERE ${UNMATCHED}`,
  )
  return rows[0]?.total ?? 0
}

/** The newest of them first; at most `limit`. Their texts are unchanged. */
export async function listUnmatched(pool: pg.Pool, limit: number): Promise<readonly UnmatchedMessage[]> {
  const { rows } = await pool.query<UnmatchedMessage>(
    `SELECT m.channel, m.kind, m.message_id AS "messageId", nullif(m.account, '') AS account,
       to_char(m.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "receivedAt", length(m.bytes) AS bytes,
       array(SELECT r.reference FROM operations.message_reference r WHERE r.position = m.position ORDER BY r.reference) AS "references"
     FROM operations.government_message m WHERE ${UNMATCHED} ORDER BY m.position DESC LIMIT $1`,
    [limit],
  )
  return rows
}

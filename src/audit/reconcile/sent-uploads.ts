import type pg from 'pg'
import type { Scope } from '../../domain/event.js'

/** Which of these uploads our gateways have sent at any time. */
export type SentUploads = (scope: Scope, uploadIds: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Uses the ledger of uploads, which also contains invoices outside the period. A stored upload id
 * may begin with the number that a list shows, followed by more. One pass over the ledger for each
 * list with an unknown upload.
 */
export function postgresSentUploads(pool: pg.Pool): SentUploads {
  return async ({ account, environment }, uploadIds) => {
    if (uploadIds.length === 0) return new Set()
    const { rows } = await pool.query<{ known: string }>({
      name: 'sent-uploads',
      text: `SELECT known FROM unnest($3::text[]) AS known
        WHERE known IN (
          SELECT unnest(ARRAY[upload_id, split_part(upload_id, ' ', 1)]) FROM operations.upload
          WHERE account = $1 AND environment = $2 AND upload_id IS NOT NULL)`,
      values: [account, environment, uploadIds],
    })
    return new Set(rows.map(({ known }) => known))
  }
}

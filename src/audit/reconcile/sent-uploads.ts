import type pg from 'pg'
import type { Scope } from '../../domain/event.js'

/** Which of these uploads our gateways have sent, whenever that was. */
export type SentUploads = (scope: Scope, uploadIds: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * By the ledger of uploads, which also has those of invoices outside of the period that is looked
 * at. What is kept of an upload may begin with the number that a list shows, with more behind it.
 * One pass over the ledger for each list that shows something unknown.
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

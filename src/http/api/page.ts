import type { Scope } from '../../domain/event.js'
import type { Cursor, Cursors, Paged } from './cursor.js'

/** The page of a list that a client asked for. */
interface PageRequest {
  readonly list: Paged
  readonly scope: Scope
  readonly cursor: string | undefined
  /** Rows on the page. */
  readonly limit: number
}

/**
 * One page of a list, as the API returns it. Throws a 400 for a cursor that is not of this list.
 * @param rowsAfter returns at most this many rows after the cursor, in the list's order
 */
export async function pageOf<Row extends { readonly id: string; readonly created_at: string }, Shown>(
  cursors: Cursors,
  { list, scope, cursor, limit }: PageRequest,
  rowsAfter: (cursor: Cursor | null, limit: number) => Promise<readonly Row[]>,
  show: (row: Row) => Shown,
): Promise<{ readonly data: Shown[]; readonly hasMore: boolean; readonly nextCursor: string | null }> {
  // One row more than the page shows whether there is another page.
  const rows = await rowsAfter(cursors.decode(list, scope, cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null
  return { data: page.map(show), hasMore, nextCursor: next && cursors.encode(list, scope, next) }
}

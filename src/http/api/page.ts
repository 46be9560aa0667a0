import type { Scope } from '../../domain/event.js'
import type { Cursor, Cursors, Paged } from './cursor.js'

/** What a client asked for of a list. */
interface PageRequest {
  readonly list: Paged
  readonly scope: Scope
  readonly cursor: string | undefined
  /** Rows on the page. */
  readonly limit: number
}

/**
 * One page of a list, as the API answers it. Throws a 400 for a cursor that is none of this list.
 * @param rowsAfter so many rows after the cursor at most, in the list's order
 */
export async function pageOf<Row extends { readonly id: string; readonly created_at: string }, Shown>(
  cursors: Cursors,
  { list, scope, cursor, limit }: PageRequest,
  rowsAfter: (cursor: Cursor | null, limit: number) => Promise<readonly Row[]>,
  show: (row: Row) => Shown,
): Promise<{ readonly data: Shown[]; readonly hasMore: boolean; readonly nextCursor: string | null }> {
  // One more than the page tells whether there is another.
  const rows = await rowsAfter(cursors.decode(list, scope, cursor), limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null
  return { data: page.map(show), hasMore, nextCursor: next && cursors.encode(list, scope, next) }
}

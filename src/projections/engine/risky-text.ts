import { isHoldable } from '../../domain/text.js'
import type { Projection, Row } from './projection.js'

/** Longer texts may be too much for an index, which accepts 2,704 bytes after compression. */
const LONGEST_INDEXED = 150

const indexedColumns = new WeakMap<Projection, ReadonlySet<string>>()

/**
 * Whether the database might refuse the row for a text that the row before it did not have. Such a
 * row must be written, even if the next event changes it at once: otherwise batching would
 * determine whether its event is set aside.
 */
export function isRisky(projection: Projection, row: Row, before: Row | null): boolean {
  const indexed = indexedColumnsOf(projection)
  for (const name in row) {
    const value = row[name]
    if (typeof value !== 'string' || value === before?.[name]) continue
    if (!isHoldable(value) || (value.length > LONGEST_INDEXED && indexed.has(name))) return true
  }
  return false
}

/** Includes other words of the statements, which name no column. */
function indexedColumnsOf(projection: Projection): ReadonlySet<string> {
  const known = indexedColumns.get(projection)
  if (known !== undefined) return known
  const { keyColumn, indexes } = projection
  const found = new Set([keyColumn, ...indexes.flatMap((index) => index.match(/\w+/g) ?? [])])
  indexedColumns.set(projection, found)
  return found
}

/** A row that the database might refuse would have been changed before it was written. */
export class ChangedInQuarantine extends Error {
  override readonly name = 'ChangedInDoubt'
}

import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql, type SqlBool } from 'kysely'

/** A place in a list by time: that of the row of that time and id. */
export interface ListPlace {
  /** ISO 8601. */
  readonly createdAt: string
  readonly id: string
}

interface ListedRow {
  readonly id: string
  readonly created_at: string
}

/** Sorts rows of several lists from new to old, as each of them is. */
export function newestFirst(one: ListedRow, other: ListedRow): number {
  const [a, b] = [new Date(one.created_at).getTime(), new Date(other.created_at).getTime()]
  return b - a || (one.id < other.id ? 1 : -1)
}

/** The rows after a place in a list from old to new; null: all. */
function isAfter(place: ListPlace | null): RawBuilder<SqlBool> {
  if (place === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(created_at, id) > (${place.createdAt}, ${place.id})`
}

/** The rows after a place in a list from new to old; null: all. */
export function isBefore(place: ListPlace | null): RawBuilder<SqlBool> {
  if (place === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(created_at, id) < (${place.createdAt}, ${place.id})`
}

/**
 * The next rows of a list from old to new: at most `limit`, after that place. For a query that is
 * limited to a scope and has the columns `created_at` and `id`.
 */
export function nextOldest<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  after: ListPlace | null,
  limit: number,
): Promise<readonly Simplify<Row>[]> {
  return rows
    .where(isAfter(after))
    .orderBy(sql`created_at`)
    .orderBy(sql`id`)
    .limit(limit)
    .execute()
}

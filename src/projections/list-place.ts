import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** A place in a list by time: that of the row of that time and id. */
export interface ListPlace {
  /** ISO 8601. */
  readonly createdAt: string
  readonly id: string
}

/** The rows behind a place in a list that runs from old to new; null: all. */
export function isAfter(place: ListPlace | null): RawBuilder<SqlBool> {
  if (place === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(created_at, id) > (${place.createdAt}, ${place.id})`
}

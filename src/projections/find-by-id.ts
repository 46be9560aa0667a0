import { type Kysely, sql } from 'kysely'
import type { DomainEvent, Scope } from '../domain/event.js'
import type { Row, StreamProjection } from './engine/projection.js'
import { inScope } from './in-scope.js'
import type { ReadModels } from './read-models.js'

/** The row of an id in a read model that holds one row for each id; null: the scope has none. */
export async function findById<R extends Row, Event extends DomainEvent>(
  db: Kysely<ReadModels>,
  { name }: StreamProjection<R, Event>,
  scope: Scope,
  id: string,
): Promise<R | null> {
  const { rows } = await sql<R>`
    SELECT * FROM ${sql.table(`read.${name}`)} WHERE ${inScope(scope)} AND id = ${id}`.execute(db)
  return rows[0] ?? null
}

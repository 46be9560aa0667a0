import type pg from 'pg'
import type { EventStore } from '../eventstore/port.js'

/** When the newest seal was made, and what stands against the next one. */
export interface SealState {
  /** null: none was made. */
  readonly at: Date | null
  /** null: nothing. */
  readonly trouble: string | null
}

/** The newest seal that the database knows. Throws outages of both stores. */
export async function stateOfSeals(pool: pg.Pool, store: Pick<EventStore, 'readStream'>): Promise<SealState> {
  const { rows } = await pool.query<{ trouble: string | null; stream: string | null; revision: number | null }>(
    `SELECT t.trouble, s.stream, s.revision FROM audit.tree t LEFT JOIN LATERAL (
       SELECT stream, revision FROM audit.seal WHERE revision IS NOT NULL ORDER BY sequence DESC LIMIT 1
     ) s ON true`,
  )
  const { trouble = null, stream = null, revision = null } = rows[0] ?? {}
  if (stream === null || revision === null) return { at: null, trouble }
  const [event] = await store.readStream(stream, revision)
  return { at: event === undefined ? null : new Date(event.metadata.occurredAt), trouble }
}

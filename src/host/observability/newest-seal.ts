import type pg from 'pg'
import type { EventStore } from '../../eventstore/port.js'

/** When the newest seal was made, and what prevents the next one. */
interface SealState {
  /** null: there is none. */
  readonly at: Date | null
  /** null: nothing. */
  readonly trouble: string | null
  /** Events read for the next seal. */
  readonly waiting: number
  /** Position up to which events were read for seals; 0: none yet. */
  readonly readUpTo: number
}

/** The newest seal in the database. Throws outages of both stores. */
export async function stateOfSeals(pool: pg.Pool, store: Pick<EventStore, 'readStream'>): Promise<SealState> {
  const { rows } = await pool.query<StateRow>(
    `SELECT t.trouble, s.stream, s.revision, t.size - coalesce(s.size, 0) AS waiting, t.position
     FROM audit.tree t LEFT JOIN LATERAL (
       SELECT stream, revision, size FROM audit.seal WHERE revision IS NOT NULL ORDER BY sequence DESC LIMIT 1
     ) s ON true`,
  )
  const { trouble = null, stream = null, revision = null, waiting = 0, position = null } = rows[0] ?? {}
  const state = { trouble, waiting: Math.max(0, Number(waiting)), readUpTo: Number(position ?? 0) }
  if (stream === null || revision === null) return { ...state, at: null }
  const [event] = await store.readStream(stream, revision)
  return { ...state, at: event === undefined ? null : new Date(event.metadata.occurredAt) }
}

interface StateRow {
  readonly trouble: string | null
  readonly stream: string | null
  readonly revision: number | null
  /** Both are `bigint`s, which arrive as text. */
  readonly waiting: string
  readonly position: string | null
}

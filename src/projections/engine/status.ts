import type pg from 'pg'
import type { EventStore } from '../../eventstore/port.js'
import { PROJECTIONS } from '../registry.js'
import type { Projection } from './projection.js'
import { countSetAside } from './quarantine.js'
import { listRebuilding } from './rebuild-lock.js'

/** The status of a read model. Times are ISO 8601 in UTC. */
export interface ProjectionStatus {
  readonly name: string
  /** Of this program. */
  readonly version: number
  /** Of the table in use; null: the read model was never prepared. */
  readonly live: number | null
  /** All events up to here are in the table; null: none yet. */
  readonly position: string | null
  /**
   * The events between the table and the newest one, including those of other read models; 0 if
   * the table lacks none of its own. null if the event store's positions do not count events.
   */
  readonly lagEvents: number | null
  /** How long ago the first event that the table lacks was recorded; 0: it lacks none. */
  readonly lagSeconds: number
  /** null: it runs. */
  readonly pausedAt: string | null
  /** Whether a process is rebuilding it; the table in use continues. */
  readonly rebuilding: boolean
  /** The number of events that the table could not process. */
  readonly setAside: number
  /** The table that the last rebuild replaced: `projections roll-back` restores it. */
  readonly replaced: { readonly version: number; readonly position: string | null; readonly at: string } | null
}

/**
 * The status of each read model of this program, in the order of the registry. `now`: milliseconds
 * since 1970. Costs one query of the event store for each read model that is not at its end.
 * Throws `EventStoreUnavailable`.
 */
export async function projectionStatus(
  pool: pg.Pool,
  store: EventStore,
  now: number = Date.now(),
): Promise<readonly ProjectionStatus[]> {
  const head = await store.head()
  const { rows } = await pool.query<StatusRow>(
    `SELECT c.name, c.version, c.position, c.paused_at, r.version AS replaced_version, r.position AS replaced_position, r.replaced_at
     FROM projections.checkpoints c LEFT JOIN projections.replaced r USING (name)`,
  )
  const lacking = await countSetAside(pool)
  const rebuilding = await listRebuilding(pool, PROJECTIONS)
  return Promise.all(
    PROJECTIONS.map(async (projection) => {
      const { name, version } = projection
      const row = rows.find((each) => each.name === name)
      const position = row?.position ?? null
      const first = await firstLacking(store, projection, position === null ? null : BigInt(position), head)
      const behind = Number((head ?? 0n) - BigInt(position ?? 0))
      return {
        name,
        version,
        live: row?.version ?? null,
        position,
        lagEvents: store.gapless === true ? (first === null ? 0 : behind) : first === null ? 0 : null,
        lagSeconds: first === null ? 0 : Math.max(0, Math.round((now - Date.parse(first)) / 1000)),
        pausedAt: row?.paused_at ?? null,
        rebuilding: rebuilding.has(name),
        setAside: lacking.get(name) ?? 0,
        replaced:
          row?.replaced_at == null || row.replaced_version === null
            ? null
            : { version: row.replaced_version, position: row.replaced_position, at: row.replaced_at },
      }
    }),
  )
}

interface StatusRow {
  readonly name: string
  readonly version: number
  readonly position: string | null
  readonly paused_at: string | null
  readonly replaced_version: number | null
  readonly replaced_position: string | null
  readonly replaced_at: string | null
}

/** When the first event that the table lacks happened; null: it lacks none. */
async function firstLacking(
  store: EventStore,
  { streamPrefixes }: Projection,
  position: bigint | null,
  head: bigint | null,
): Promise<string | null> {
  // A checkpoint beyond the head belongs to a restored store: `/ready` reports it.
  if (head === null || (position ?? -1n) >= head) return null
  const stop = new AbortController()
  try {
    for await (const message of store.subscribe({
      after: position,
      streamPrefixes,
      maxBatch: 1,
      signal: stop.signal,
    })) {
      return message.kind === 'events' ? (message.events[0]?.metadata.occurredAt ?? null) : null
    }
    return null
  } finally {
    stop.abort()
  }
}

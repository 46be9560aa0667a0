import type pg from 'pg'
import type { EventStore } from '../../eventstore/port.js'
import { countSetAside } from '../../projections/engine/quarantine.js'
import { PROJECTIONS } from '../../projections/registry.js'

export interface ProjectionStatus {
  readonly name: string
  readonly version: number
  readonly live: number | null
  readonly position: string | null
  readonly lagEvents: number | null
  readonly lagSeconds: number
  readonly pausedAt: string | null
  readonly setAside: number
}

export async function projectionStatus(pool: pg.Pool, store: EventStore): Promise<readonly ProjectionStatus[]> {
  const head = await store.head()
  const { rows } = await pool.query<{ name: string; version: number; position: string | null }>(
    'SELECT name, version, position FROM projections.checkpoints',
  )
  const lacking = await countSetAside(pool)
  return PROJECTIONS.map(({ name, version }) => {
    const row = rows.find((each) => each.name === name)
    const behind = Number((head ?? 0n) - BigInt(row?.position ?? 0))
    return {
      name,
      version,
      live: row?.version ?? null,
      position: row?.position ?? null,
      lagEvents: Math.max(0, behind),
      lagSeconds: 0,
      pausedAt: null,
      setAside: lacking.get(name) ?? 0,
    }
  })
}

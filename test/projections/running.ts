import type { Test } from 'tap'
import pino from 'pino'
import type pg from 'pg'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { ProgressTracker } from '../../src/projections/progress.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { prepareProjection, runProjection, type RunnerDeps } from '../../src/projections/runner.js'
import { createPool } from '../../src/storage/pool.js'
import { migratedDatabase } from '../support/database.js'

export interface Running extends RunnerDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  /** Stops the live projections; the database stays. */
  readonly stop: () => Promise<void>
}

/** Every projection running on a database of its own. */
export async function runningProjections(t: Test, store: EventStore = new MemoryEventStore()): Promise<Running> {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test', size: 20 })
  const deps = { store, pool, log: pino({ level: 'silent' }), progress: new ProgressTracker() }
  const stopping = new AbortController()
  for (const projection of PROJECTIONS) await prepareProjection(deps, projection, stopping.signal)
  const runners = PROJECTIONS.map((projection) => runProjection(deps, projection, stopping.signal))
  const stop = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(runners)
  }
  t.teardown(async () => {
    await stop()
    await store.close()
    await pool.end()
  })
  return { ...deps, stop }
}

/** Every row of every read model, as text that is equal when the rows are. */
export async function allRows(pool: pg.Pool): Promise<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {}
  for (const { name } of PROJECTIONS) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM read.${name} t ORDER BY 1`)
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}

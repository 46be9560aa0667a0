import type { Test } from 'tap'
import pino from 'pino'
import type pg from 'pg'
import { systemTimers } from '../../src/domain/timers.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import type { EventStore } from '../../src/eventstore/port.js'
import { PostgresLiveTables } from '../../src/projections/engine/postgres-live-tables.js'
import { PostgresRestores } from '../../src/eventstore/postgres-restores.js'
import { ProgressTracker } from '../../src/projections/engine/progress.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { prepareProjection, runProjection, type RunnerDeps } from '../../src/projections/engine/runner.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { migratedDatabase } from '../support/database.js'

/** Projections that run over a store of their own. */
export interface Running extends RunnerDeps {
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly progress: ProgressTracker
  /** Stops the live projections; the database stays. */
  readonly stop: () => Promise<void>
  /** Stops them until `resume`. */
  readonly pause: () => Promise<void>
  readonly resume: () => void
  /** The lines of the log that hold this. */
  readonly logged: (text: string) => readonly string[]
}

/** What a test has otherwise than the product. */
interface RunningOptions {
  /** A migrated database; default: a new one. */
  readonly url?: string
  /** Default: those of the product. */
  readonly projections?: readonly Projection[]
}

/** Every projection running on a database of its own: a process, as far as read models go. */
export async function runningProjections(
  t: Test,
  store: EventStore = new MemoryEventStore(),
  { url, projections = PROJECTIONS }: RunningOptions = {},
): Promise<Running> {
  const connectionString = url ?? (await migratedDatabase(t)).url
  const pool = createPool({ connectionString, applicationName: 'test', size: PROJECTIONS.length + 5 })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const tables = new PostgresLiveTables(pool)
  const restores = new PostgresRestores(pool)
  const deps = { store, pool, tables, restores, timers: systemTimers, log, progress: new ProgressTracker() }
  let stopping = new AbortController()
  let runners: readonly Promise<void>[] = []
  const resume = (): void => {
    stopping = new AbortController()
    runners = projections.map((projection) => runProjection(deps, projection, stopping.signal))
  }
  const stop = async (): Promise<void> => {
    stopping.abort()
    await Promise.all(runners)
  }
  for (const projection of projections) await prepareProjection(deps, projection, stopping.signal)
  resume()
  t.teardown(async () => {
    await stop()
    await store.close()
    await pool.end()
  })
  return { ...deps, stop, pause: stop, resume, logged: (text) => lines.filter((line) => line.includes(text)) }
}

import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { pino } from 'pino'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { rebuildAll, type Rebuilt } from '../../src/projections/engine/rebuild.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { ensureTable } from '../../src/projections/engine/runner.js'
import { createTable } from '../../src/projections/engine/tables.js'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import { migrate } from '../../src/storage/postgres/migrate.js'
import { migrations } from '../../src/storage/migrations/index.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { type Kind, writeHistory } from './history.js'
import { SILENT } from '../silent.js'

const AIM = 30_000
const VERY_LONG_MS = 3 * 3_600_000

/** What is written, and which read models are built from it. */
interface RebuildMeasurement {
  readonly events: number
  readonly kind: Kind
  readonly projections: readonly Projection[]
  /** Also builds each of them alone. */
  readonly each: boolean
}

/**
 * Builds read models from so many events in a separate database, compares them with a second
 * build, and copies their rows into empty tables as the reference. Prints the results; returns the
 * rebuild's events a second.
 */
export async function measureRebuild({ events: wanted, kind, projections, each }: RebuildMeasurement): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
  try {
    const { connectionString } = postgres
    const pool = createPool({ connectionString, applicationName: 'bench', size: 4, statementTimeoutMs: VERY_LONG_MS })
    await migrate(connectionString, migrations)
    const store = new PostgresEventStore({ connectionString })
    const deps = { store, pool, log: pino({ level: 'error' }) }
    const writing = performance.now()
    const events = await writeHistory(pool, store, wanted, kind)
    console.log(`${events.toLocaleString('en')} events written in ${seconds(writing).toFixed(0)} s`)
    for (const projection of projections) await ensureTable(pool, projection)

    const peak = watchMemory()
    const begun = performance.now()
    await measured(deps, projections)
    const taken = seconds(begun)
    const { before, most } = peak()
    console.log(`rebuild of the read models: ${rate(events, taken)} events a second (${taken.toFixed(1)} s)`)
    console.log(`memory: ${megabytes(most)} at most, ${megabytes(before)} before`)

    const verifying = performance.now()
    const verified = await measured(deps, projections, { verifyOnly: true })
    const equal = verified.every(({ difference }) => difference === null)
    console.log(`compared with a second one in ${seconds(verifying).toFixed(1)} s: ${equal ? 'equal' : 'DIFFERENT'}`)

    const copied = await copyAll(connectionString, projections, dataDir)
    const rows = verified.reduce((sum, each) => sum + each.rows, 0)
    console.log(
      `COPY of the ${rows.toLocaleString('en')} rows: ${rate(rows, copied)} rows a second (${copied.toFixed(1)} s)`,
    )
    const part = (copied / taken) * 100
    console.log(`in events: ${rate(events, copied)} a second; the rebuild reaches ${part.toFixed(0)} % of it`)
    const aim = Math.min(AIM, rows / copied / 4)
    console.log(
      `aim: ${Math.round(aim).toLocaleString('en')} events a second, ${events / taken >= aim ? 'reached' : 'missed'}`,
    )

    if (each) {
      for (const projection of projections) {
        const started = performance.now()
        const [result] = await measured(deps, [projection])
        const heard = result?.events ?? 0
        console.log(
          `${projection.name.padEnd(16)} ${rate(heard, seconds(started)).padStart(8)} events a second (${heard} events, ${result?.rows ?? 0} rows)`,
        )
      }
    }
    await store.close()
    await pool.end()
    return events / taken
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function rate(count: number, seconds: number): string {
  return Math.round(count / seconds).toLocaleString('en')
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000
}

async function measured(
  deps: Parameters<typeof rebuildAll>[0],
  projections: readonly Projection[],
  options: { readonly verifyOnly?: boolean } = {},
): Promise<readonly Rebuilt[]> {
  const results = await rebuildAll(deps, projections, new AbortController().signal, { dropOld: true, ...options })
  return results.map((result) => {
    if ('error' in result) throw result.error
    return result
  })
}

function watchMemory(): () => { readonly before: number; readonly most: number } {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  return () => {
    clearInterval(timer)
    return { before, most }
  }
}

/**
 * Copies each table to a file and from there into an empty one; returns the seconds of the second
 * step.
 */
async function copyAll(connectionString: string, projections: readonly Projection[], dataDir: string): Promise<number> {
  let taken = 0
  // Without a time limit: the timer of a limit outlives a COPY to a stream, and the process waits.
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const projection of projections) {
      const file = join(dataDir, `${projection.name}.copy`)
      const schema = `copy_of_${projection.name}`
      await pipeline(
        client.query(to(`COPY (SELECT * FROM read.${projection.name}) TO STDOUT`)),
        createWriteStream(file),
      )
      await createTable(client, projection, schema)
      const begun = performance.now()
      await pipeline(createReadStream(file), client.query(from(`COPY ${schema}.${projection.name} FROM STDIN`)))
      taken += seconds(begun)
      await client.query(`DROP SCHEMA ${schema} CASCADE`)
      rmSync(file)
    }
  } finally {
    await client.end()
  }
  return taken
}

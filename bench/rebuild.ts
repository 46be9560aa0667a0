/**
 * `npm run bench:rebuild`: how fast all read models are built from 1,000,000 events, beside the
 * rate at which PostgreSQL copies their rows into empty tables with the same indexes. `--
 * --events N` takes fewer, `-- --each` also builds each read model alone.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { pino } from 'pino'
import { PostgresEventStore } from '../src/eventstore/postgres.js'
import { rebuildAll, type Rebuilt } from '../src/projections/engine/rebuild.js'
import type { Projection } from '../src/projections/engine/projection.js'
import { ensureTable } from '../src/projections/engine/runner.js'
import { createTable, LONG } from '../src/projections/engine/tables.js'
import { PROJECTIONS } from '../src/projections/registry.js'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres/start.js'
import { migrate } from '../src/storage/migrate.js'
import { migrations } from '../src/storage/migrations/index.js'
import { createPool } from '../src/storage/pool.js'
import { inTransaction } from '../src/storage/transaction.js'
import { writeHistory } from './rebuild/history.js'

const asked = process.argv.indexOf('--events')
const EVENTS = asked < 0 ? 1_000_000 : Number(process.argv[asked + 1])
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }
const AIM = 30_000

const rate = (count: number, seconds: number): string => Math.round(count / seconds).toLocaleString('en')
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
try {
  const { connectionString } = postgres
  const pool = createPool({ connectionString, applicationName: 'bench', size: 4, statementTimeoutMs: 3_600_000 })
  await migrate(connectionString, migrations)
  const store = new PostgresEventStore({ connectionString })
  const deps = { store, pool, log: pino({ level: 'error' }) }
  const writing = performance.now()
  const events = await writeHistory(pool, store, EVENTS)
  console.log(`${events.toLocaleString('en')} events written in ${seconds(writing)} s`)
  for (const projection of PROJECTIONS) await ensureTable(pool, projection)

  const peak = watchMemory()
  const begun = performance.now()
  await measured(deps, PROJECTIONS)
  const taken = seconds(begun)
  const { before, most } = peak()
  console.log(`rebuild of all read models: ${rate(events, taken)} events a second (${taken.toFixed(1)} s)`)
  console.log(`memory: ${megabytes(most)} at most, ${megabytes(before)} before`)

  const verifying = performance.now()
  const verified = await measured(deps, PROJECTIONS, { verifyOnly: true })
  const equal = verified.every(({ difference }) => difference === null)
  console.log(`compared with a second one in ${seconds(verifying).toFixed(1)} s: ${equal ? 'equal' : 'DIFFERENT'}`)

  const copied = await copyAll(pool)
  const rows = verified.reduce((sum, each) => sum + each.rows, 0)
  console.log(
    `COPY of the ${rows.toLocaleString('en')} rows: ${rate(rows, copied)} rows a second (${copied.toFixed(1)} s)`,
  )
  const asEvents = events / copied
  console.log(
    `in events: ${rate(events, copied)} a second; the rebuild reaches ${((events / taken / asEvents) * 100).toFixed(0)} % of it`,
  )
  const aim = Math.min(AIM, rows / copied / 4)
  console.log(
    `aim: ${Math.round(aim).toLocaleString('en')} events a second, ${events / taken >= aim ? 'reached' : 'missed'}`,
  )

  if (process.argv.includes('--each')) {
    for (const projection of PROJECTIONS) {
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
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
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

/** Copies each table to a file and from there into an empty one; answers the latter's seconds. */
async function copyAll(pool: pg.Pool): Promise<number> {
  let taken = 0
  for (const projection of PROJECTIONS) {
    const file = join(dataDir, `${projection.name}.copy`)
    const schema = `copy_of_${projection.name}`
    await inTransaction(pool, async (client) => {
      await pipeline(
        client.query(to(`COPY (SELECT * FROM read.${projection.name}) TO STDOUT`)),
        createWriteStream(file),
      )
      await createTable(client, projection, schema)
    })
    const begun = performance.now()
    await inTransaction(pool, async (client) => {
      await pipeline(createReadStream(file), client.query(from(`COPY ${schema}.${projection.name} FROM STDIN`)))
    })
    taken += seconds(begun)
    await pool.query({ text: `DROP SCHEMA ${schema} CASCADE`, ...LONG })
  }
  return taken
}

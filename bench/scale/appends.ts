import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import { migrate } from '../../src/storage/postgres/migrate.js'
import { migrations } from '../../src/storage/migrations/index.js'
import { durableInserts } from '../load.js'
import { Processes } from '../processes.js'
import { SILENT } from '../silent.js'

const SECONDS = 5

/**
 * The head row of the event store, which one transaction at a time may hold: appends a second by
 * 1, 2 and 4 processes with 64 writers each, how many of them share a commit, and how many
 * sessions wait for the row. The reference of the same run: durable inserts by 64 clients.
 */
export async function measureAppends(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
  const client = new pg.Client({ connectionString: postgres.connectionString })
  const processes = new Processes()
  try {
    await migrate(postgres.connectionString, migrations)
    await client.connect()
    const commits = async (): Promise<number> => {
      const { rows } = await client.query<{ n: string }>(
        'SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()',
      )
      return Number(rows[0]?.n)
    }
    let first = 0
    for (const count of [1, 2, 4]) {
      const inserts = await durableInserts(postgres.connectionString, 64, SECONDS, 1024)
      const before = await commits()
      const env = { DATABASE_URL: postgres.connectionString, SECONDS: String(SECONDS) }
      const run = Promise.all(Array.from({ length: count }, () => processes.run('./scale/appender.js', [], env)))
      const waits = await sampled(client, run)
      const rate = (await run).reduce((sum, printed) => sum + Number(printed), 0)
      if (first === 0) first = rate
      const shared = (rate * SECONDS) / ((await commits()) - before)
      console.log(
        `${count} processes: ${rate.toFixed(0)} appends/s, ${(rate / first).toFixed(2)} × one, ` +
          `${(rate / inserts.perSecond).toFixed(2)} × durable inserts (${inserts.perSecond.toFixed(0)}/s), ` +
          `about ${shared.toFixed(0)} in a commit, ${waits.toFixed(1)} sessions wait for the head row`,
      )
    }
  } finally {
    await client.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The mean number of sessions that wait for another one's lock, until the work is done. */
async function sampled(client: pg.Client, work: Promise<unknown>): Promise<number> {
  let [samples, waiting, done] = [0, 0, false]
  void work.finally(() => (done = true)).catch(() => undefined)
  while (!done) {
    const { rows } = await client.query<{ writing: string; n: string }>(
      `SELECT count(*) FILTER (WHERE wait_event_type = 'Lock') AS n, count(*) AS writing FROM pg_stat_activity
       WHERE application_name = 'clearway event store' AND state = 'active'`,
    )
    if (Number(rows[0]?.writing) === 0) continue
    samples += 1
    waiting += Number(rows[0]?.n)
  }
  return waiting / Math.max(1, samples)
}

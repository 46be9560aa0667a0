import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import type { Bench } from '../processes.js'
import { SILENT } from '../silent.js'

/** What a service prints once it works; the group is its address, if it has one. */
export const STARTED = /^Clearway (?:runs|listens on) (.+)$/m

/** The database of a measurement, and the settings with which services use it. */
interface BenchDatabase {
  readonly client: pg.Client
  readonly connectionString: string
  readonly env: Readonly<Record<string, string>>
}

/** Measures with a PostgreSQL of its own; all processes, and then it, end with the measurement. */
export async function withDatabase(
  { processes, env: settings }: Bench,
  measure: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log: SILENT })
  const { connectionString } = postgres
  const client = new pg.Client({ connectionString, application_name: 'bench' })
  try {
    await client.connect()
    const env = {
      ...settings,
      DATABASE_URL: connectionString,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    await measure({ client, connectionString, env })
  } finally {
    await client.end()
    await processes.stop()
    await postgres.stop()
  }
}

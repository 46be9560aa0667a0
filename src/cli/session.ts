import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import { type Config, readConfig } from '../host/settings/config.js'
import { type Database, openDatabase, openEventStore, openObjects } from '../host/start/stores.js'
import type { EventStore } from '../eventstore/port.js'
import { createLog } from '../host/observability/log.js'
import type { ReadModels } from '../projections/read-models.js'
import type { ObjectStore } from '../storage/documents/object-store.js'
import { PostgresDocuments } from '../storage/documents/postgres-documents.js'
import { createPool } from '../storage/postgres/pool.js'
import { type Act, acting } from './acting.js'
import type { CliRun } from './cli-run.js'

/** What a command works with while it runs. */
export interface Session {
  /** Of the command. */
  readonly env: CliRun['env']
  readonly operator: CliRun['operator']
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly documents: PostgresDocuments
  /** Where the bytes of older documents are; null: in the database. */
  readonly objects: ObjectStore | null
  /** The read models, through the same pool. */
  readonly db: Kysely<ReadModels>
  readonly log: Logger
  readonly config: Config
  /** The names of the migrations applied when the session began. */
  readonly migrated: readonly string[]
  /** The keys of the vault. */
  readonly secretsKeys: Database['secretsKeys']
}

/**
 * Opens store and database while a server runs or, without one, starts the embedded database, and
 * always closes them. `act`: how the command is recorded; absent: it neither changes anything nor
 * shows customers' data.
 */
export async function inSession<T>(cli: CliRun, work: (session: Session) => Promise<T>, act?: Act<T>): Promise<T> {
  const config = readConfig(cli.env)
  const log = commandLog(cli)
  const database = await openDatabase(config, 'command', log)
  const { connectionString, migrated } = database
  try {
    const store = await openEventStore(config, connectionString)
    const pool = createPool({ connectionString, applicationName: 'clearway command', size: 4 })
    const objects = await openObjects(config)
    try {
      const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
      const session = {
        env: cli.env,
        operator: cli.operator,
        store,
        pool,
        documents: new PostgresDocuments(pool, objects),
        objects,
        db,
        log,
        config,
        migrated,
        secretsKeys: () => database.secretsKeys(),
      }
      return act === undefined ? await work(session) : await acting(session, act, () => work(session))
    } finally {
      objects?.close()
      await store.close()
      await pool.end()
    }
  } finally {
    await database.stop()
  }
}

/** The log of a command: warnings and errors only, on standard error. */
export function commandLog({ stderr }: CliRun): Logger {
  return createLog('warn', stderr)
}

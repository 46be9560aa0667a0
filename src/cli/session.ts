import { Kysely, PostgresDialect } from 'kysely'
import pino, { type Logger } from 'pino'
import type pg from 'pg'
import { type Config, readConfig } from '../host/settings/config.js'
import { type Database, openDatabase, openEventStore } from '../host/start/stores.js'
import type { EventStore } from '../eventstore/port.js'
import { createLog } from '../host/observability/log.js'
import type { ReadModels } from '../projections/read-models.js'
import { createPool } from '../storage/postgres/pool.js'
import { type Act, acting } from './acting.js'

/** What a command works with while it runs. */
export interface Session {
  readonly store: EventStore
  readonly pool: pg.Pool
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
export async function inSession<T>(work: (session: Session) => Promise<T>, act?: Act<T>): Promise<T> {
  const config = readConfig(process.env)
  const log = commandLog()
  const database = await openDatabase(config, 'command', log)
  const { connectionString, migrated } = database
  try {
    const store = await openEventStore(config, connectionString)
    const pool = createPool({ connectionString, applicationName: 'clearway command', size: 4 })
    try {
      const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
      const session = { store, pool, db, log, config, migrated, secretsKeys: () => database.secretsKeys() }
      return act === undefined ? await work(session) : await acting(session, act, () => work(session))
    } finally {
      await store.close()
      await pool.end()
    }
  } finally {
    await database.stop()
  }
}

/** The log of a command: warnings and errors only, on standard error. */
export function commandLog(): Logger {
  return createLog('warn', pino.destination({ fd: 2, sync: true }))
}

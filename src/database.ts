import type { Logger } from 'pino'
import type { Config } from './config.js'
import { connectEmbedded } from './storage/embedded-postgres/connect.js'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './storage/embedded-postgres/start.js'
import { migrate } from './storage/migrate.js'
import { parseSecretsKey, secretsKeyOf, type SecretsKeys } from './storage/secrets-key.js'

/** The PostgreSQL that this process works with, migrated. */
export interface Database {
  readonly connectionString: string
  /** Reads what encrypts the vault. */
  readonly secretsKeys: () => SecretsKeys
  /** Whether this process is the only service on it: it holds the lock of the embedded one. */
  readonly exclusive: boolean
  /** Stops the embedded server where it was started here. */
  readonly stop: () => Promise<void>
}

/**
 * `service` takes the embedded server for itself; `command` works beside a running service, or starts the server for as long as it needs it. Throws
 * `StartupError` in one sentence for whatever keeps the database from being used.
 */
export async function openDatabase(config: Config, role: 'service' | 'command', log: Logger): Promise<Database> {
  const { DATABASE_URL, SECRETS_KEY, DATA_DIR, EMBEDDED_POSTGRES_USER } = config
  const embedded = DATABASE_URL === undefined ? await openEmbedded() : null
  const connectionString = embedded?.connectionString ?? DATABASE_URL ?? ''
  const stop = async (): Promise<void> => embedded?.stop()
  try {
    const applied = await migrate(connectionString)
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connectionString,
    secretsKeys: () => (SECRETS_KEY === undefined ? secretsKeyOf(DATA_DIR) : parseSecretsKey(SECRETS_KEY)),
    exclusive: embedded !== null && role === 'service',
    stop,
  }

  function openEmbedded(): Promise<EmbeddedPostgres> {
    const options = { dataDir: DATA_DIR, user: EMBEDDED_POSTGRES_USER, log }
    return role === 'service' ? startEmbeddedPostgres(options) : connectEmbedded(options)
  }
}

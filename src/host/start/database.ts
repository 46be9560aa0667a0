import type { Logger } from 'pino'
import type { Config } from '../settings/config.js'
import { connectEmbedded } from '../../storage/embedded-postgres/connect.js'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../storage/embedded-postgres/start.js'
import { migrate } from '../../storage/postgres/migrate.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import { givenKeys, keysOfFile, type VaultKeyRing } from '../../storage/vault/key-ring.js'
import { vaultKeys } from '../../storage/vault/keys.js'

/** The PostgreSQL that this process works with, migrated. */
export interface Database {
  readonly connectionString: string
  /** The names of the migrations that were applied when it was opened. */
  readonly migrated: readonly string[]
  /** Reads what encrypts the vault, and opens all that it holds. Throws `StartupError`. */
  readonly secretsKeys: () => Promise<SecretsKeys>
  /** The same for whoever works on while they are replaced. */
  readonly keyRing: (keys: SecretsKeys) => VaultKeyRing
  /** Whether this process is the only service on it: it holds the lock of the embedded one. */
  readonly exclusive: boolean
  /** Stops the embedded server where it was started here. */
  readonly stop: () => Promise<void>
}

/**
 * `service` takes the embedded server for itself; `command` works beside a running service, or
 * starts the server for as long as it needs it, and makes no database. Throws `StartupError` in
 * one sentence for whatever keeps the database from being used.
 */
export async function openDatabase(config: Config, role: 'service' | 'command', log: Logger): Promise<Database> {
  const { DATABASE_URL, DATA_DIR, EMBEDDED_POSTGRES_USER } = config
  const embedded = DATABASE_URL === undefined ? await openEmbedded() : null
  const connectionString = embedded?.connectionString ?? DATABASE_URL ?? ''
  const stop = async (): Promise<void> => embedded?.stop()
  let migrated: readonly string[]
  try {
    migrated = await migrate(connectionString)
    if (migrated.length > 0) log.info({ migrations: migrated }, 'database migrated')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connectionString,
    migrated,
    secretsKeys: () => vaultKeys(connectionString, config),
    keyRing: (keys) => (config.SECRETS_KEY === undefined ? keysOfFile(DATA_DIR, keys) : givenKeys(keys)),
    exclusive: embedded !== null && role === 'service',
    stop,
  }

  function openEmbedded(): Promise<EmbeddedPostgres> {
    const options = { dataDir: DATA_DIR, user: EMBEDDED_POSTGRES_USER, log }
    return role === 'service' ? startEmbeddedPostgres(options) : connectEmbedded(options)
  }
}

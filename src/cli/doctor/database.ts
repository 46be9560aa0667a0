import type { Config } from '../../host/settings/config.js'
import { openEventStore, openObjects } from '../../host/start/stores.js'
import { retentionTimes } from '../../host/settings/retention.js'
import { judgeDatabase } from '../../host/observability/doctor/database.js'
import { fault, type Finding, ok } from '../../host/observability/doctor/finding.js'
import { judgeDocuments } from '../../host/observability/doctor/documents.js'
import { judgeGovernmentClocks } from '../../host/observability/doctor/government-clocks.js'
import { judgeReceiving } from '../../host/observability/doctor/receiving.js'
import { judgeRetention } from '../../host/observability/doctor/retention.js'
import { judgeVault } from '../../host/observability/doctor/vault.js'
import { judgeWork } from '../../host/observability/doctor/work.js'
import { connectEmbedded } from '../../storage/embedded-postgres/connect.js'
import { migrations } from '../../storage/migrations/index.js'
import { createPool, withStartupConnection } from '../../storage/postgres/pool.js'
import { parseSecretsKey, readSecretsKey } from '../../storage/vault/secrets-key.js'
import type { CliRun } from '../cli-run.js'
import { commandLog } from '../session.js'
import { attempt } from './faults.js'

/** `unread`: secret settings that the service has, and this command does not. */
export async function examineDatabase(
  cli: CliRun,
  config: Config,
  unread: readonly string[],
): Promise<readonly Finding[]> {
  const { DATABASE_URL, DATA_DIR, EMBEDDED_POSTGRES_USER } = config
  const embedded =
    DATABASE_URL === undefined
      ? await connectEmbedded({ dataDir: DATA_DIR, user: EMBEDDED_POSTGRES_USER, log: commandLog(cli) })
      : null
  const connectionString = embedded?.connectionString ?? DATABASE_URL ?? ''
  try {
    // Reports in one sentence why the server can't be reached.
    await withStartupConnection(connectionString, async (client) => client.query('SELECT 1'))
    const pool = createPool({ connectionString, applicationName: 'clearway doctor', size: 2 })
    try {
      const database = await judgeDatabase(pool, migrations)
      if (database.some(({ check, state }) => check === 'migrations' && state === 'fault')) return database
      const vault = await attempt('vault', async () => {
        const keys = config.SECRETS_KEY === undefined ? readSecretsKey(DATA_DIR) : parseSecretsKey(config.SECRETS_KEY)
        if (keys !== null) return [await judgeVault(pool, keys)]
        if (unread.includes('SECRETS_KEY')) return []
        return [
          fault(
            'vault',
            `The key of the vault is missing: ${DATA_DIR} contains no secrets.key.`,
            'Restore it from a backup.',
          ),
        ]
      })
      const rest = await attempt('event store', async () => {
        const store = await openEventStore(config, connectionString)
        try {
          const head = await store.head()
          const found = ok(
            'event store',
            `The event store answers and belongs to this database; its newest event is at ${head ?? 0n}.`,
          )
          const now = new Date()
          return [
            found,
            ...(await attempt('work', () =>
              judgeWork({
                pool,
                store,
                now,
                sealMinutes: config.SEAL_MINUTES,
                hasSealKey: hasSealKey(config),
                forbidTestKeys: config.FORBID_TEST_KEYS_MANAGING_LIVE,
              }),
            )),
            ...(await attempt('receiving', () => judgeReceiving(pool, now))),
            ...(await attempt('government clocks', () => judgeGovernmentClocks(pool, config.countrySettings))),
            ...(await attempt('retention', () => judgeRetention(pool, retentionTimes(config), now))),
          ]
        } finally {
          await store.close()
        }
      })
      const documents = await attempt('documents', async () => {
        const objects = await openObjects(config)
        try {
          return [await judgeDocuments(pool, objects, config.DOCUMENTS_MOVE_AFTER_HOURS)]
        } finally {
          objects?.close()
        }
      })
      return [...database, ...vault, ...documents, ...rest]
    } finally {
      await pool.end()
    }
  } finally {
    await embedded?.stop()
  }
}

/** A service with the embedded database creates a seal key itself. */
function hasSealKey({ SEAL_KEY_FILE, SEAL_COMMAND, DATABASE_URL }: Config): boolean {
  return SEAL_KEY_FILE !== undefined || SEAL_COMMAND !== undefined || DATABASE_URL === undefined
}

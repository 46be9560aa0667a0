import type pg from 'pg'
import type { Logger } from 'pino'
import type { Judging } from '../../documents/judging/port.js'
import type { Observer } from '../../domain/observer.js'
import { parseAddress } from '../../eventstore/eventstoredb/address.js'
import { startupErrorOf } from '../../eventstore/eventstoredb/reachable.js'
import { identify } from '../../eventstore/identity.js'
import { type EventStore, EventStoreUnavailable } from '../../eventstore/port.js'
import { untilCut } from '../../eventstore/until-cut.js'
import { PostgresEventStore } from '../../eventstore/postgres/postgres.js'
import type { RebuildDeps } from '../../projections/engine/rebuild.js'
import { prepareProjection } from '../../projections/engine/runner.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { connectEmbedded } from '../../storage/embedded-postgres/connect.js'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../storage/embedded-postgres/start.js'
import { bindToStore, type StoreId } from '../../storage/event-store-of-database.js'
import type { ObjectStore } from '../../storage/documents/object-store.js'
import { parseS3Address } from '../../storage/documents/s3/address.js'
import { migrate } from '../../storage/postgres/migrate.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import { healthSessionName } from '../../storage/postgres/other-sessions.js'
import { createPool } from '../../storage/postgres/pool.js'
import { StartupError } from '../../storage/startup-error.js'
import { givenKeys, keysOfFile, type VaultKeyRing } from '../../storage/vault/key-ring.js'
import { vaultKeys } from '../../storage/vault/keys.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import type { Config } from '../settings/config.js'

/** What every part of the process depends on. */
export interface ProcessContext {
  readonly config: Config
  readonly log: Logger
  readonly store: EventStore
  /** Where the bytes of older documents are; null: in the database. */
  readonly objects: ObjectStore | null
  readonly pools: Pools
  readonly secretsKeys: SecretsKeys
  readonly keyRing: VaultKeyRing
  readonly judging: Judging
  readonly observer: Observer
  /** The steps that close the parts of the process. */
  readonly cleanup: Cleanup
  /**
   * Aborts when the process is to end: calls to governments end, and no work begins any more.
   */
  readonly stopping: AbortSignal
  /** Aborts some seconds later: what is still under way is cut. */
  readonly cut: AbortSignal
}

/** The PostgreSQL of this process, migrated. */
export interface Database {
  readonly connectionString: string
  /** The names of the migrations applied when it was opened. */
  readonly migrated: readonly string[]
  /** Reads the key of the vault and checks that it decrypts all secrets. Throws `StartupError`. */
  readonly secretsKeys: () => Promise<SecretsKeys>
  /** The same for a process that keeps running while the keys are replaced. */
  readonly keyRing: (keys: SecretsKeys) => VaultKeyRing
  /**
   * Whether this process is the only service on the database: it holds the lock of the embedded
   * one.
   */
  readonly exclusive: boolean
  /** Stops the embedded server if it was started here. */
  readonly stop: () => Promise<void>
}

/**
 * `service` takes the embedded server exclusively; `command` works while a service runs, or starts
 * the server for as long as it needs it, and creates no database. Throws `StartupError` with one
 * sentence if the database can't be used.
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

/** An open event store and its id. */
interface OpenedStore {
  readonly store: EventStore
  readonly id: StoreId
}

/**
 * Opens the event store named by the settings; `cut` cuts its connections. Makes sure that the
 * database belongs to it. Throws `StartupError` with one sentence if it can't be used: no server,
 * certificate, user, rights, or a database that belongs to another store.
 */
export async function openEventStore(config: Config, connectionString: string, cut?: AbortSignal): Promise<EventStore> {
  const opened = await openByAddress(config, connectionString, cut)
  try {
    await bindToStore(connectionString, opened.id)
    return cut === undefined ? opened.store : untilCut(opened.store, cut)
  } catch (error) {
    await opened.store.close()
    throw error
  }
}

async function openByAddress(config: Config, connectionString: string, cut?: AbortSignal): Promise<OpenedStore> {
  if (config.EVENTSTORE_URL === undefined) {
    return { store: new PostgresEventStore({ connectionString, ...(cut !== undefined && { cut }) }), id: 'postgres' }
  }
  return await openEventStoreDb(config.EVENTSTORE_URL, config.EVENTSTORE_STREAM_PREFIX)
}

/**
 * Opens an EventStoreDB, independently of the database that uses it, and gives it an id if it has
 * none. Throws `StartupError`.
 */
export async function openEventStoreDb(url: string, streamPrefix: string): Promise<OpenedStore> {
  const store = await connectEventStoreDb(url, streamPrefix)
  try {
    return { store, id: await identify(store) }
  } catch (error) {
    await store.close()
    throw error instanceof EventStoreUnavailable ? startupErrorOf(error, parseAddress(url), 'write') : error
  }
}

/** The same without writing anything. Throws `StartupError`. */
export async function connectEventStoreDb(url: string, streamPrefix: string): Promise<EventStore> {
  const address = parseAddress(url)
  // Its client takes a while to load, and most processes never need it.
  const { EventStoreDbEventStore } = await import('../../eventstore/eventstoredb/eventstoredb.js')
  const store = new EventStoreDbEventStore({ address, streamPrefix })
  try {
    await store.head()
    return store
  } catch (error) {
    await store.close()
    throw error instanceof EventStoreUnavailable ? startupErrorOf(error, address, 'read') : error
  }
}

/** The object store of the settings; null: all documents are in the database. */
export async function openObjects({ DOCUMENTS_URL, DOCUMENTS_ENCRYPTION }: Config): Promise<ObjectStore | null> {
  if (DOCUMENTS_URL === undefined) return null
  // Its client takes a while to load, and most processes never need it.
  const { S3Objects } = await import('../../storage/documents/s3/s3-objects.js')
  return new S3Objects(parseS3Address(DOCUMENTS_URL), encryptionOf(DOCUMENTS_ENCRYPTION))
}

function encryptionOf(setting: string | undefined) {
  if (setting === undefined) return null
  if (setting === 'AES256') return { algorithm: setting, keyId: undefined } as const
  const keyId = setting.slice('aws:kms:'.length)
  return { algorithm: 'aws:kms', keyId: keyId === '' ? undefined : keyId } as const
}

/** The parts with their own connections to the database. */
type PoolName =
  Config['ROLES'][number] | 'health' | 'inbound' | 'notifications' | 'metrics' | 'console' | 'console behind'

/**
 * A request that takes longer is answered 503, and a health check must not last longer than its
 * interval.
 */
const STATEMENT_TIMEOUTS: Partial<Record<PoolName, number>> = {
  api: 10_000,
  inbound: 10_000,
  health: 3_000,
  metrics: 3_000,
  console: 5_000,
}

/** Settings of the pools. */
interface PoolSettings {
  readonly connectionString: string
  readonly secretsKeys: SecretsKeys
  readonly config: Config
  readonly log: Logger
  readonly cleanup: Cleanup
  readonly cut: AbortSignal
}

/**
 * A pool for each part of the process: requests must not wait for a connection because many
 * invoices are in progress.
 */
export class Pools {
  readonly #settings: PoolSettings
  readonly #open = new Map<string, pg.Pool>()

  constructor(settings: PoolSettings) {
    this.#settings = settings
  }

  /** All open pools, by the name of their part. */
  get all(): ReadonlyMap<string, pg.Pool> {
    return this.#open
  }

  /** Opens a pool with at most that many connections; it closes with the service. */
  open(name: PoolName, size: number): pg.Pool {
    const { connectionString, secretsKeys, config, log, cleanup, cut } = this.#settings
    const statementTimeoutMs = STATEMENT_TIMEOUTS[name]
    const pool = createPool({
      connectionString,
      applicationName: name === 'health' ? healthSessionName(secretsKeys) : `clearway ${name}`,
      size,
      cut,
      ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
      byIndex: name === 'processors' || name === 'projections',
      // A paused process must not keep its locks longer than its work.
      idleInTransactionMs: config.CLAIM_SECONDS * 1000,
      // The loss of the database is logged once, not for every connection.
      onIdleError: ({ message }) => {
        log.debug({ reason: message, role: name }, 'a database connection broke')
      },
    })
    this.#open.set(name, pool)
    cleanup.add(() => pool.end())
    return pool
  }
}

/** The steps that stop a service, last added first. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = []
  #done: Promise<void> | null = null

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step)
  }

  /** Idempotent. */
  run(): Promise<void> {
    this.#done ??= (async () => {
      for (const step of this.#steps) await step()
    })()
    return this.#done
  }
}

/**
 * Creates missing read models, and rebuilds those of which this program has a newer version.
 * Throws `StartupError` if the role lacks the rights.
 */
export async function prepareReadModels(deps: RebuildDeps, signal: AbortSignal): Promise<void> {
  for (const projection of PROJECTIONS) {
    try {
      await prepareProjection(deps, projection, signal)
    } catch (error) {
      if (!isMissingRight(error)) throw error
      throw new StartupError(
        `The role in DATABASE_URL may not prepare the read model ${projection.name}; run "clearway database migrate" as the owner first.`,
        { cause: error },
      )
    }
  }
}

import type pg from 'pg'
import type { Logger } from 'pino'
import { healthSessionName } from '../../storage/postgres/other-sessions.js'
import { createPool } from '../../storage/postgres/pool.js'
import type { SecretsKeys } from '../../storage/vault/secrets-key.js'
import type { Cleanup } from './cleanup.js'
import type { Config } from '../settings/config.js'

/** Who has connections to the database of his own. */
export type PoolName = Config['ROLES'][number] | 'health' | 'inbound' | 'metrics' | 'console' | 'console behind'

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

/** What pools are made from. */
export interface PoolSettings {
  readonly connectionString: string
  readonly secretsKeys: SecretsKeys
  readonly config: Config
  readonly log: Logger
  readonly cleanup: Cleanup
}

/**
 * A pool for each part of the process: requests must not wait for a connection because many
 * invoices are under way.
 */
export class Pools {
  readonly #settings: PoolSettings
  readonly #open = new Map<string, pg.Pool>()

  constructor(settings: PoolSettings) {
    this.#settings = settings
  }

  /** All that are open, by the name of their part. */
  get all(): ReadonlyMap<string, pg.Pool> {
    return this.#open
  }

  /** Opens one of so many connections at most; it ends with the service. */
  open(name: PoolName, size: number): pg.Pool {
    const { connectionString, secretsKeys, config, log, cleanup } = this.#settings
    const statementTimeoutMs = STATEMENT_TIMEOUTS[name]
    const pool = createPool({
      connectionString,
      applicationName: name === 'health' ? healthSessionName(secretsKeys) : `clearway ${name}`,
      size,
      ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
      byIndex: name === 'processors' || name === 'projections',
      // A paused process must not keep its locks for longer than its work.
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

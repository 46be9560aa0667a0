import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { inclusionProof } from '../audit/proof.js'
import { openSealing } from '../audit/open-sealing.js'
import type { OpenedAccount } from '../commands/use-cases/open-account.js'
import type { Config } from './config.js'
import { countryOf, INBOUND_DOORS } from '../countries/registry.js'
import { type Database, openDatabase } from './database.js'
import { type ConsoleAccess, readConsoleAccess } from '../console/access.js'
import { consoleOff, consoleRoutes } from '../console/index.js'
import { ensureDemoAccount } from './demo-account.js'
import { gatewaysOf } from './gateways.js'
import { systemClock } from '../domain/clock.js'
import { systemTimers } from '../domain/timers.js'
import { observing } from './observing.js'
import { PostgresSnapshots } from '../eventstore/snapshots.js'
import { buildApp } from '../http/app.js'
import { PLANS } from '../domain/plans.js'
import { roomFor } from '../http/traffic.js'
import { JudgingInThreads, threadsAtHand } from '../judging/threads.js'
import { RenderingInThreads } from '../rendering/threads.js'
import { readInboundAccess } from './inbound/access.js'
import { startInboundServer } from './inbound/server.js'
import { checkAddress, listening } from './listening.js'
import { type OpsRoutes, startOpsServer } from './ops-server.js'
import { openEventStore } from './open-store.js'
import { HttpsSender } from '../processors/delivery-sender.js'
import { postgresPorts } from '../processors/postgres-ports.js'
import { Processors } from '../processors/processors.js'
import { PostgresLiveTables } from '../projections/engine/postgres-live-tables.js'
import { CheckpointFreshness, ProgressTracker } from '../projections/engine/progress.js'
import type { ReadModels } from '../projections/read-models.js'
import { PROJECTIONS } from '../projections/registry.js'
import { runProjection } from '../projections/engine/runner.js'
import { GovernmentOutlook } from './outlook.js'
import { PostgresGates } from '../processors/postgres-gates.js'
import { RetentionChore } from '../retention/chore.js'
import { prepareReadModels } from './prepare-read-models.js'
import { random } from './random.js'
import { readinessOf, healthChecksOf } from './readiness.js'
import { healthSessionName } from '../storage/other-sessions.js'
import { createPool } from '../storage/pool.js'
import { PostgresCallBudgets } from '../storage/postgres-call-budgets.js'
import { PostgresDocuments } from '../storage/postgres-documents.js'
import { PostgresVault } from '../storage/postgres-vault.js'
import { PostgresMailbox } from '../storage/postgres-mailbox.js'
import { PostgresQuotaLedger } from '../storage/quotas.js'
import { PostgresRateCounter } from '../storage/rate-limits.js'
import { Health } from './health.js'

/** A running service. */
export interface Service {
  /** Where the API answers; null in a process without the role `api`. */
  readonly url: string | null
  /** The port at which governments hand in messages; null: off. */
  readonly inboundPort: number | null
  /** Lets load balancers notice, finishes what is under way and closes everything. Idempotent. */
  stop(): Promise<void>
}

/** What a service is started with. */
export interface ServiceOptions {
  readonly config: Config
  readonly log: Logger
  /** Gets the keys of the account that an empty store is given, once. */
  readonly showDemoAccount: (opened: OpenedAccount) => void
}

type Role = Config['ROLES'][number]
/** Who has connections to the database of his own. */
type PoolName = Role | 'health' | 'inbound' | 'metrics' | 'console' | 'console behind'

/** PDFs are for people, who wait a moment: judging has the other processors. */
const MOST_RENDERING_THREADS = 2

/** The steps that stop the service, latest first. */
class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = []
  #done: Promise<void> | null = null

  add(step: () => Promise<unknown>): void {
    this.#steps.unshift(step)
  }

  run(): Promise<void> {
    this.#done ??= (async () => {
      for (const step of this.#steps) await step()
    })()
    return this.#done
  }
}

/**
 * Starts the roles that the configuration names. Throws `StartupError` in one sentence for what
 * the operator can mend.
 */
export async function startService({ config, log, showDemoAccount }: ServiceOptions): Promise<Service> {
  const does = (role: Role): boolean => config.ROLES.includes(role)
  const cleanup = new Cleanup()
  try {
    const address = { host: config.HOST, port: config.PORT, setting: 'PORT' } as const
    if (does('api')) await checkAddress(address)
    const consoleAccess = readConsoleAccess(config)
    const inboundAccess = does('api') && config.INBOUND_PORT !== undefined ? readInboundAccess(config) : null
    const database = await openDatabase(config, 'service', log)
    cleanup.add(database.stop)
    const secretsKeys = await database.secretsKeys()
    const keyRing = database.keyRing(secretsKeys)
    const judging = new JudgingInThreads({
      threads: config.JUDGING_THREADS ?? threadsAtHand(),
      seconds: config.JUDGING_SECONDS,
      megabytes: config.JUDGING_MEMORY_MB,
    })
    cleanup.add(() => judging.close())
    // A pool for each role: requests must not wait for a connection because many invoices are
    // under way.
    const pools = new Map<string, pg.Pool>()
    const poolFor = (role: PoolName, size: number): pg.Pool => {
      const name = role === 'health' ? healthSessionName(secretsKeys) : `clearway ${role}`
      const pool = openPool(database, role, name, size, config, log)
      pools.set(role, pool)
      cleanup.add(() => pool.end())
      return pool
    }
    const observation = await observing(config, log)
    cleanup.add(() => observation.stop())
    const { observer } = observation
    const pool = poolFor('api', 20)
    const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
    const store = await openEventStore(config, database.connectionString)
    cleanup.add(() => store.close())

    const stopping = new AbortController()
    // Every part of the process listens to it.
    setMaxListeners(0, stopping.signal)
    let draining = false
    const health = new Health(healthChecksOf(poolFor('health', 2), store), { log })
    const progress = new ProgressTracker()
    const projectionPool = poolFor('projections', PROJECTIONS.length)
    const tables = new PostgresLiveTables(projectionPool)
    const projecting = { store, pool: projectionPool, tables, timers: systemTimers, log, progress }
    await prepareReadModels(projecting, stopping.signal)
    const running: Promise<void>[] = [health.run(stopping.signal)]
    if (does('projections')) {
      for (const projection of PROJECTIONS) running.push(runProjection(projecting, projection, stopping.signal))
    }
    if (does('processors')) {
      const work = poolFor('processors', 20)
      const documents = new PostgresDocuments(work)
      const vault = new PostgresVault(work, keyRing)
      const sender = new HttpsSender({ allowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK })
      cleanup.add(() => sender.close())
      const sealing = openSealing(config, { store, clock: systemClock, pool: work, log })
      const processors = new Processors({
        store,
        documents,
        vault,
        sender,
        judging,
        ...postgresPorts(work, config.CLAIM_SECONDS, config.GOVERNMENT_PACE),
        log,
        clock: systemClock,
        timers: systemTimers,
        countryOf,
        gatewayFor: gatewaysOf(config, work, log, observer),
        observer,
        countrySettings: config.countrySettings,
        pace: config.GOVERNMENT_PACE,
        chores: [
          ...(sealing === null ? [] : [sealing]),
          ...(config.RETENTION_OFF
            ? []
            : [
                new RetentionChore({
                  store,
                  documents,
                  pool: work,
                  clock: systemClock,
                  log,
                  times: { testDays: config.RETENTION_TEST_DAYS, liveYears: config.RETENTION_LIVE_YEARS },
                  waitsForSeals: sealing !== null,
                }),
              ]),
        ],
      })
      // No other process can hold a claim: one that did is dead.
      if (database.exclusive) await processors.takeOver()
      processors.listenTo(progress)
      running.push(processors.run(stopping.signal))
    }
    cleanup.add(async () => {
      stopping.abort()
      await Promise.all(running)
    })
    if (does('projections')) await settled(progress)
    const ready = () => readinessOf(health, does('projections') ? progress : null, draining)
    const freshness = does('projections') ? progress : new CheckpointFreshness(pool)
    if (config.OPS_PORT !== undefined) {
      const metrics = observation.metricsRoute({ pool: poolFor('metrics', 2), store, pools: () => pools, ready })
      const pages = consoleAccess === null ? consoleOff : consoleOf(consoleAccess)
      const ops = await startOpsServer(config.HOST, config.OPS_PORT, ready, [metrics, pages])
      cleanup.add(() => ops.close())
    }

    if (!does('api')) return { url: null, inboundPort: null, stop: () => cleanup.run() }
    // Whoever has no API can't use an account, and may have no right to make one.
    const opened = await ensureDemoAccount({ store, clock: systemClock, random, pool }, showDemoAccount)
    if (opened) await freshness.waitFor(opened.position, ['accounts', 'api_keys'])

    const rendering = new RenderingInThreads({
      threads: Math.min(MOST_RENDERING_THREADS, config.JUDGING_THREADS ?? threadsAtHand()),
      seconds: config.JUDGING_SECONDS,
      megabytes: config.JUDGING_MEMORY_MB,
    })
    cleanup.add(() => rendering.close())
    const gatewayFor = gatewaysOf(config, pool, log, observer)
    let url = ''
    const app = await buildApp({
      store,
      snapshots: new PostgresSnapshots(db),
      db,
      clock: systemClock,
      random,
      documents: new PostgresDocuments(pool),
      vault: new PostgresVault(pool, keyRing),
      secretsKeys,
      freshness,
      countryOf,
      judging,
      rendering,
      gatewayFor,
      hasGateway: (environment, country) => gatewayFor(environment, country) !== null,
      proofOf: (scope, invoiceId) =>
        inclusionProof({ store, pool, clock: systemClock, everyMinutes: config.SEAL_MINUTES }, scope, invoiceId),
      outlook: new GovernmentOutlook({
        pool,
        gatewayFor,
        budgets: new PostgresCallBudgets(pool),
        gates: new PostgresGates(pool),
        clock: systemClock,
      }),
      rateCounter: new PostgresRateCounter(db),
      quotaLedger: new PostgresQuotaLedger(db, { durable: config.EVENTSTORE_URL !== undefined }),
      config: {
        rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
        failedAuthenticationsPerMinute: 100,
        forbidTestKeysManagingLive: config.FORBID_TEST_KEYS_MANAGING_LIVE,
        corsOrigins: config.CORS_ORIGINS,
        publicUrl: () => config.PUBLIC_URL ?? url,
        // Where it listens is not where a reader is: without an address of its own a link is a
        // path.
        linkBase: config.PUBLIC_URL ?? '',
        trustProxy: config.TRUST_PROXY,
        countrySettings: config.countrySettings,
        webhookAllowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK,
        gatewayAllowPrivateNetwork: config.GATEWAY_ALLOW_PRIVATE_NETWORK,
        plans: PLANS,
      },
      logger: log,
      observer,
      ready: () => Promise.resolve(ready()),
      traffic: {
        ...roomFor({
          requests: config.MAX_REQUESTS_UNDER_WAY,
          perAccount: config.MAX_REQUESTS_PER_ACCOUNT,
          perAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
        }),
        usable: (access) => health.has('database') && (access === 'read' || health.has('eventStore')),
        stopping: () => draining,
      },
      connections: { total: config.MAX_CONNECTIONS, perAddress: config.MAX_CONNECTIONS_PER_ADDRESS },
    })
    cleanup.add(() => app.close())
    let inboundPort: number | null = null
    if (config.INBOUND_PORT !== undefined && inboundAccess !== null) {
      const inbound = await startInboundServer(config.HOST, config.INBOUND_PORT, {
        doors: INBOUND_DOORS,
        access: inboundAccess,
        mailbox: new PostgresMailbox(poolFor('inbound', 4)),
        clock: systemClock,
        random,
        log,
      })
      cleanup.add(() => inbound.close())
      inboundPort = inbound.port
      log.info({ port: inboundPort, doors: INBOUND_DOORS.map(({ path }) => path) }, 'takes in messages')
    }
    url = await listening(address, () => app.listen({ host: address.host, port: address.port }))
    const stop = async (): Promise<void> => {
      if (!draining) {
        draining = true
        await delay(config.SHUTDOWN_DRAIN_SECONDS * 1000)
      }
      await cleanup.run()
    }
    return { url, inboundPort, stop }

    function consoleOf(access: ConsoleAccess): OpsRoutes {
      const pages = poolFor('console', 6)
      return consoleRoutes({
        access,
        url: config.OPS_CONSOLE_URL ?? null,
        host: config.HOST,
        sealMinutes: config.SEAL_MINUTES,
        secretsKeys,
        retention: {
          testDays: config.RETENTION_TEST_DAYS,
          liveYears: config.RETENTION_LIVE_YEARS,
          // Processors erase.
          isOff: config.RETENTION_OFF || !config.ROLES.includes('processors'),
        },
        db: new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool: pages }) }),
        pool: pages,
        slowPool: poolFor('console behind', 4),
        store,
        documents: new PostgresDocuments(pages),
        freshness,
        gatewayFor: gatewaysOf(config, pages, log),
        budgets: new PostgresCallBudgets(pages),
        clock: systemClock,
        random,
        log,
        ready,
        stopping: stopping.signal,
      })
    }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}

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

function openPool(
  database: Database,
  role: PoolName,
  applicationName: string,
  size: number,
  config: Config,
  log: Logger,
): pg.Pool {
  const statementTimeoutMs = STATEMENT_TIMEOUTS[role]
  return createPool({
    connectionString: database.connectionString,
    applicationName,
    size,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    byIndex: role === 'processors' || role === 'projections',
    // A paused process must not keep its locks for longer than its work.
    idleInTransactionMs: config.CLAIM_SECONDS * 1000,
    // The loss of the database is logged once, not for every connection.
    onIdleError: ({ message }) => {
      log.debug({ reason: message, role }, 'a database connection broke')
    },
  })
}

/**
 * The API answers from read models that show all that has happened, if they can: one that waits
 * for the operator (a restored store) or for a mended program does not keep the others from
 * working. `GET /ready` says so.
 */
function settled(progress: ProgressTracker): Promise<void> {
  const isSettled = (name: string): boolean =>
    progress.isCaughtUp(name) || !['outage', null].includes(progress.troubleOf(name))
  return new Promise((resolve) => {
    const check = (): void => {
      if (!PROJECTIONS.every(({ name }) => isSettled(name))) return
      clearInterval(timer)
      resolve()
    }
    const timer = setInterval(check, 5)
    check()
  })
}

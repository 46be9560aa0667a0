import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { OpenedAccount } from './commands/open-account.js'
import type { Config } from './config.js'
import type { Country, Gateway } from './countries/country.js'
import { countryOf } from './countries/registry.js'
import { type Database, openDatabase } from './database.js'
import { ensureDemoAccount } from './demo-account.js'
import { systemClock } from './domain/clock.js'
import type { Environment } from './domain/event.js'
import { PostgresEventStore } from './eventstore/postgres.js'
import { buildApp } from './http/app.js'
import type { Readiness } from './http/deps.js'
import { PLANS } from './http/plans.js'
import { HttpsSender } from './processors/delivery-sender.js'
import { Processors, type ProcessorsDeps } from './processors/processors.js'
import { CheckpointFreshness, ProgressTracker } from './projections/progress.js'
import type { ReadModels } from './projections/read-models.js'
import { PROJECTIONS } from './projections/registry.js'
import { prepareProjection, runProjection } from './projections/runner.js'
import { createPool } from './storage/pool.js'
import { PostgresDocuments } from './storage/postgres-documents.js'
import { PostgresSimulatorLedger } from './storage/postgres-simulator-ledger.js'
import { PostgresVault } from './storage/postgres-vault.js'
import { PostgresQuotaLedger } from './storage/quotas.js'
import { PostgresRateCounter } from './storage/rate-limits.js'
import { StartupError } from './storage/startup-error.js'
import { random } from './random.js'

export interface Service {
  /** Where the API answers; null in a process without the role `api`. */
  readonly url: string | null
  /** Finishes what is in flight and gives everything back. Idempotent. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  readonly config: Config
  readonly log: Logger
  /** Gets the keys of the account that an empty store is given, once. */
  readonly showDemoAccount: (opened: OpenedAccount) => void
}

/** What has to be undone, latest first. */
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

/** Starts the roles that the configuration names. Throws `StartupError` in one sentence for what the operator can mend. */
export async function startService({ config, log, showDemoAccount }: ServiceOptions): Promise<Service> {
  const does = (role: Config['ROLES'][number]): boolean => config.ROLES.includes(role)
  const cleanup = new Cleanup()
  try {
    if (does('api')) await checkAddress(config)
    const database = await openDatabase(config, 'service', log)
    cleanup.add(database.stop)
    // A pool for each role: requests must not wait for a connection because many invoices are under way.
    const poolFor = (role: Config['ROLES'][number], size: number): pg.Pool => {
      const pool = openPool(database, role, size, log)
      cleanup.add(() => pool.end())
      return pool
    }
    const pool = poolFor('api', 20)
    const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
    const store = new PostgresEventStore({ connectionString: database.connectionString })
    cleanup.add(() => store.close())

    const stopping = new AbortController()
    const progress = new ProgressTracker()
    const projecting = { store, pool: poolFor('projections', PROJECTIONS.length), log, progress }
    for (const projection of PROJECTIONS) await prepareProjection(projecting, projection, stopping.signal)
    const running: Promise<void>[] = []
    if (does('projections')) {
      for (const projection of PROJECTIONS) running.push(runProjection(projecting, projection, stopping.signal))
    }
    const secretsKeys = database.secretsKeys()
    if (does('processors')) {
      const work = poolFor('processors', 20)
      const documents = new PostgresDocuments(work)
      const vault = new PostgresVault(work, secretsKeys)
      const sender = new HttpsSender({ allowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK })
      cleanup.add(() => sender.close())
      const processors = createProcessors(config, { store, documents, vault, sender, pool: work, log })
      // Nobody else can hold a claim: whoever did is dead.
      if (database.exclusive) await processors.takeOver()
      processors.listenTo(progress)
      running.push(processors.run(stopping.signal))
    }
    cleanup.add(async () => {
      stopping.abort()
      await Promise.all(running)
    })
    if (does('projections')) await caughtUp(progress)

    const freshness = does('projections') ? progress : new CheckpointFreshness(pool)
    const opened = await ensureDemoAccount({ store, clock: systemClock, random, pool }, showDemoAccount)
    if (opened) await freshness.waitFor(opened.position, ['accounts', 'api_keys'])
    if (!does('api')) return { url: null, stop: () => cleanup.run() }

    let url = ''
    const app = await buildApp({
      store,
      db,
      clock: systemClock,
      random,
      documents: new PostgresDocuments(pool),
      vault: new PostgresVault(pool, secretsKeys),
      freshness,
      countryOf,
      rateCounter: new PostgresRateCounter(db),
      quotaLedger: new PostgresQuotaLedger(db),
      config: {
        rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
        failedAuthenticationsPerMinute: 100,
        forbidTestKeysManagingLive: config.FORBID_TEST_KEYS_MANAGING_LIVE,
        corsOrigins: config.CORS_ORIGINS,
        publicUrl: () => config.PUBLIC_URL ?? url,
        trustProxy: config.TRUST_PROXY,
        anaf: { authUrl: config.ANAF_AUTH_URL, clientId: config.ANAF_CLIENT_ID ?? '' },
        webhookAllowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK,
        plans: PLANS,
      },
      logger: log,
      ready: () => readiness(pool, store, does('projections') ? progress : null),
    })
    cleanup.add(() => app.close())
    url = await listen(app, config)
    return { url, stop: () => cleanup.run() }
  } catch (error) {
    await cleanup.run()
    throw error
  }
}

function openPool(database: Database, role: string, size: number, log: Logger): pg.Pool {
  return createPool({
    connectionString: database.connectionString,
    applicationName: `clearway ${role}`,
    size,
    onIdleError: (error) => {
      log.warn({ err: error, role }, 'a database connection broke')
    },
  })
}

function createProcessors(
  config: Config,
  deps: Omit<ProcessorsDeps, 'clock' | 'countryOf' | 'gatewayFor'>,
): Processors {
  const clock = systemClock
  const ledger = new PostgresSimulatorLedger(deps.pool)
  const settings = { decisionSeconds: config.SIMULATED_DECISION_SECONDS, now: () => clock.now() }
  const gatewayFor = (environment: Environment, country: Country): Gateway | null =>
    environment === 'test' ? (country.invoicing?.simulator(ledger, settings) ?? null) : null
  return new Processors({ ...deps, clock, countryOf, gatewayFor })
}

/** The API answers from read models that show all that has happened. */
function caughtUp(progress: ProgressTracker): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!PROJECTIONS.every(({ name }) => progress.isCaughtUp(name))) return
      clearInterval(timer)
      resolve()
    }
    const timer = setInterval(check, 5)
    check()
  })
}

async function readiness(
  pool: pg.Pool,
  store: PostgresEventStore,
  progress: ProgressTracker | null,
): Promise<Readiness> {
  const works = (look: Promise<unknown>): Promise<'ok' | 'failed'> =>
    look.then(
      () => 'ok',
      () => 'failed',
    )
  const checks = {
    database: await works(pool.query('SELECT 1 FROM read.invoices LIMIT 1')),
    eventStore: await works(store.head()),
    projections: progress === null || PROJECTIONS.every(({ name }) => progress.isCaughtUp(name)) ? 'ok' : 'failed',
  } as const
  return { ok: Object.values(checks).every((check) => check === 'ok'), checks }
}

/** Tells that the address is taken before anything is started for nothing. */
async function checkAddress(config: Config): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(config.PORT, config.HOST, resolve)
    })
  } catch (error) {
    throw addressError(config, error)
  }
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ host: config.HOST, port: config.PORT })
  } catch (error) {
    throw addressError(config, error)
  }
}

function addressError(config: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const address = `${config.HOST}:${config.PORT}`
  const cause = { cause: error }
  switch (code) {
    case 'EADDRINUSE':
      return new StartupError(`${address} is taken by another program; end it, or set PORT to a free port.`, cause)
    case 'EACCES':
      return new StartupError(`This user may not listen on ${address}; set PORT to 1024 or above.`, cause)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`${config.HOST} is no address of this machine; set HOST to one, or to 0.0.0.0.`, cause)
    default:
      return error
  }
}

import { RenderingInThreads } from '../../documents/rendering/threads.js'
import { Kysely, PostgresDialect } from 'kysely'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { RetentionChore } from '../../audit/retention/chore.js'
import { openSealing } from '../../audit/seals/open-sealing.js'
import { openSigner } from '../../audit/seals/signing.js'
import { ensureDemoAccount } from '../../commands/use-cases/demo-account.js'
import type { OpenedAccount } from '../../commands/use-cases/open-account.js'
import { countryOf } from '../../countries/registry.js'
import { judgingBySettings } from '../../documents/judging/by-settings.js'
import { JudgingInThreads, availableThreads } from '../../documents/judging/threads.js'
import { systemClock } from '../../domain/clock.js'
import { random } from '../../domain/random.js'
import { systemTimers } from '../../domain/timers.js'
import { readConsoleAccess } from '../../http/console/access.js'
import { consoleOff } from '../../http/console/index.js'
import { readInboundAccess } from '../../http/inbound/access.js'
import { checkAddress } from '../../http/listening.js'
import { startOpsServer } from '../../http/ops/server.js'
import { HttpsSender } from '../../processors/deliveries/sender.js'
import { postgresPorts } from '../../processors/ports.js'
import { ConnectionClosing } from '../../processors/connections/closing.js'
import { Finishing } from '../../processors/pipeline/finishing.js'
import { PostgresPreparedInvoices } from '../../storage/prepared-invoices.js'
import { PostgresArrivals } from '../../processors/receiving/postgres/arrivals.js'
import { PostgresLooks } from '../../processors/receiving/postgres/looks.js'
import { Processors } from '../../processors/processors.js'
import type { Freshness } from '../../projections/engine/freshness.js'
import { PostgresLiveTables } from '../../projections/engine/postgres-live-tables.js'
import { CheckpointFreshness, ProgressTracker } from '../../projections/engine/progress.js'
import { runProjection } from '../../projections/engine/runner.js'
import type { ReadModels } from '../../projections/read-models.js'
import { PostgresReceivedBook, PostgresReceivingCompanies } from '../../projections/receiving-companies.js'
import { ClosableConnections } from '../../projections/closable-connections.js'
import type { Projection } from '../../projections/engine/projection.js'
import { PROJECTIONS } from '../../projections/registry.js'
import { parseShare, projectionsOf } from '../../projections/shares.js'
import { MovingDocuments } from '../../processors/documents/moving-documents.js'
import type { ObjectStore } from '../../storage/documents/object-store.js'
import { PostgresDocuments } from '../../storage/documents/postgres-documents.js'
import { PostgresRestores } from '../../eventstore/postgres-restores.js'
import { PostgresVault } from '../../storage/vault/postgres-vault.js'
import { Health } from '../observability/health.js'
import { startObserving } from '../observability/observing.js'
import { healthChecksOf, readinessOf } from '../observability/readiness.js'
import type { Config } from '../settings/config.js'
import { retentionTimes } from '../settings/retention.js'
import type { RunningSettings } from '../settings/running-settings.js'
import { consoleFor, gatewaysOf, serveApi, serveInbound } from './ports.js'
import { Ending, inTime } from './ending.js'
import {
  Cleanup,
  openDatabase,
  openEventStore,
  openObjects,
  Pools,
  prepareReadModels,
  type ProcessContext,
} from './stores.js'

/** A running service. */
export interface Service {
  /** Address of the API; null in a process without the role `api`. */
  readonly url: string | null
  /** The port where governments deliver messages; null: off. */
  readonly inboundPort: number | null
  /**
   * Waits for load balancers to notice, finishes running work and closes everything. Idempotent.
   */
  stop(): Promise<void>
}

/** What a service needs to start. */
interface ServiceOptions {
  readonly config: Config
  /** What the console reports of the process to operators; absent: nothing. */
  readonly settings?: RunningSettings
  readonly log: Logger
  /** Receives the keys of the account that is created in an empty store, once. */
  readonly showDemoAccount: (opened: OpenedAccount) => void
}

type Role = Config['ROLES'][number]

/**
 * Starts the configured roles. Throws `StartupError` with one sentence for errors that the
 * operator can fix.
 */
export async function startService({ config, settings, log, showDemoAccount }: ServiceOptions): Promise<Service> {
  const does = (role: Role): boolean => config.ROLES.includes(role)
  const cleanup = new Cleanup()
  const ending = new Ending(cleanup, log)
  const { stopping, cut } = ending
  try {
    const address = { host: config.HOST, port: config.PORT, setting: 'PORT' } as const
    if (does('api')) await checkAddress(address)
    const consoleAccess = readConsoleAccess(config)
    const inboundAccess = does('api') && config.INBOUND_PORT !== undefined ? readInboundAccess(config) : null
    const database = await openDatabase(config, 'service', log)
    cleanup.add(() => inTime(database.stop(), cut))
    const { connectionString } = database
    const secretsKeys = await database.secretsKeys()
    const threads = new JudgingInThreads({
      threads: config.JUDGING_THREADS ?? availableThreads(),
      seconds: config.JUDGING_SECONDS,
      megabytes: config.JUDGING_MEMORY_MB,
    })
    cleanup.add(() => threads.close())
    cut.addEventListener('abort', () => void threads.close())
    const judging = judgingBySettings(threads, config.countrySettings)
    const pools = new Pools({ connectionString, secretsKeys, config, log, cleanup, cut })
    const observation = await startObserving(config, log)
    cleanup.add(() => observation.stop())
    const { observer } = observation
    const pool = pools.open('api', 20)
    const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
    const store = await openEventStore(config, connectionString, cut)
    cleanup.add(() => store.close())

    const objects = await openObjects(config)
    cleanup.add(() => Promise.resolve(objects?.close()))
    const keyRing = database.keyRing(secretsKeys)
    const context: ProcessContext = {
      config,
      log,
      store,
      objects,
      pools,
      secretsKeys,
      keyRing,
      judging,
      observer,
      cleanup,
      stopping,
      cut,
    }
    const keepsRecord = does('projections') || does('processors')
    const health = new Health(healthChecksOf(pools.open('health', 2), store, keepsRecord), { log })
    const { progress, projecting } = await prepareProjections(context)
    const maintained = does('projections') ? projectionsOf(parseShare(config.PROJECTIONS_SHARE)) : []
    const freshness = maintained.length === PROJECTIONS.length ? progress : new CheckpointFreshness(pool)
    // Requests that are being answered may wait for read models.
    const idle = new AbortController()
    const { signal: answered } = idle
    setMaxListeners(0, answered)
    const running: Promise<void>[] = [health.run(answered)]
    for (const projection of maintained) running.push(runProjection(projecting, projection, answered))
    if (does('processors')) {
      const processors = createProcessors(context, freshness)
      // No other process can hold a claim: a process that did is dead.
      if (database.exclusive) await processors.takeOver()
      processors.listenTo(progress)
      running.push(processors.run(stopping))
    }
    cleanup.add(async () => {
      idle.abort()
      await Promise.all(running)
    })
    await settled(progress, maintained)
    let draining = false
    const ready = () => readinessOf(health, { progress, maintained }, draining)
    if (config.OPS_PORT !== undefined) {
      const metrics = observation.metricsRoute({ pool: pools.open('metrics', 2), store, pools: () => pools.all, ready })
      const pages =
        consoleAccess === null
          ? consoleOff
          : consoleFor(context, consoleAccess, { freshness, ready, settings: settings ?? null })
      const ops = await startOpsServer(config.HOST, config.OPS_PORT, ready, [metrics, pages])
      cleanup.add(() => ops.close())
    }

    if (!does('api')) return { url: null, inboundPort: null, stop: () => ending.run() }
    // A process without the API role can't use an account, and may not have the right to create
    // one.
    const opened = await ensureDemoAccount({ store, clock: systemClock, random, pool }, showDemoAccount)
    if (opened) await freshness.waitFor(opened.position, ['accounts', 'api_keys'])
    const inboundPort =
      config.INBOUND_PORT === undefined || inboundAccess === null
        ? null
        : await serveInbound(context, inboundAccess, config.INBOUND_PORT)
    const url = await serveApi(context, { pool, db, freshness, health, ready, isDraining: () => draining }, address)
    return {
      url,
      inboundPort,
      stop: async () => {
        if (!draining) {
          draining = true
          await delay(config.SHUTDOWN_DRAIN_SECONDS * 1000)
        }
        await ending.run()
      },
    }
  } catch (error) {
    await ending.run()
    throw error
  }
}

/** Makes sure that the read models fit this program, and returns what maintains them. */
async function prepareProjections({ log, store, pools, stopping }: ProcessContext) {
  const progress = new ProgressTracker()
  const pool = pools.open('projections', PROJECTIONS.length)
  const tables = new PostgresLiveTables(pool, (milliseconds) => progress.untilAwaited(milliseconds))
  const restores = new PostgresRestores(pool)
  const projecting = { store, pool, tables, restores, timers: systemTimers, log, progress }
  await prepareReadModels(projecting, stopping)
  return { progress, projecting }
}

/**
 * The API should answer from read models that are up to date, if possible: a read model that waits
 * for the operator (a restored store) or for a fixed program does not stop the others. `GET
 * /ready` reports it.
 */
function settled(progress: ProgressTracker, maintained: readonly Projection[]): Promise<void> {
  const isSettled = (name: string): boolean =>
    progress.isCaughtUp(name) || !['outage', null].includes(progress.troubleOf(name))
  return new Promise((resolve) => {
    const check = (): void => {
      if (!maintained.every(({ name }) => isSettled(name))) return
      clearInterval(timer)
      resolve()
    }
    const timer = setInterval(check, 5)
    check()
  })
}

/** Creates everything for the role `processors`, without starting it. */
function createProcessors(
  { config, log, store, objects, pools, keyRing, judging, observer, cleanup, stopping }: ProcessContext,
  freshness: Freshness,
): Processors {
  const pool = pools.open('processors', 20)
  const documents = new PostgresDocuments(pool, objects)
  const sender = new HttpsSender({ allowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK })
  cleanup.add(() => sender.close())
  const rendering = new RenderingInThreads({
    threads: 1,
    seconds: config.JUDGING_SECONDS,
    megabytes: config.JUDGING_MEMORY_MB,
  })
  cleanup.add(() => rendering.close())
  const sealing = openSealing(config, { store, clock: systemClock, pool, log }, stopping)
  const retention = new RetentionChore({
    store,
    documents,
    pool,
    clock: systemClock,
    log,
    times: retentionTimes(config),
    waitsForSeals: sealing !== null,
    signer: openSigner(config, stopping),
    observer,
  })
  const movingTo = (to: ObjectStore): MovingDocuments =>
    new MovingDocuments({
      pool,
      objects: to,
      clock: systemClock,
      log,
      afterHours: config.DOCUMENTS_MOVE_AFTER_HOURS,
    })
  const vault = new PostgresVault(pool, keyRing)
  const gatewayFor = gatewaysOf(config, pool, log, { observer, stopping }, judging)
  const closing = new ConnectionClosing({
    store,
    vault,
    closable: new ClosableConnections({ pool, store }),
    clock: systemClock,
    countryOf,
    gatewayFor,
    log,
  })
  const finishing = new Finishing({
    store,
    prepared: new PostgresPreparedInvoices(new Kysely({ dialect: new PostgresDialect({ pool }) })),
    clock: systemClock,
    log,
  })
  return new Processors({
    store,
    documents,
    vault,
    sender,
    judging,
    rendering,
    ...postgresPorts(pool, config.CLAIM_SECONDS, config.GOVERNMENT_PACE),
    log,
    clock: systemClock,
    timers: systemTimers,
    countryOf,
    gatewayFor,
    observer,
    stopping,
    countrySettings: config.countrySettings,
    pace: config.GOVERNMENT_PACE,
    receiving: {
      companies: new PostgresReceivingCompanies(pool),
      receivedBook: new PostgresReceivedBook(pool),
      arrivals: new PostgresArrivals(pool),
      looks: new PostgresLooks(pool),
      receivedUpTo: (position) => freshness.waitFor(position, ['received']),
    },
    chores: [
      closing,
      finishing,
      ...(objects === null ? [] : [movingTo(objects)]),
      ...(sealing === null ? [] : [sealing]),
      ...(config.RETENTION_OFF ? [] : [retention]),
    ],
  })
}

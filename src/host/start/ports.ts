import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { inclusionProof } from '../../audit/seals/proof.js'
import type { GatewayTools } from '../../countries/gateway/gateway-tools.js'
import type { CallTools } from '../../countries/gateway/government-http.js'
import { observedBudgets, observedGateway } from '../../countries/gateway/observed-gateway.js'
import { PostgresCallBudgets } from '../../countries/gateway/postgres/call-budgets.js'
import { PostgresFileNumbers } from '../../countries/gateway/postgres/file-numbers.js'
import { PostgresMailbox } from '../../countries/gateway/postgres/mailbox.js'
import { PostgresUploadLedger } from '../../countries/gateway/postgres/upload-ledger.js'
import { allGateways, type GatewayFor } from '../../countries/gateways.js'
import { countryOf, INBOUND_DOORS, NOTIFICATIONS } from '../../countries/registry.js'
import { PostgresSimulatorLedger } from '../../countries/simulation/postgres-ledger.js'
import type { Judging } from '../../documents/judging/port.js'
import { availableThreads } from '../../documents/judging/threads.js'
import { RenderingInThreads } from '../../documents/rendering/threads.js'
import { systemClock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import { UNOBSERVED } from '../../domain/observer.js'
import { PLANS } from '../../domain/plans.js'
import { random } from '../../domain/random.js'
import { systemTimers } from '../../domain/timers.js'
import { Snapshots } from '../../eventstore/snapshots.js'
import { buildApp } from '../../http/app.js'
import type { ConsoleAccess } from '../../http/console/access.js'
import { consoleRoutes } from '../../http/console/index.js'
import type { Readiness } from '../../http/deps.js'
import type { InboundAccess } from '../../http/inbound/access.js'
import type { NotificationDeps } from '../../http/inbound/notification-desk.js'
import { startInboundServer } from '../../http/inbound/server.js'
import { type Address, listening } from '../../http/listening.js'
import type { OpsRoutes } from '../../http/ops/server.js'
import { capacityFor } from '../../http/traffic.js'
import { PostgresHints } from '../../processors/collecting/postgres/hints.js'
import { scheduledUpTo } from '../../processors/deliveries/scheduled.js'
import { PostgresLooks } from '../../processors/receiving/postgres/looks.js'
import { PostgresArrivals } from '../../processors/receiving/postgres/arrivals.js'
import { GovernmentStatus } from '../../processors/work/government-status.js'
import { PostgresGates } from '../../processors/work/postgres/gates.js'
import { PostgresMarks } from '../../processors/work/postgres/marks.js'
import { activeConnectionOf } from '../../projections/connections.js'
import type { Freshness } from '../../projections/engine/freshness.js'
import type { ReadModels } from '../../projections/read-models.js'
import { PostgresReceivedBook, PostgresReceivingCompanies } from '../../projections/receiving-companies.js'
import { PostgresDocuments } from '../../storage/documents/postgres-documents.js'
import { QuotaLedger } from '../../storage/quotas.js'
import { RateCounter } from '../../storage/rate-limits.js'
import { PostgresVault } from '../../storage/vault/postgres-vault.js'
import type { Health } from '../observability/health.js'
import type { Config } from '../settings/config.js'
import { retentionTimes } from '../settings/retention.js'
import type { RunningSettings } from '../settings/running-settings.js'
import type { ProcessContext } from './stores.js'

/**
 * The gateways of a process, with their state in the database behind `pool`. All operations and
 * calls are reported to the observer; the calls end when the process stops.
 */
export function gatewaysOf(
  config: Config,
  pool: pg.Pool,
  log: Logger,
  { observer = UNOBSERVED, stopping }: CallTools = {},
  judging?: Judging,
): GatewayFor {
  const fileNumbers = new PostgresFileNumbers(pool)
  const tools: GatewayTools = {
    settings: config.countrySettings,
    uploads: new PostgresUploadLedger(pool),
    budgets: observedBudgets(new PostgresCallBudgets(pool), observer),
    observer,
    ...(stopping !== undefined && { stopping }),
    clock: systemClock,
    pace: config.GOVERNMENT_PACE,
    fileNumbers,
    mailbox: new PostgresMailbox(pool),
    ...(judging && {
      readFor:
        ({ account }: Scope) =>
        (reader, bytes, given) =>
          judging.message({ account, whenBusy: 'wait' }, reader, bytes, given),
    }),
    allowPrivateNetwork: config.GATEWAY_ALLOW_PRIVATE_NETWORK,
    warn: (facts, text) => log.warn(facts, text),
  }
  const gatewayFor = allGateways(tools, new PostgresSimulatorLedger(pool), {
    decisionSeconds: config.SIMULATED_DECISION_SECONDS,
    now: () => systemClock.now(),
    fileNumbers,
  })
  if (observer === UNOBSERVED) return gatewayFor
  return (environment, country) => {
    const gateway = gatewayFor(environment, country)
    return gateway && observedGateway(gateway, { country: country.code, environment }, observer)
  }
}

/** What the API needs from the rest of the process. */
interface ServingDeps {
  readonly pool: pg.Pool
  readonly db: Kysely<ReadModels>
  readonly freshness: Freshness
  readonly health: Health
  readonly ready: () => Readiness
  /** Whether load balancers should send no more requests. */
  readonly isDraining: () => boolean
}

/** PDFs are for people, who can wait a moment: checks have the other processors. */
const MOST_RENDERING_THREADS = 2

/** Starts the API and returns its address. */
export async function serveApi(context: ProcessContext, deps: ServingDeps, address: Address): Promise<string> {
  const { config, log, store, objects, secretsKeys, keyRing, judging, observer, cleanup, stopping, cut } = context
  const { pool, db, freshness, health, ready, isDraining } = deps
  const rendering = new RenderingInThreads({
    threads: Math.min(MOST_RENDERING_THREADS, config.JUDGING_THREADS ?? availableThreads()),
    seconds: config.JUDGING_SECONDS,
    megabytes: config.JUDGING_MEMORY_MB,
    // To load its program and the fonts takes longer than ten pages.
    kept: 1,
  })
  cleanup.add(() => rendering.close())
  cut.addEventListener('abort', () => void rendering.close())
  const gatewayFor = gatewaysOf(config, pool, log, context, judging)
  let url = ''
  const app = await buildApp({
    store,
    snapshots: new Snapshots(db),
    db,
    clock: systemClock,
    random,
    documents: new PostgresDocuments(pool, objects),
    receivedBook: new PostgresReceivedBook(pool),
    looksOf: (companyId) => new PostgresLooks(pool).ofCompany(companyId),
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
    scheduledUpTo: (wanted) => scheduledUpTo(new PostgresMarks(pool), systemTimers, wanted, stopping),
    governmentStatus: new GovernmentStatus({
      pool,
      gatewayFor,
      budgets: new PostgresCallBudgets(pool),
      gates: new PostgresGates(pool),
      clock: systemClock,
    }),
    rateCounter: new RateCounter(db),
    quotaLedger: new QuotaLedger(db, { durable: config.EVENTSTORE_URL !== undefined }),
    config: {
      rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
      failedAuthenticationsPerMinute: config.FAILED_AUTHENTICATIONS_PER_MINUTE,
      forbidTestKeysManagingLive: config.FORBID_TEST_KEYS_MANAGING_LIVE,
      corsOrigins: config.CORS_ORIGINS,
      publicUrl: () => config.PUBLIC_URL ?? url,
      // The listening address may not be reachable for readers: without a public address a link is
      // a path.
      linkBase: config.PUBLIC_URL ?? '',
      trustProxy: config.TRUST_PROXY,
      countrySettings: config.countrySettings,
      webhookAllowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK,
      gatewayAllowPrivateNetwork: config.GATEWAY_ALLOW_PRIVATE_NETWORK,
      inboundPublicUrl: config.INBOUND_PUBLIC_URL ?? null,
      plans: PLANS,
    },
    logger: log,
    observer,
    stopping,
    ready: () => Promise.resolve(ready()),
    traffic: {
      ...capacityFor({
        requests: config.MAX_REQUESTS_UNDER_WAY,
        perAccount: config.MAX_REQUESTS_PER_ACCOUNT,
        perAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
      }),
      usable: (access) => health.has('database') && (access === 'read' || health.has('eventStore')),
      stopping: isDraining,
    },
    connections: { total: config.MAX_CONNECTIONS, perAddress: config.MAX_CONNECTIONS_PER_ADDRESS },
  })
  cleanup.add(() => app.close())
  url = await listening(address, () => app.listen({ host: address.host, port: address.port }))
  return url
}

/** Opens the port where governments deliver messages and returns its number. */
export async function serveInbound(context: ProcessContext, access: InboundAccess, port: number): Promise<number> {
  const { config, log, pools, judging, observer, cleanup } = context
  const notifications = config.INBOUND_PUBLIC_URL === undefined ? null : receiving(context, config.INBOUND_PUBLIC_URL)
  const pool = pools.open('inbound', 4)
  const companies = new PostgresReceivingCompanies(pool)
  const arrivals = new PostgresArrivals(pool)
  const inbound = await startInboundServer(config.HOST, port, {
    doors: INBOUND_DOORS,
    access,
    mailbox: new PostgresMailbox(pool),
    reception: {
      participant: (peppolId) => companies.participant(peppolId),
      numbered: (country, numbers) => companies.numbered(country, numbers),
      keepUnclaimed: (document) => arrivals.keepUnclaimed(document),
      take: (arrival) => arrivals.take(arrival),
    },
    notifications,
    judging,
    clock: systemClock,
    random,
    log,
    observer,
  })
  cleanup.add(() => inbound.close())
  const doors = [...INBOUND_DOORS, ...(notifications?.notifications ?? [])].map(({ path }) => path)
  log.info({ port: inbound.port, doors }, 'receiving messages')
  return inbound.port
}

/** Anyone may send notifications: checking them takes no database connection of the messages. */
function receiving({ pools, keyRing, config }: ProcessContext, publicUrl: string): NotificationDeps {
  const pool = pools.open('notifications', 2)
  const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
  return {
    publicUrl,
    notifications: NOTIFICATIONS,
    connectionOf: (country, connectionId) => activeConnectionOf(db, country, connectionId),
    vault: new PostgresVault(pool, keyRing),
    hints: new PostgresHints(pool, config.GOVERNMENT_PACE),
    mailbox: new PostgresMailbox(pool),
  }
}

/** What the console needs from the rest of the process. */
interface OperatingDeps {
  readonly freshness: Freshness
  readonly settings: RunningSettings | null
  readonly ready: () => Readiness
}

/** Where the API of this process listens, for browsers on its machine; null: it has none. */
function ownAddress({ ROLES, HOST, PORT }: Config): string | null {
  if (!ROLES.includes('api') || PORT === 0) return null
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}

/** The console's pages, for users with access. */
export function consoleFor(
  context: ProcessContext,
  access: ConsoleAccess,
  { freshness, ready, settings }: OperatingDeps,
): OpsRoutes {
  const { config, log, store, objects, pools, secretsKeys, judging, stopping, cleanup, cut } = context
  const pool = pools.open('console', 6)
  const rendering = new RenderingInThreads({
    threads: 1,
    seconds: config.JUDGING_SECONDS,
    megabytes: config.JUDGING_MEMORY_MB,
  })
  cleanup.add(() => rendering.close())
  cut.addEventListener('abort', () => void rendering.close())
  return consoleRoutes({
    access,
    url: config.OPS_CONSOLE_URL ?? null,
    api: config.PUBLIC_URL ?? ownAddress(config),
    host: config.HOST,
    sealMinutes: config.SEAL_MINUTES,
    secretsKeys,
    retention: {
      ...retentionTimes(config),
      // Erasing needs the role processors.
      isOff: config.RETENTION_OFF || !config.ROLES.includes('processors'),
    },
    db: new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    slowPool: pools.open('console behind', 4),
    store,
    documents: new PostgresDocuments(pool, objects),
    freshness,
    judging,
    rendering,
    settings,
    gatewayFor: gatewaysOf(config, pool, log, { stopping }),
    countrySettings: config.countrySettings,
    budgets: new PostgresCallBudgets(pool),
    clock: systemClock,
    random,
    log,
    ready,
    stopping,
  })
}

import { Kysely, PostgresDialect } from 'kysely'
import type { ConsoleAccess } from '../../http/console/access.js'
import { consoleRoutes } from '../../http/console/index.js'
import { systemClock } from '../../domain/clock.js'
import type { Readiness } from '../../http/deps.js'
import type { Freshness } from '../../projections/engine/freshness.js'
import type { ReadModels } from '../../projections/read-models.js'
import { PostgresCallBudgets } from '../../countries/gateway/postgres/call-budgets.js'
import { PostgresDocuments } from '../../storage/documents/postgres-documents.js'
import { gatewaysOf } from './gateways.js'
import type { ProcessContext } from './process-context.js'
import type { OpsRoutes } from '../../http/ops/server.js'
import { random } from './random.js'
import { retentionTimes } from '../settings/retention.js'

/** What the console tells of the rest of the process. */
interface OperatingDeps {
  readonly freshness: Freshness
  readonly ready: () => Readiness
}

/** The console's pages, for those whom the access lets in. */
export function consoleOn(
  ground: ProcessContext,
  access: ConsoleAccess,
  { freshness, ready }: OperatingDeps,
): OpsRoutes {
  const { config, log, store, pools, secretsKeys, stopping } = ground
  const pool = pools.open('console', 6)
  return consoleRoutes({
    access,
    url: config.OPS_CONSOLE_URL ?? null,
    host: config.HOST,
    sealMinutes: config.SEAL_MINUTES,
    secretsKeys,
    retention: {
      ...retentionTimes(config),
      // Processors erase.
      isOff: config.RETENTION_OFF || !config.ROLES.includes('processors'),
    },
    db: new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    slowPool: pools.open('console behind', 4),
    store,
    documents: new PostgresDocuments(pool),
    freshness,
    gatewayFor: gatewaysOf(config, pool, log),
    budgets: new PostgresCallBudgets(pool),
    clock: systemClock,
    random,
    log,
    ready,
    stopping,
  })
}

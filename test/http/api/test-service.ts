import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { inclusionProof } from '../../../src/audit/seals/proof.js'
import type { TestKeyPolicy } from '../../../src/domain/account.js'
import { openAccount } from '../../../src/commands/use-cases/open-account.js'
import { allGateways } from '../../../src/countries/gateways.js'
import { countryOf } from '../../../src/countries/registry.js'
import { Snapshots } from '../../../src/eventstore/snapshots.js'
import { buildApp } from '../../../src/http/app.js'
import type { AppDeps, HttpConfig } from '../../../src/http/deps.js'
import { PLANS } from '../../../src/domain/plans.js'
import { createLog } from '../../../src/host/observability/log.js'
import { ProgressTracker } from '../../../src/projections/engine/progress.js'
import { PostgresLooks } from '../../../src/processors/receiving/postgres/looks.js'
import { PostgresReceivedBook } from '../../../src/projections/receiving-companies.js'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { PostgresLiveTables } from '../../../src/projections/engine/postgres-live-tables.js'
import { PostgresRestores } from '../../../src/eventstore/postgres-restores.js'
import { prepareProjection, runProjection } from '../../../src/projections/engine/runner.js'
import { systemTimers } from '../../../src/domain/timers.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../../src/storage/documents/postgres-documents.js'
import { PostgresFileNumbers } from '../../../src/countries/gateway/postgres/file-numbers.js'
import { PostgresSimulatorLedger } from '../../../src/countries/simulation/postgres-ledger.js'
import { PostgresCallBudgets } from '../../../src/countries/gateway/postgres/call-budgets.js'
import { PostgresUploadLedger } from '../../../src/countries/gateway/postgres/upload-ledger.js'
import { GovernmentStatus } from '../../../src/processors/work/government-status.js'
import { PostgresGates } from '../../../src/processors/work/postgres/gates.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { gatewayTools } from '../../standins/gateway-tools.js'
import { PostgresMailbox } from '../../../src/countries/gateway/postgres/mailbox.js'
import { QuotaLedger } from '../../../src/storage/quotas.js'
import { RateCounter } from '../../../src/storage/rate-limits.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { preparedDatabase } from '../../support/database.js'
import { openTestStore } from '../../support/event-store.js'
import { waitFor } from '../../support/wait-for.js'

interface Teardown {
  teardown(handler: () => Promise<void>): void
}

/** A clock that stands still until it is moved. */
export class StandingClock {
  #now: Date

  constructor(start: string) {
    this.#now = new Date(start)
  }

  now(): Date {
    return this.#now
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }

  set(time: string): void {
    this.#now = new Date(time)
  }
}

/** The API without sockets, over stores of its own. */
export interface TestService {
  readonly app: FastifyInstance
  readonly deps: AppDeps
  readonly clock: StandingClock
  readonly pool: pg.Pool
  /** Everything that was logged, one JSON text per line. */
  readonly log: string[]
  /** Another process on the same database: an app of its own, with what it remembers. */
  secondApp(overrides?: Overrides): Promise<FastifyInstance>
  /** A new account; a client for each of its environments. */
  /** `testKeysManageLive` null: as accounts were made before they had a rule of their own. */
  account(
    plan?: string,
    testKeysManageLive?: TestKeyPolicy | null,
  ): Promise<{ readonly id: string; readonly test: Client; readonly live: Client }>
}

/** What a test has otherwise than the product. */
export type Overrides = Partial<Omit<AppDeps, 'config'>> & { readonly config?: Partial<HttpConfig> }

const CONFIG: HttpConfig = {
  rateLimitPerMinute: 100_000,
  changeLimitsTimes: 1_000,
  failedAuthenticationsPerMinute: 100,
  forbidTestKeysManagingLive: false,
  corsOrigins: [],
  publicUrl: () => 'https://api.example.com',
  linkBase: 'https://api.example.com',
  trustProxy: false,
  countrySettings: {
    ANAF_AUTH_URL: 'https://anaf.example/authorize',
    ANAF_TOKEN_URL: 'https://anaf.example/token',
    ANAF_CLIENT_ID: 'client-1',
    ANAF_CLIENT_SECRET: 'secret-1',
  },
  webhookAllowPrivateNetwork: false,
  gatewayAllowPrivateNetwork: false,
  inboundPublicUrl: null,
  plans: PLANS,
}

const SECRETS_KEYS = parseSecretsKey(Buffer.alloc(32, 7).toString('base64'))

/**
 * The real app on a real PostgreSQL, with the real event store and projections; only the clock
 * stands still.
 */
export async function startTestService(t: Teardown, overrides: Overrides = {}): Promise<TestService> {
  const { url } = await preparedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  const store = await openTestStore(url)
  const clock = new StandingClock('2026-03-31T09:30:00.000Z')
  const log: string[] = []
  const logger = createLog('info', { write: (line: string) => void log.push(line) })
  const progress = new ProgressTracker()
  const stopping = new AbortController()
  const tables = new PostgresLiveTables(pool)
  const restores = new PostgresRestores(pool)
  const projecting = { store, pool, tables, restores, timers: systemTimers, log: pino({ level: 'silent' }), progress }
  for (const projection of PROJECTIONS) await prepareProjection(projecting, projection, stopping.signal)
  const running = PROJECTIONS.map((projection) => runProjection(projecting, projection, stopping.signal))
  const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
  const random = (size: number): Uint8Array => randomBytes(size)
  const budgets = new PostgresCallBudgets(pool)
  const uploads = new PostgresUploadLedger(pool)
  const tools = gatewayTools({ settings: {}, uploads, budgets, clock, mailbox: new PostgresMailbox(pool) })
  const simulators = { decisionSeconds: 0, now: () => clock.now(), fileNumbers: new PostgresFileNumbers(pool) }
  const gatewayFor = allGateways(tools, new PostgresSimulatorLedger(pool), simulators)
  const depsWith = (changes: Overrides): AppDeps => ({
    receivedBook: new PostgresReceivedBook(pool),
    looksOf: (companyId) => new PostgresLooks(pool).ofCompany(companyId),
    store,
    snapshots: new Snapshots(db),
    db,
    clock,
    random,
    documents: new PostgresDocuments(pool),
    vault: new PostgresVault(pool, SECRETS_KEYS),
    secretsKeys: SECRETS_KEYS,
    freshness: progress,
    countryOf,
    gatewayFor,
    hasGateway: (environment, country) => gatewayFor(environment, country) !== null,
    proofOf: (scope, id) => inclusionProof({ store, pool, clock, everyMinutes: 60 }, scope, id),
    // No scheduler runs beside it.
    scheduledUpTo: (wanted) => Promise.resolve(wanted),
    governmentStatus: new GovernmentStatus({ pool, gatewayFor, budgets, gates: new PostgresGates(pool), clock }),
    rateCounter: new RateCounter(db),
    quotaLedger: new QuotaLedger(db),
    logger,
    ready: () => Promise.resolve({ status: 'ok', checks: { database: 'ok' } }),
    ...changes,
    config: { ...CONFIG, ...changes.config },
  })
  const apps: FastifyInstance[] = []
  const start = async (changes: Overrides): Promise<FastifyInstance> => {
    const app = await buildApp(depsWith(changes))
    apps.push(app)
    await app.ready()
    return app
  }
  t.teardown(async () => {
    for (const app of apps) await app.close()
    stopping.abort()
    await Promise.all(running)
    await store.close()
    await pool.end()
  })
  const app = await start(overrides)
  // As the service does before it takes requests. A server that others have filled takes a moment
  // to say that nothing there is ours.
  await waitFor('read models', () => PROJECTIONS.every(({ name }) => progress.isCaughtUp(name)), 60_000)
  return {
    app,
    deps: depsWith(overrides),
    clock,
    pool,
    log,
    secondApp: (changes = overrides) => start(changes),
    async account(plan = 'free', testKeysManageLive: TestKeyPolicy | null = 'forbid') {
      const rule = { testKeysManageLive: testKeysManageLive as TestKeyPolicy }
      const opened = await openAccount({ store, clock, random }, { name: 'Test', plan, ...rule })
      await progress.waitFor(opened.position, ['accounts', 'api_keys'])
      return { id: opened.accountId, test: new Client(app, opened.testKey), live: new Client(app, opened.liveKey) }
    },
  }
}

/** JSON as an integrator receives it. */
export type Json = { readonly [name: string]: Json } & readonly Json[] & string

/** An answer, its body parsed where it is JSON. */
export interface Answer {
  readonly status: number
  readonly body: Json
  readonly headers: LightMyRequestResponse['headers']
}

/** Calls the app with one API key. */
export class Client {
  readonly app: FastifyInstance
  readonly key: string

  constructor(app: FastifyInstance, key: string) {
    this.app = app
    this.key = key
  }

  /** The same key on another app. */
  on(app: FastifyInstance): Client {
    return new Client(app, this.key)
  }

  get(url: string): Promise<Answer> {
    return this.send('GET', url)
  }

  post(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', url, body, headers)
  }

  patch(url: string, body: unknown): Promise<Answer> {
    return this.send('PATCH', url, body)
  }

  delete(url: string): Promise<Answer> {
    return this.send('DELETE', url)
  }

  async send(
    method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await this.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${this.key}`, ...content, ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return answerOf(response)
  }
}

/** What an injected request was answered. */
export function answerOf(response: LightMyRequestResponse): Answer {
  const json = response.body !== '' && String(response.headers['content-type']).startsWith('application/json')
  const body = (json ? JSON.parse(response.body) : response.body) as Json
  return { status: response.statusCode, body, headers: response.headers }
}

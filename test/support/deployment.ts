import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import type pg from 'pg'
import type { Test } from 'tap'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres/start.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { allRows } from '../projections/all-rows.js'
import { dataDirectory, postmasterPid, serversIn } from '../storage/embedded-postgres/support.js'
import { call, dataOf } from './api.js'
import { runCli } from './command-line.js'
import { preparedDatabase } from './database.js'
import { invoiceBody } from './invoice-body.js'
import { freePort, type RunningService, startProcess, stopProcess } from './running-service.js'
import { startHere } from './service-here.js'
import { waitFor } from './wait-for.js'
import { COMPLETE } from './whole-invoice.js'

/** The roles of one process: the setting `ROLES`. */
export type Roles = 'api' | 'projections' | 'processors' | 'api,projections,processors'
type Env = Readonly<Record<string, string>>

/** In the process of the test, until that ends; or in one of its own, which can be killed. */
export type Where = 'here' | 'apart'

/** A part of a deployment, as its callers see it. */
export interface Endpoints {
  readonly url: string
  /** Base of GET /health and GET /ready. */
  readonly ops: string
  /** What it has logged so far. */
  readonly output: () => string
}

/** One process of a deployment. */
export interface Member extends RunningService, Endpoints {
  readonly roles: Roles
}

/** An account that may create as many invoices as it likes, with a company and its connection. */
interface Customer {
  readonly key: string
}

/** How the PostgreSQL of a deployment runs. */
interface ServerOptions {
  /**
   * A server of its own, to freeze and kill, and for many processes; else a database on the server
   * of the run.
   */
  readonly ownServer?: boolean
  /** With a server of its own: it survives a crash of the machine. */
  readonly fsync?: boolean
}

/** Roles in separate processes on a separate PostgreSQL, as on several machines. */
export class Deployment {
  readonly env: Env
  readonly pool: pg.Pool
  readonly store: PostgresEventStore
  readonly members = new Set<Member>()
  readonly #dataDir: string | null

  private constructor(dataDir: string | null, databaseUrl: string, env: Env) {
    this.#dataDir = dataDir
    this.pool = createPool({ connectionString: databaseUrl, applicationName: 'test', size: 4 })
    this.store = new PostgresEventStore({ connectionString: databaseUrl })
    this.env = {
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
      LOG_LEVEL: 'info',
      SIMULATED_DECISION_SECONDS: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true',
      CLAIM_SECONDS: '2',
      ...env,
    }
  }

  /** Everything ends with the test. */
  static async create(
    t: Pick<Test, 'teardown'>,
    env: Env = {},
    { ownServer = false, fsync = false }: ServerOptions = {},
  ): Promise<Deployment> {
    const { dataDir, url } = ownServer
      ? await startServer(t, fsync)
      : { dataDir: null, url: (await preparedDatabase(t)).url }
    const deployment = new Deployment(dataDir, url, env)
    t.teardown(async () => {
      if (ownServer) deployment.thawDatabase()
      await deployment.killAll()
      await deployment.store.close()
      await deployment.pool.end()
    })
    return deployment
  }

  /** All roles in one process. */
  async startAll(t: Pick<Test, 'teardown'>, where: Where = 'here'): Promise<Endpoints> {
    if (where === 'apart') return await this.start('api,projections,processors')
    const port = await freePort()
    const service = await startHere(t, { ...this.env, OPS_PORT: String(port) })
    return { ...service, ops: `http://127.0.0.1:${port}` }
  }

  async start(roles: Roles, env: Env = {}): Promise<Member> {
    const port = await freePort()
    const service = await startProcess({ ...this.env, ROLES: roles, OPS_PORT: String(port), ...env })
    const member = { ...service, roles, ops: `http://127.0.0.1:${port}` }
    this.members.add(member)
    return member
  }

  /** SIGTERM; answers its status. */
  async stop(member: Member): Promise<number | null> {
    const status = await stopProcess(member)
    this.members.delete(member)
    return status
  }

  /** kill -9 of all processes */
  async killAll(): Promise<void> {
    for (const member of this.members) await this.kill(member)
  }

  /** kill -9 */
  async kill(member: Member): Promise<void> {
    const { process: child } = member
    this.members.delete(member)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  /** Waits until all these invoices are accepted. */
  async allAccepted(ids: readonly string[]): Promise<void> {
    await waitFor(
      'all are accepted',
      async () => {
        const { rows } = await this.pool.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM read.invoices WHERE status = 'accepted' AND id = ANY($1)",
          [ids],
        )
        return rows[0]?.n === ids.length
      },
      200_000,
    )
  }

  /**
   * Stops all its processes; connections stay open. A network that loses packets looks the same.
   */
  freezeDatabase(): void {
    this.#signal('SIGSTOP')
  }

  thawDatabase(): void {
    this.#signal('SIGCONT')
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of serversIn(this.#ownServer())) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        // A session of the server ended between the look and the signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  /** Its data directory. Others use the server of the run. */
  #ownServer(): string {
    if (this.#dataDir === null) throw new Error('this deployment has no server of its own')
    return this.#dataDir
  }

  /** kill -9; it is started again at once, and recovers. */
  killDatabase(): void {
    const pid = postmasterPid(this.#ownServer())
    if (pid !== null) process.kill(pid, 'SIGKILL')
  }

  async customer(api: Pick<Endpoints, 'url'>, webhook?: string): Promise<Customer> {
    const created = await runCli(['accounts', 'create', '--name', 'Test', '--plan', 'unlimited', '--json'], this.env)
    const { testKey: key } = JSON.parse(created.stdout) as { testKey: string }
    const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
    const { id: companyId } = dataOf<{ id: string }>(
      await waitFor('the new key is known', async () => {
        const answer = await call(api.url, key, 'POST', '/v1/companies', company)
        return answer.status === 201 && answer
      }),
    )
    dataOf(await call(api.url, key, 'POST', '/v1/connections', { companyId, countryCode: 'RO' }))
    if (webhook !== undefined) dataOf(await call(api.url, key, 'POST', '/v1/webhooks', { url: webhook }))
    return { key }
  }

  /** Waits until each of these invoices is accepted, and checks every promise about it. */
  async verify(t: Test, ids: readonly string[]): Promise<void> {
    await waitFor(
      'every acknowledged invoice is decided',
      async () => {
        const { rows } = await this.pool.query<{ status: string; n: number }>(
          'SELECT status, count(*)::int AS n FROM read.invoices WHERE id = ANY($1) GROUP BY 1',
          [ids],
        )
        const failed = rows.find(({ status }) => status === 'error' || status === 'rejected')
        if (failed) throw new Error(`${failed.n} of the invoices are ${failed.status}`)
        return rows.find(({ status }) => status === 'accepted')?.n === ids.length
      },
      120_000,
    )
    const ledger = await this.pool.query<{ invoice_id: string; times: number }>(
      'SELECT invoice_id, count(*)::int AS times FROM simulator.upload GROUP BY 1',
    )
    const sent = new Map(ledger.rows.map(({ invoice_id, times }) => [invoice_id, times]))
    t.strictSame(
      ids.filter((id) => sent.get(id) !== 1),
      [],
      'the government got each once',
    )
    const broken: string[] = []
    for (const id of ids) {
      const stream = `testInvoice-${id}`
      const events = await this.store.readStream(stream)
      const kinds = events.map(({ type }) => type).filter((type) => type !== 'SubmissionDeferred')
      if (kinds.join() !== COMPLETE.join() || verifyChain(stream, events) !== null)
        broken.push(`${id}: ${kinds.join()}`)
    }
    t.strictSame(broken, [], 'every timeline is complete, and its chain holds')
  }

  /** Rebuilds the read models while nothing happens, and compares. */
  async verifyRebuild(t: Test): Promise<void> {
    const head = await this.store.head()
    await waitFor('the read models have everything', async () => {
      const { rows } = await this.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM read.timeline WHERE false UNION ALL SELECT count(*)::int FROM processing.work',
      )
      return rows.at(-1)?.n === 0 && (await this.store.head()) === head
    })
    const live = await allRows(this.pool)
    const rebuilt = await runCli(['projections', 'rebuild', '--json'], this.env)
    t.equal(rebuilt.status, 0, rebuilt.stderr)
    t.strictSame(await allRows(this.pool), live, 'the rebuilt read models are identical')
  }
}

async function startServer(t: Pick<Test, 'teardown'>, fsync: boolean): Promise<{ dataDir: string; url: string }> {
  const dataDir = dataDirectory(t)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startEmbeddedPostgres({ dataDir, log, fsync })
  t.teardown(() => postgres.stop())
  return { dataDir, url: postgres.connectionString }
}

/**
 * Clients that create invoices until they are asked to end; each repeats a request, under its key,
 * until it is acknowledged.
 */
export class Load {
  /** Ids of the invoices that were acknowledged. */
  readonly acknowledged: string[] = []
  /** Answers other than 201, and requests without any. */
  readonly failures: string[] = []
  readonly #clients: Promise<void>[]
  #ending = false

  /** `address`: where the next request goes. `pauseMs`: of a client between two invoices. */
  constructor(key: string, clients: number, address: () => string, pauseMs = 0) {
    this.#clients = Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; !this.#ending; n++) {
        const name = `L-${client}-${n}`
        const id = await waitFor(`${name} is acknowledged`, () => this.#post(address(), key, name), 120_000)
        this.acknowledged.push(id)
        await delay(pauseMs)
      }
    })
  }

  /** Ends when every client has its last answer. */
  async end(): Promise<void> {
    this.#ending = true
    await Promise.all(this.#clients)
  }

  async #post(base: string, key: string, name: string): Promise<string | null> {
    try {
      const answer = await call(base, key, 'POST', '/v1/invoices', invoiceBody(name), { 'X-Idempotency-Key': name })
      if (answer.status === 201) return dataOf<{ id: string }>(answer).id
      this.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer.status !== 503) throw new Error(`${name}: ${this.failures.at(-1) ?? ''}`)
      return null
    } catch (error) {
      if (error instanceof Error && error.message.startsWith(name)) throw error
      this.failures.push(
        error instanceof Error
          ? `${error.message} ${error.cause === undefined ? '' : inspect(error.cause)}`
          : String(error),
      )
      return null
    }
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import t from 'tap'
import type { ReadModels } from '../../../src/projections/read-models.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { QuotaLedger } from '../../../src/storage/quotas.js'
import { RateCounter } from '../../../src/storage/rate-limits.js'
import { sampleCompany } from './samples.js'
import { startTestService } from './test-service.js'

/** A way to the database that can be cut and repaired. */
class Bridge {
  readonly #server = createServer((client) => {
    if (this.#cut) return client.destroy()
    const upstream = connect(this.#path)
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => (client.destroy(), upstream.destroy()))
    }
    client.pipe(upstream).pipe(client)
    return undefined
  })
  readonly #path: string
  readonly #sockets = new Set<Socket>()
  #cut = false

  constructor(path: string) {
    this.#path = path
  }

  async open(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  repair(): void {
    this.#cut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

t.test('while the database is away every request is a 503 with Retry-After; afterwards all is well', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const { rows } = await service.pool.query<{ directory: string; port: string; database: string; user: string }>(
    `SELECT split_part(current_setting('unix_socket_directories'), ',', 1) AS directory, current_setting('port') AS port,
       current_database() AS database, current_user AS user`,
  )
  const server = rows[0]
  if (!server) throw new Error('the server does not report its address')
  const bridge = new Bridge(`${server.directory}/.s.PGSQL.${server.port}`)
  const port = await bridge.open()
  const pool = createPool({
    connectionString: `postgresql://${server.user}@127.0.0.1:${port}/${server.database}`,
    applicationName: 'test',
  })
  const db = new Kysely<ReadModels>({ dialect: new PostgresDialect({ pool }) })
  const app = await service.secondApp({
    db,
    rateCounter: new RateCounter(db),
    quotaLedger: new QuotaLedger(db),
  })
  t.teardown(async () => {
    bridge.close()
    await pool.end()
  })
  const client = test.on(app)
  t.equal((await client.get('/v1/companies')).status, 200)
  for (let outage = 0; outage < 2; outage++) {
    bridge.cut()
    for (const request of [
      () => client.get('/v1/companies'),
      () => client.get('/v1/invoices?search=x'),
      () => client.post('/v1/companies', sampleCompany()),
    ]) {
      const answer = await request()
      t.same([answer.status, answer.body['error']?.['type']], [503, 'server_error'], JSON.stringify(answer.body))
      t.ok(answer.headers['retry-after'])
    }
    bridge.repair()
    t.equal((await client.get('/v1/companies')).status, 200)
    t.equal((await client.post('/v1/companies', sampleCompany())).status, 201)
  }
})

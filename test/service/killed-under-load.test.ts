import t from 'tap'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import { connectEmbedded } from '../../src/storage/embedded-postgres/connect.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { allRows } from '../projections/all-rows.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { openTestStore } from '../support/event-store.js'
import { invoiceBody } from '../support/invoice-body.js'
import {
  freePort,
  killProcess,
  type RunningService,
  startProcess,
  stopProcess,
  temporaryDataDir,
} from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

const INVOICES = 50
/**
 * Milliseconds after the load has begun at which the service dies, each time it was started again.
 */
const DEATHS = [150, 400, 900] as const

interface Invoice {
  readonly id: string
  readonly status: string
  readonly errorMessage: string | null
}

t.test('kill -9 under a load of 50 invoices: all are accepted, each was sent once', { timeout: 180_000 }, async (t) => {
  const dataDir = temporaryDataDir(t)
  const port = await freePort()
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    SIMULATED_DECISION_SECONDS: '1',
    RATE_LIMIT_PER_MINUTE: '100000',
  }
  let service: RunningService = await startProcess(env)
  t.teardown(() => stopProcess(service))
  const key = /sk_test_\w+/.exec(service.output())?.[0] ?? ''
  const { url } = service
  const company = dataOf<{ id: string }>(
    await call(url, key, 'POST', '/v1/companies', { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }),
  )
  dataOf(await call(url, key, 'POST', '/v1/connections', { companyId: company.id, countryCode: 'RO' }))

  // Every client continues until it has its 201, under one idempotency key.
  const acknowledged: string[] = []
  const clients = Array.from({ length: INVOICES }, async (_, index) => {
    const invoice = await waitFor(
      `invoice ${index} is acknowledged`,
      async () => {
        const answer = await call(url, key, 'POST', '/v1/invoices', invoiceBody(`K-${index}`), {
          'X-Idempotency-Key': `key-${index}`,
        }).catch(() => null)
        // No answer, or "not now": the service is dead or just coming back.
        if (answer === null || answer.status === 503) return null
        return dataOf<Invoice>(answer)
      },
      120_000,
    )
    acknowledged.push(invoice.id)
  })
  for (const [index, after] of DEATHS.entries()) {
    await new Promise((resolve) => setTimeout(resolve, after))
    // The last time its PostgreSQL dies with it.
    await killProcess(service, dataDir, index === DEATHS.length - 1)
    service = await startProcess(env)
  }
  await Promise.all(clients)
  t.equal(new Set(acknowledged).size, INVOICES, 'as many invoices as clients')

  await waitFor(
    'all are accepted',
    async () => {
      const answer = await call(url, key, 'GET', '/v1/invoices?limit=100')
      const invoices = dataOf<Invoice[]>(answer)
      const failed = invoices.find(({ status }) => status === 'error' || status === 'rejected')
      if (failed) throw new Error(`${failed.id} is ${failed.status}: ${failed.errorMessage ?? ''}`)
      return invoices.length === INVOICES && invoices.every(({ status }) => status === 'accepted')
    },
    90_000,
  )
  for (const id of acknowledged) {
    const events = dataOf<{ event: string }[]>(await call(url, key, 'GET', `/v1/invoices/${id}/events`))
    t.strictSame(
      events.map(({ event }) => event),
      ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted'],
    )
  }

  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { connectionString } = await connectEmbedded({ dataDir, log })
  const pool = createPool({ connectionString, applicationName: 'test' })
  const store = await openTestStore(connectionString, dataDir)
  const sent = await pool.query('SELECT invoice_id FROM simulator.upload')
  t.equal(sent.rowCount, INVOICES, 'the government got 50 documents')
  t.equal(new Set(sent.rows.map((row: { invoice_id: string }) => row.invoice_id)).size, INVOICES, 'each invoice once')
  for (const id of acknowledged) {
    const stream = `testInvoice-${id}`
    t.equal(verifyChain(stream, await store.readStream(stream)), null, 'the hash chain holds')
  }
  const live = await allRows(pool)
  const rebuilt = await runCli(['projections', 'rebuild', '--json'], env)
  t.equal(rebuilt.status, 0, rebuilt.stderr)
  t.strictSame(await allRows(pool), live, 'the rebuilt read models are identical')
  await store.close()
  await pool.end()
  t.equal(await stopProcess(service), 0, 'SIGTERM ends it in order')
})

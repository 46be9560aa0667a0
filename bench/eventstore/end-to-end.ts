import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { waitFor } from '../../test/support/wait-for.js'
import { openAccount } from '../account.js'
import { invoice } from '../invoice.js'
import { type Bench, withProcesses } from '../processes.js'
import { line } from './measure.js'
import { freshPrefix, type Servers } from './servers.js'

const INVOICES = Number(process.env['BENCH_INVOICES'] ?? 500)
const CLIENTS = 16
const WORKERS = [1, 2, 4]
const LIMIT_MS = 600_000

/**
 * Measures from the POST to the simulated government's decision, which comes at once: with one API
 * process and 1, 2 and 4 processes of processors.
 */
export async function measureEndToEnd(servers: Servers): Promise<void> {
  line(`${INVOICES} invoices`, 'processors', 'POSTs/s', 'accepted/s')
  for (const workers of WORKERS) {
    for (const [name, url] of Object.entries({ PostgreSQL: null, EventStoreDB: servers.eventStoreDb })) {
      const database = await servers.database()
      const { posted, accepted } = await withProcesses((bench) => run(bench, database, url, workers))
      line(name, workers, posted, accepted.toFixed(1))
    }
  }
}

async function run(
  { processes, env: settings }: Bench,
  databaseUrl: string,
  eventStoreUrl: string | null,
  workers: number,
) {
  const client = new pg.Client({ connectionString: databaseUrl })
  const env = {
    ...settings,
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ...(eventStoreUrl !== null && { EVENTSTORE_URL: eventStoreUrl, EVENTSTORE_STREAM_PREFIX: freshPrefix() }),
  }
  try {
    const api = await processes.start('../src/main.js', { ...env, ROLES: 'api,projections' }, /listens on (\S+)/)
    for (let worker = 0; worker < workers; worker += 1) {
      await processes.start('../src/main.js', { ...env, ROLES: 'processors' }, /(runs)/)
    }
    const { post } = await openAccount(processes, api, env)
    await client.connect()
    const begun = performance.now()
    let next = 0
    const posting = Array.from({ length: CLIENTS }, async () => {
      while (next < INVOICES) await post('/v1/invoices', invoice(`invoice-${(next += 1)}`))
    })
    await Promise.all(posting)
    const posted = INVOICES / ((performance.now() - begun) / 1_000)
    await waitFor('all are accepted', async () => (await acceptedOf(client)) >= INVOICES, LIMIT_MS)
    return { posted, accepted: INVOICES / ((performance.now() - begun) / 1_000) }
  } finally {
    await client.end()
  }
}

async function acceptedOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM read.invoices WHERE status = 'accepted'")
  return Number(rows[0]?.count)
}

/**
 * `npm run bench:http`: the API under load, beside two references of the same run: the same
 * Fastify with an empty handler, and durable single-row inserts on the same PostgreSQL at the same
 * concurrency. The service runs in a process of its own, on an embedded PostgreSQL with fsync on.
 * `-- --quick` measures for a moment only, to see that it works.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { connectEmbedded } from '../src/storage/embedded-postgres/connect.js'
import { openAccount } from './account.js'
import { invoice } from './invoice.js'
import { durableInserts, type Figures, load } from './load.js'
import { type Bench, withProcesses } from './processes.js'
import { fillInvoices } from './scale/fill.js'
import { SILENT } from './silent.js'

const quick = process.argv.includes('--quick')
const SECONDS = quick ? 2 : 10
const CONNECTIONS = 32

await withProcesses(measure)

async function measure({ processes, env: settings }: Bench): Promise<void> {
  const env = { ...settings, SIMULATED_DECISION_SECONDS: '3600' }
  const url = await processes.start('../src/main.js', env, /listens on (\S+)/)
  const empty = await processes.start('./empty-server.js', {}, /(http\S+)/)
  const { id: accountId, key, post } = await openAccount(processes, url, env)
  const id = await post('/v1/invoices', invoice('first'))

  const common = { connections: CONNECTIONS, seconds: SECONDS }
  const { connectionString } = await connectEmbedded({ dataDir: env.DATA_DIR, log: SILENT })
  const emptyHandler = await load({
    ...common,
    url: empty,
    method: 'POST',
    body: (n) => JSON.stringify(invoice(`e-${n}`)),
  })
  row('reference: empty handler', emptyHandler, null)
  const inserts = await durableInserts(connectionString, CONNECTIONS, SECONDS, 4096)
  row('reference: durable inserts', inserts, null)

  const begun = performance.now()
  const posted = await load({
    ...common,
    url: `${url}/v1/invoices`,
    method: 'POST',
    key,
    body: (n) => JSON.stringify(invoice(`p-${n}`)),
  })
  row('POST /v1/invoices', posted, [posted.perSecond / inserts.perSecond, 'durable inserts'])
  await submitted(connectionString)
  const carried = (posted.perSecond * SECONDS) / ((performance.now() - begun) / 1000)
  console.log(`  ${carried.toFixed(0)} invoices/s on their way from the request to the government, all in one process`)
  const validated = await load({
    ...common,
    url: `${url}/v1/invoices/validate`,
    method: 'POST',
    key,
    body: (n) => JSON.stringify(invoice(`v-${n}`)),
  })
  row('POST /v1/invoices/validate', validated, [validated.perSecond / emptyHandler.perSecond, 'empty handler'])
  const got = await load({ ...common, url: `${url}/v1/invoices/${id}`, method: 'GET', key })
  row('GET /v1/invoices/:id', got, [got.perSecond / emptyHandler.perSecond, 'empty handler'])

  const sizes = quick ? [1_000, 10_000] : [1_000, 100_000, 1_000_000]
  let smallest: Figures | null = null
  let filled = 0
  for (const size of sizes) {
    await fill(connectionString, accountId, filled, size)
    filled = size
    const list = await load({ ...common, url: `${url}/v1/invoices?limit=20`, method: 'GET', key })
    smallest ??= list
    row(`GET list of ${size}, first page`, list, [list.p99 / smallest.p99, 'p99 at 1,000'])
    if (size === 100_000 || quick) {
      const cursor = await cursorOfPage(url, key, quick ? 10 : 1_000)
      const deep = await load({ ...common, url: `${url}/v1/invoices?limit=20&cursor=${cursor}`, method: 'GET', key })
      row(`GET list of ${size}, page ${quick ? 10 : '1,000'}`, deep, [deep.p99 / list.p99, 'p99 of the first page'])
    }
  }
}

/**
 * Waits until every invoice has reached the simulated government: until then the pipeline shares
 * the process with the measured requests.
 */
async function submitted(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    const waiting = "SELECT count(*)::int AS n FROM read.invoices WHERE status IN ('created', 'submitting')"
    while ((await client.query<{ n: number }>(waiting)).rows[0]?.n !== 0) await setTimeout(100)
  })
}

/** Fills the account with so many invoices, in the read model alone: lists read nothing else. */
async function fill(connectionString: string, account: string, from: number, to: number): Promise<void> {
  await withClient(connectionString, async (client) => {
    await fillInvoices(client, 'read.invoices', { account, environment: 'test' }, { from, to, count: to })
    const live = await client.query<{ live_schema: string }>(
      "SELECT live_schema FROM projections.checkpoints WHERE name = 'invoices'",
    )
    await client.query(`VACUUM ANALYZE ${live.rows[0]?.live_schema ?? ''}.invoices`)
  })
}

/**
 * Works with a connection and closes it in any case: stopping the service would break an open one.
 */
async function withClient(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function cursorOfPage(url: string, key: string, page: number): Promise<string> {
  let cursor = ''
  for (let n = 1; n < page; n += 5) {
    const answer = await fetch(`${url}/v1/invoices?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    cursor = encodeURIComponent(((await answer.json()) as { nextCursor: string }).nextCursor)
  }
  return cursor
}

function row(what: string, { perSecond, p50, p99, failures }: Figures, ratio: readonly [number, string] | null): void {
  const cells = [
    what.padEnd(32),
    `${perSecond.toFixed(0).padStart(7)}/s`,
    `p50 ${p50.toFixed(1).padStart(6)} ms`,
    `p99 ${p99.toFixed(1).padStart(6)} ms`,
    ratio ? `${ratio[0].toFixed(2)} × ${ratio[1]}` : '',
    failures > 0 ? `${failures} FAILURES` : '',
  ]
  console.log(cells.join('  ').trimEnd())
}

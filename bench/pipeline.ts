/**
 * `npm run bench:pipeline`: invoices from POST to accepted, with governments that answer at once.
 * The three roles run in separate processes, so that the cost of an invoice is measured step by
 * step: CPU of Node and of PostgreSQL, statements, commits, WAL. The reference of the same run are
 * durable single-row inserts on the same PostgreSQL. `-- --invoices N` posts so many (5,000); `--
 * --waiting N` lets so many others wait meanwhile; `-- --statements` lists the statements of
 * PostgreSQL, `-- --wal` the tables that the WAL is about; `-- --receive` then forwards as many
 * documents of suppliers, as an access point of the Peppol network does, and compares.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres/start.js'
import { openAccount } from './account.js'
import { costOfEach, counters } from './counters.js'
import { invoice } from './invoice.js'
import { durableInserts } from './load.js'
import { type Bench, withProcesses } from './processes.js'
import { postAll } from './posting.js'
import { ReceivingBench } from './receiving.js'
import { SILENT } from './silent.js'

const { values: options } = parseArgs({
  options: {
    invoices: { type: 'string', default: '5000' },
    waiting: { type: 'string', default: '0' },
    statements: { type: 'boolean', default: false },
    wal: { type: 'boolean', default: false },
    receive: { type: 'boolean', default: false },
  },
})
const INVOICES = Number(options.invoices)
const WAITING = Number(options.waiting)
const CLIENTS = 32
const INSERT_SECONDS = 5
const ROLES = ['projections', 'processors', 'api'] as const

await withProcesses(measure)

async function measure({ processes, env: settings }: Bench): Promise<void> {
  const postgres = await startCounting(settings.DATA_DIR)
  const client = new pg.Client({ connectionString: postgres.connectionString, application_name: 'bench' })
  try {
    await client.connect()
    const env = {
      ...settings,
      DATABASE_URL: postgres.connectionString,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const receiving = options.receive ? new ReceivingBench(client) : null
    const pids = new Map<string, number>()
    let url = ''
    for (const role of ROLES) {
      url = await processes.start(
        '../src/main.js',
        { ...env, ...receiving?.env, ROLES: role },
        /^Clearway (?:runs|listens on) (.+)$/m,
      )
      pids.set(role, processes.newest)
    }
    const { id: account, key, liveKey, post } = await openAccount(processes, url, env)
    if (WAITING > 0) await letWait(client, account, WAITING)
    const inserts = await durableInserts(postgres.connectionString, CLIENTS, INSERT_SECONDS, 4096)
    console.log(`reference: ${inserts.perSecond.toFixed(0)} durable inserts/s, by ${CLIENTS} clients`)
    await post('/v1/invoices', invoice('F-1'))
    await accepted(client, 1)
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    await client.query('SELECT pg_stat_statements_reset()')
    const begin = await walPosition(client)

    const before = await counters(client, pids)
    const begun = performance.now()
    await postAll(url, key, INVOICES, CLIENTS)
    const posted = performance.now()
    await accepted(client, INVOICES + 1)
    const ended = performance.now()
    // The statistics of a session are sent when it was idle for a moment.
    await setTimeout(1_500)
    const after = await counters(client, pids)

    const perSecond = (INVOICES * 1000) / (posted - begun)
    console.log(
      `POST: ${perSecond.toFixed(0)}/s, ${(perSecond / inserts.perSecond).toFixed(2)} × durable inserts; ` +
        `accepted: ${((INVOICES * 1000) / (ended - begun)).toFixed(0)}/s, ${CLIENTS} clients, ${INVOICES} invoices` +
        (WAITING > 0 ? `, beside ${WAITING} that wait` : ''),
    )
    console.log('of one invoice:')
    const sent = costOfEach(before, after, INVOICES)
    if (options.statements) await listStatements(client)
    if (options.wal) await listWal(client, begin)
    if (receiving === null) return
    const company = await receiving.open(liveKey, url)
    await company.receive(1)
    await client.query('SELECT pg_stat_statements_reset()')
    const idle = await counters(client, pids)
    const started = performance.now()
    await company.receive(INVOICES)
    const took = performance.now() - started
    await setTimeout(1_500)
    console.log(`received: ${((INVOICES * 1000) / took).toFixed(0)}/s; of one received invoice:`)
    const received = costOfEach(idle, await counters(client, pids), INVOICES)
    if (options.statements) await listStatements(client)
    const ratio = (kind: 'node' | 'postgres'): string => (received[kind] / sent[kind]).toFixed(2)
    console.log(`received / sent: Node ${ratio('node')}, PostgreSQL ${ratio('postgres')}`)
  } finally {
    await client.end()
    await processes.stop()
    await postgres.stop()
  }
}

/** PostgreSQL that counts statements. */
async function startCounting(dataDir: string) {
  const first = await startEmbeddedPostgres({ dataDir, log: SILENT })
  const client = new pg.Client({ connectionString: first.connectionString })
  await client.connect()
  await client.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
  await client.end()
  await first.stop()
  return startEmbeddedPostgres({ dataDir, log: SILENT })
}

/** Invoices that wait for tomorrow, in the to-do list and in the work list. */
async function letWait(client: pg.Client, account: string, count: number): Promise<void> {
  const { rows } = await client.query<{ live_schema: string }>(
    "SELECT live_schema FROM projections.checkpoints WHERE name = 'todo'",
  )
  await client.query(
    `INSERT INTO ${rows[0]?.live_schema ?? ''}.todo (stream, invoice_id, account, environment, position, due_at)
     SELECT 'testInvoice-waiting' || n, 'waiting' || n, $1, 'test', 0, now() + interval '1 day'
     FROM generate_series(1, $2::int) n`,
    [account, count],
  )
  await client.query(
    `INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position)
     SELECT 'invoices', 'testInvoice-waiting' || n, $1, 'test', 'RO test submit', now() + interval '1 day', 0
     FROM generate_series(1, $2::int) n`,
    [account, count],
  )
}

/** Waits until so many are accepted. Throws where one is not. */
async function accepted(client: pg.Client, count: number): Promise<void> {
  const sql = "SELECT status, count(*)::int AS n FROM read.invoices WHERE status IN ('accepted', 'error') GROUP BY 1"
  for (;;) {
    const { rows } = await client.query<{ status: string; n: number }>(sql)
    if (rows.some(({ status }) => status === 'error')) throw new Error('an invoice ended in error')
    if (rows.some(({ n }) => n >= count)) return
    // It reads all invoices, so it must not run too often.
    await setTimeout(1_000)
  }
}

async function listStatements(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ calls: string; ms: string; hits: string; query: string }>(
    `SELECT calls, total_exec_time + total_plan_time AS ms, shared_blks_hit AS hits,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 110) AS query
     FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 30`,
  )
  console.log('     calls  ms/invoice  hits/invoice')
  for (const { calls, ms, hits, query } of rows) {
    const each = (value: string): string => (Number(value) / INVOICES).toFixed(3).padStart(12)
    console.log(`${calls.padStart(10)}${each(ms)}${each(hits)}  ${query}`)
  }
}

async function walPosition(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn')
  return rows[0]?.lsn ?? ''
}

/** The share of each table, its indexes apart; a record about several of them is shared out. */
async function listWal(client: pg.Client, begin: string): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect')
  const { rows } = await client.query<{ bytes: string; images: string; records: string; relation: string }>(
    `WITH block AS (
       SELECT *, count(*) OVER (PARTITION BY start_lsn) AS blocks FROM pg_get_wal_block_info($1, pg_current_wal_flush_lsn())
     ), named AS (
       SELECT block.*, CASE WHEN i.indexrelid IS NULL THEN c.oid::regclass::text
         ELSE i.indrelid::regclass::text || ' (indexes)' END AS relation
       FROM block LEFT JOIN pg_class c ON c.oid = pg_filenode_relation(block.reltablespace, block.relfilenode)
       LEFT JOIN pg_index i ON i.indexrelid = c.oid
     )
     SELECT sum(record_length::numeric / blocks) AS bytes, sum(block_fpi_length) AS images, count(*) AS records, relation
     FROM named GROUP BY relation
     UNION ALL
     SELECT sum(record_length), 0, count(*), 'commits'
     FROM pg_get_wal_records_info($1, pg_current_wal_flush_lsn()) WHERE resource_manager = 'Transaction'
     ORDER BY 1 DESC LIMIT 30`,
    [begin],
  )
  console.log('bytes/invoice  of them images  records/invoice')
  for (const { bytes, images, records, relation } of rows) {
    const each = (value: string): string => (Number(value) / INVOICES).toFixed(1).padStart(12)
    console.log(`${each(bytes)}${each(images)}     ${each(records)}  ${relation}`)
  }
}

import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { openAccount } from '../account.js'
import { cpuOfProcess, cpuOfSessions } from '../cpu.js'
import { durableInserts } from '../load.js'
import { postAll } from '../posting.js'
import { type Bench, Processes } from '../processes.js'
import { STARTED, withDatabase } from './database.js'

const WORKERS = [1, 2, 4] as const
const CLIENTS = 32

/**
 * How fast 1, 2 and 4 processes with the role `processors` carry `count` waiting invoices each
 * time from created to accepted, beside one process for the API and one for the projections. The
 * reference of the same run: durable inserts. Then how much of the disk an invoice takes.
 */
export async function measureWorkers(bench: Bench, count: number): Promise<void> {
  const { processes } = bench
  await withDatabase(bench, async ({ client, connectionString, env }) => {
    await processes.start('../src/main.js', { ...env, ROLES: 'projections' }, STARTED)
    const projecting = processes.newest
    const url = await processes.start('../src/main.js', { ...env, ROLES: 'api' }, STARTED)
    const { key } = await openAccount(processes, url, env)
    const before = await sizes(client)
    const wal = await walBytes(client)
    let first = 0
    for (const workers of WORKERS) {
      const inserts = await durableInserts(connectionString, CLIENTS, 3, 4096)
      const own = new Processes()
      const pids: number[] = []
      try {
        for (let n = 0; n < workers; n += 1) {
          await own.start('../src/main.js', { ...env, ROLES: 'processors' }, STARTED)
          pids.push(own.newest)
        }
        // They are stopped until all invoices wait, and then start in the same moment.
        for (const pid of pids) process.kill(pid, 'SIGSTOP')
        await postAll(url, key, count, CLIENTS)
        const done = await accepted(client)
        const spent = await cpu(client, pids, projecting)
        const begun = performance.now()
        for (const pid of pids) process.kill(pid, 'SIGCONT')
        while ((await accepted(client)) < done + count) await setTimeout(250)
        const seconds = (performance.now() - begun) / 1000
        const after = await cpu(client, pids, projecting)
        const rate = count / seconds
        if (first === 0) first = rate
        const each = (n: 0 | 1 | 2): string => ((after[n] - spent[n]) / count).toFixed(2)
        console.log(
          `${workers} processors: ${rate.toFixed(0)} invoices/s from created to accepted, ${(rate / first).toFixed(2)} × one, ` +
            `${(rate / inserts.perSecond).toFixed(3)} × durable inserts (${inserts.perSecond.toFixed(0)}/s); CPU of an invoice: ` +
            `${each(0)} ms processors, ${each(1)} ms projections, ${each(2)} ms PostgreSQL`,
        )
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
        await own.stop()
      }
    }
    // Dead rows are not part of the space that an invoice keeps.
    await client.query('VACUUM')
    const all = WORKERS.length * count
    console.log(`WAL: ${((await walBytes(client)) - wal) / all / 1024} KB an invoice, the reference's inserts included`)
    let total = 0
    for (const [table, bytes] of await sizes(client)) {
      const each = (bytes - (before.get(table) ?? 0)) / all
      total += each
      if (each >= 10) console.log(`  ${each.toFixed(0).padStart(7)} bytes an invoice: ${table}`)
    }
    console.log(`  ${total.toFixed(0).padStart(7)} bytes an invoice in all, indexes included`)
    const { rows } = await client.query<{ type: string; n: string; bytes: string }>(
      `SELECT type, count(*) AS n, avg(bytes)::integer AS bytes FROM eventstore.events
       WHERE stream LIKE 'testInvoice-%' GROUP BY 1 ORDER BY 1`,
    )
    for (const { type, n, bytes } of rows) console.log(`  ${(Number(n) / all).toFixed(2)} × ${type} of ${bytes} bytes`)
  })
}

/** Milliseconds so far: of these processes, of the projections, of PostgreSQL. */
async function cpu(client: pg.Client, pids: readonly number[], projecting: number): Promise<[number, number, number]> {
  const sessions = [...(await cpuOfSessions(client)).values()].reduce((sum, ms) => sum + ms, 0)
  return [pids.reduce((sum, pid) => sum + cpuOfProcess(pid), 0), cpuOfProcess(projecting), sessions]
}

/** How many are accepted. Throws where one ended otherwise. */
async function accepted(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ status: string; n: number }>(
    "SELECT status, count(*)::integer AS n FROM read.invoices WHERE status IN ('accepted', 'error', 'rejected') GROUP BY 1",
  )
  const other = rows.find(({ status }) => status !== 'accepted')
  if (other) throw new Error(`${other.n} invoices ended as ${other.status}`)
  return rows[0]?.n ?? 0
}

async function sizes(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid) AS bytes
     FROM pg_stat_user_tables WHERE relname <> 'bench_insert' ORDER BY 2 DESC`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

async function walBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0]?.bytes)
}

import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { openAccount } from '../account.js'
import { cpuOfProcess, cpuOfSessions } from '../cpu.js'
import { durableInserts } from '../load.js'
import { postAll } from '../posting.js'
import { type Bench, Processes } from '../processes.js'
import { STARTED, withDatabase } from './database.js'

const PROCESSES = [1, 2, 4] as const
/** Each waits a moment in vain for the read models. */
const CLIENTS = 200

/**
 * How fast 1, 2 and 4 processes that share the read models (`PROJECTIONS_SHARE`) put `count`
 * created invoices into all of them, each time. The reference of the same run: durable inserts.
 */
export async function measureProjections(bench: Bench, count: number): Promise<void> {
  const { processes } = bench
  await withDatabase(bench, async ({ client, connectionString, env }) => {
    const url = await processes.start('../src/main.js', { ...env, ROLES: 'api' }, STARTED)
    let account: Awaited<ReturnType<typeof openAccount>> | null = null
    let first = 0
    for (const of of PROCESSES) {
      const inserts = await durableInserts(connectionString, 32, 3, 4096)
      const own = new Processes()
      const pids: number[] = []
      try {
        for (let part = 1; part <= of; part += 1) {
          const share = { ...env, ROLES: 'projections', PROJECTIONS_SHARE: `${part}/${of}` }
          await own.start('../src/main.js', share, STARTED)
          pids.push(own.newest)
        }
        account ??= await openAccount(processes, url, env)
        // They are stopped until all events wait, and then start in the same moment.
        for (const pid of pids) process.kill(pid, 'SIGSTOP')
        await postAll(url, account.key, count, CLIENTS)
        const before = await cpu(client, pids)
        const begun = performance.now()
        for (const pid of pids) process.kill(pid, 'SIGCONT')
        while (await areBehind(client)) await setTimeout(50)
        const seconds = (performance.now() - begun) / 1000
        const after = await cpu(client, pids)
        const rate = count / seconds
        if (first === 0) first = rate
        const each = (n: 0 | 1): string => ((after[n] - before[n]) / count).toFixed(2)
        console.log(
          `${of} projections: ${rate.toFixed(0)} invoices/s, ${(rate / first).toFixed(2)} × one, ` +
            `${(rate / inserts.perSecond).toFixed(3)} × durable inserts (${inserts.perSecond.toFixed(0)}/s); ` +
            `CPU of an invoice: ${each(0)} ms projections, ${each(1)} ms PostgreSQL`,
        )
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
        await own.stop()
      }
    }
  })
}

/** Whether an event of an invoice is missing in a read model that shows invoices. */
async function areBehind(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ behind: boolean }>(
    `SELECT min(position) < (SELECT max(position) FROM eventstore.events WHERE stream LIKE 'testInvoice-%') AS behind
     FROM projections.checkpoints WHERE name IN ('invoices', 'feed', 'timeline', 'invoice_search', 'document_uses', 'todo')`,
  )
  return rows[0]?.behind !== false
}

/** Milliseconds so far: of these processes, of PostgreSQL. */
async function cpu(client: pg.Client, pids: readonly number[]): Promise<[number, number]> {
  const sessions = [...(await cpuOfSessions(client)).values()].reduce((sum, ms) => sum + ms, 0)
  return [pids.reduce((sum, pid) => sum + cpuOfProcess(pid), 0), sessions]
}

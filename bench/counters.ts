import type pg from 'pg'
import { cpuOfProcess, cpuOfSessions } from './cpu.js'

/** What has been counted so far, by its name in the report. */
export async function counters(
  client: pg.Client,
  pids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const counted = new Map<string, number>()
  for (const [role, pid] of pids) counted.set(`ms of Node, ${role}`, cpuOfProcess(pid))
  for (const [name, milliseconds] of await cpuOfSessions(client)) counted.set(`ms of PostgreSQL, ${name}`, milliseconds)
  const one = async (names: readonly string[], sql: string): Promise<void> => {
    const { rows } = await client.query<Record<string, string>>({ text: sql, rowMode: 'array' } as never)
    const values = Object.values(rows[0] ?? {})
    for (const [index, name] of names.entries()) counted.set(name, Number(values[index] ?? 0))
  }
  await one(['statements'], 'SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE toplevel')
  await one(
    ['commits', 'buffer hits'],
    'SELECT xact_commit, blks_hit FROM pg_stat_database WHERE datname = current_database()',
  )
  await one(['KB of WAL', 'WAL syncs'], 'SELECT wal_bytes / 1024, wal_sync FROM pg_stat_wal')
  const { rows } = await client.query<{ table: string; scans: string; read: string; updates: string; hot: string }>(
    `SELECT schemaname || '.' || relname AS table, seq_scan AS scans, seq_tup_read AS read,
       n_tup_upd AS updates, n_tup_hot_upd AS hot
     FROM pg_stat_user_tables WHERE schemaname <> 'storage' ORDER BY 1`,
  )
  for (const { table, scans, read, updates, hot } of rows) {
    counted.set(`sequential scans of ${table}`, Number(scans))
    counted.set(`rows read by them in ${table}`, Number(read))
    counted.set(`updates of ${table}`, Number(updates))
    counted.set(`of them HOT in ${table}`, Number(hot))
  }
  return counted
}

/** Prints what each of so many cost, and returns the milliseconds of Node and of PostgreSQL. */
export function costOfEach(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  count: number,
): { readonly node: number; readonly postgres: number } {
  const cost = { node: 0, postgres: 0 }
  for (const [name, value] of after) {
    const each = (value - (before.get(name) ?? 0)) / count
    if (each > 0.0005) console.log(`  ${each.toFixed(3).padStart(10)}  ${name}`)
    if (name.startsWith('ms of Node')) cost.node += each
    if (name.startsWith('ms of PostgreSQL')) cost.postgres += each
  }
  return cost
}

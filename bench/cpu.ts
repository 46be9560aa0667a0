import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Milliseconds of the unit of times in /proc, on every Linux that Node runs on. */
const TICK_MS = 10

/** Milliseconds of CPU that a process has used so far, on Linux; 0 where it has ended. */
export function cpuOfProcess(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc_pid_stat(5): the name, in parentheses, may contain any character; utime is the 14th
    // field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/**
 * Milliseconds of CPU that the sessions of a PostgreSQL on this machine have used so far, by
 * application; PostgreSQL's own processes by their kind.
 */
export async function cpuOfSessions(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `SELECT pid, CASE WHEN application_name = '' THEN backend_type ELSE application_name END AS name
     FROM pg_stat_activity WHERE pid <> pg_backend_pid()`,
  )
  const total = new Map<string, number>()
  for (const { pid, name } of rows) total.set(name, (total.get(name) ?? 0) + cpuOfProcess(pid))
  return total
}

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, realpathSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { processStart } from '../../../src/storage/embedded-postgres/process-identity.js'
import { waitUntil } from '../../../src/storage/embedded-postgres/wait-until.js'

/** Whether the test runs as root, who can be another user. */
export const isRoot = process.getuid?.() === 0
/** Whether the system lists processes under /proc. */
export const hasProc = process.platform === 'linux'

/** Keeps what the launcher says. */
export function recordingLog() {
  const lines: string[] = []
  const add = (line: string) => {
    lines.push(line)
  }
  return { lines, info: add, warn: add, error: add }
}

interface Teardown {
  teardown(handler: () => void | Promise<void>): void
}

/**
 * A data directory that goes away with the test, and every PostgreSQL that a failed test may have
 * left in it.
 */
export function dataDirectory(t: Teardown): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'clearway-data-')))
  t.teardown(async () => {
    for (const pid of serversIn(directory)) process.kill(pid, 'SIGKILL')
    await waitUntil(() => serversIn(directory).length === 0, 10_000)
    rmSync(directory, { recursive: true, force: true })
  })
  return directory
}

/**
 * The pids of all PostgreSQL processes that work in a data directory. Where there is no /proc: of
 * the postmaster alone.
 */
export function serversIn(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres')
  if (!hasProc) {
    const pid = postmasterPid(dataDir)
    return pid !== null && processStart(pid) !== null ? [pid] : []
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === cluster && processStart(pid) !== null
      } catch {
        return false
      }
    })
}

/** null: no postmaster.pid. */
export function postmasterPid(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return null
  }
}

/** A process that holds an embedded PostgreSQL. */
interface Holder {
  readonly process: ChildProcess
  readonly pid: number
  readonly connectionString: string
  /** Stops in order; resolves when the process has ended. */
  stop(): Promise<void>
  /** kill -9 of the Node process alone; resolves when it is gone. */
  kill(): Promise<void>
}

/** Starts a process that holds the data directory. Rejects with its error when it can't. */
export async function holder(dataDir: string, role: 'service' | 'command' = 'service'): Promise<Holder> {
  const child = fork(join(import.meta.dirname, 'holder.js'), [dataDir, role])
  const ended = once(child, 'exit')
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => [{ error: 'the process ended' }]),
  ])) as [{ connectionString?: string; error?: string }]
  if (message.connectionString === undefined) {
    await ended
    throw new Error(message.error ?? 'no message')
  }
  return {
    process: child,
    pid: child.pid ?? 0,
    connectionString: message.connectionString,
    stop: async () => {
      child.send('stop')
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The rows of one statement. */
export async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { errorCode } from './file-error.js'
import { processStart } from './process-identity.js'
import { waitUntil } from './wait-until.js'

/** Lines of postmaster.pid, as pg_ctl reads them (src/include/utils/pidfile.h). */
const pidLine = 0
const statusLine = 7

/** Time for an orphaned server to do a fast, then an immediate shutdown. */
const fastStopMs = 10_000
const immediateStopMs = 5_000

/** A pid above every system's maximum: no process has it. */
const unusedPid = 2_147_483_647

/**
 * The content of postmaster.pid; null: there is none, so no server runs there or it was shut down
 * cleanly.
 */
export function readPostmasterFile(cluster: string): { readonly pid: number; readonly ready: boolean } | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  return { pid: Number.parseInt(lines[pidLine] ?? '', 10), ready: lines[statusLine]?.trim() === 'ready' }
}

/**
 * Prepares the start of a server in a cluster whose last owner was killed: stops an orphaned
 * server, and makes sure that a postmaster.pid that names an unrelated process does not prevent
 * the start. The caller holds the directory lock.
 *
 * @returns the pid of the server that was stopped, or null
 */
export async function clearCluster(cluster: string): Promise<number | null> {
  const file = readPostmasterFile(cluster)
  if (!file) return null
  if (isPostmasterOf(cluster, file.pid)) {
    await stopProcess(file.pid)
    return file.pid
  }
  const path = join(cluster, 'postmaster.pid')
  if (!Number.isInteger(file.pid) || file.pid <= 0) {
    rmSync(path, { force: true })
  } else if (processStart(file.pid) !== null) {
    // Only the number is neutralised. The rest stays: through the shared memory named in it
    // PostgreSQL detects children of the dead server that still run.
    const content = readFileSync(path, 'utf8')
    writeFileSync(path, content.replace(/^-?\d+/, String(unusedPid)))
  }
  return null
}

/**
 * Stops in steps: fast (a checkpoint, 10 s), immediate (recovery at the next start, 5 s), kill. No
 * committed data is lost.
 */
export async function stopProcess(pid: number): Promise<void> {
  const start = processStart(pid)
  const gone = () => start === null || processStart(pid) !== start
  for (const [signal, patience] of [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', immediateStopMs],
  ] as const) {
    if (gone()) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return
      throw error
    }
    if (await waitUntil(gone, patience)) return
  }
}

/**
 * The pid may have been reused by another process: a postmaster never leaves its data directory.
 */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (processStart(pid) === null) return false
  try {
    const cwd = statSync(`/proc/${pid}/cwd`)
    const own = statSync(cluster)
    return (
      cwd.dev === own.dev && cwd.ino === own.ino && basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
    )
  } catch {
    return isPostgresBySystemList(pid)
  }
}

/** For systems without /proc. */
function isPostgresBySystemList(pid: number): boolean {
  if (process.platform === 'linux') return false
  try {
    const command = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return basename(command.trim()).startsWith('postgres')
  } catch {
    return false
  }
}

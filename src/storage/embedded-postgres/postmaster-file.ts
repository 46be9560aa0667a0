import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { errorCode } from './file-error.js'
import { processStart } from './process-identity.js'
import { waitUntil } from './wait-until.js'

/** Lines of postmaster.pid, as pg_ctl reads them (src/include/utils/pidfile.h). */
const pidLine = 0
const statusLine = 7

/** How long an orphaned server has for a fast, then for an immediate shutdown. */
const fastStopMs = 10_000
const immediateStopMs = 5_000

/** A pid above every system's maximum: nobody has it. */
const nobodysPid = 2_147_483_647

/**
 * What postmaster.pid says; null: there is none, so no server runs there or it was shut down in
 * order.
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
 * server that still runs, and makes sure that a postmaster.pid that names an unrelated process
 * does not keep PostgreSQL from starting. The caller holds the directory lock.
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
    // Only the number is made harmless. The rest stays: through the shared memory named in it
    // PostgreSQL itself finds out whether children of the dead server are still at work.
    const content = readFileSync(path, 'utf8')
    writeFileSync(path, content.replace(/^-?\d+/, String(nobodysPid)))
  }
  return null
}

/**
 * Stops by degrees: fast (a checkpoint, 10 s), immediate (recovery at the next start, 5 s), kill.
 * None of these loses anything committed.
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
 * The pid may have been given to another process since: a postmaster never leaves its data
 * directory.
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

/** Where there is no /proc. */
function isPostgresBySystemList(pid: number): boolean {
  if (process.platform === 'linux') return false
  try {
    const command = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
    return basename(command.trim()).startsWith('postgres')
  } catch {
    return false
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Where /proc/<pid>/stat holds the state and the start time, counted after the parenthesised name
 * (proc_pid_stat(5), fields 3 and 22).
 */
const stateField = 0
const startTimeField = 19

/**
 * Start time of a running process, only for comparison: a pid alone may have been reused by
 * another process. null: no such process (a zombie counts as none).
 */
export function processStart(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null
  return existsSync('/proc/self/stat') ? startFromProc(pid) : startFromPs(pid)
}

/**
 * The space in which a pid is valid: this boot of this machine and, in it, this container. A pid
 * from another space does not show whether its process lives. Without boot ids and containers
 * there is a single space.
 */
export function pidSpace(): string {
  try {
    return `${bootId()}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return bootId()
  }
}

function startFromProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name in parentheses may itself contain spaces and parentheses: count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[stateField] === 'Z' || fields[stateField] === 'X') return null
  return `${fields[startTimeField] ?? ''}@${bootId()}`
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function startFromPs(pid: number): string | null {
  try {
    const start = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
    return start === '' ? null : start
  } catch {
    return null
  }
}

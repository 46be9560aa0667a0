import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../startup-error.js'

/** The operating system's user that PostgreSQL runs as. */
export interface OperatingUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * The user to run PostgreSQL as. null: the user of this process. PostgreSQL refuses to run as
 * root, so root uses another user: the configured one (`EMBEDDED_POSTGRES_USER`), else the owner
 * of the cluster or of the data directory, else `postgres`, else `nobody`.
 */
export function operatingUser(
  configured: string | undefined,
  owner: { readonly uid: number; readonly gid: number },
): OperatingUser | null {
  if (process.getuid?.() !== 0) return null
  if (configured !== undefined) {
    const user = lookUp(configured)
    if (!user)
      throw new StartupError(
        `EMBEDDED_POSTGRES_USER names the user "${configured}", which does not exist on this machine.`,
      )
    if (user.uid === 0)
      throw new StartupError('EMBEDDED_POSTGRES_USER must not be root: PostgreSQL refuses to run as root.')
    return user
  }
  const ownerName = owner.uid === 0 ? null : nameOf(owner.uid)
  // initdb refuses to work for a user id without a name.
  if (ownerName !== null) return { name: ownerName, ...owner }
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) {
    throw new StartupError(
      'PostgreSQL refuses to run as root and there is neither a user "postgres" nor "nobody"; set EMBEDDED_POSTGRES_USER to a user of this machine.',
    )
  }
  return user
}

/**
 * Whether a user may traverse every directory above a path (checks mode bits only, not access
 * control lists).
 */
export function isReachable(path: string, user: OperatingUser): boolean {
  for (let directory = path; ; directory = dirname(directory)) {
    const { mode, uid, gid } = statSync(directory)
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode
    if ((bits & 1) === 0) return false
    if (dirname(directory) === directory) return true
  }
}

/**
 * Gives a file that root creates in another user's data directory to that user: an operator's
 * command run as root must not lock the service out of its own directory.
 */
export function giveToOwnerOf(directory: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(directory)
  if (uid !== 0) chownSync(file, uid, gid)
}

function lookUp(name: string): OperatingUser | null {
  const entry = passwd().find(([user]) => user === name)
  if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) }
  const uid = askId('-u', name)
  const gid = askId('-g', name)
  return uid === null || gid === null ? null : { name, uid: Number(uid), gid: Number(gid) }
}

/** null: this system has no name for it. */
export function nameOf(uid: number): string | null {
  return passwd().find((entry) => entry[2] === String(uid))?.[0] ?? askId('-un', String(uid))
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
  } catch {
    return []
  }
}

/** Also finds the users of a directory service. */
function askId(option: '-u' | '-g' | '-un', user: string): string | null {
  try {
    return execFileSync('id', [option, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

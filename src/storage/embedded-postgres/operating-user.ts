import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../startup-error.js'

/** The operating system's user that PostgreSQL runs as. */
export interface OperatingUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Who PostgreSQL is to run as. null: as this process itself. PostgreSQL refuses to run as root, so root hands it to another user: the
 * configured one (`EMBEDDED_POSTGRES_USER`), else the one that owns the cluster already, else `postgres`, else `nobody`.
 */
export function operatingUser(
  configured: string | undefined,
  clusterOwner: { readonly uid: number; readonly gid: number } | null,
): OperatingUser | null {
  if (process.getuid?.() !== 0) return null
  if (configured !== undefined) {
    const user = lookUp(configured)
    if (!user) throw new StartupError(`EMBEDDED_POSTGRES_USER names the user "${configured}", who does not exist here.`)
    if (user.uid === 0)
      throw new StartupError('EMBEDDED_POSTGRES_USER must not be root: PostgreSQL refuses to run as root.')
    return user
  }
  if (clusterOwner && clusterOwner.uid !== 0) return { name: `uid ${clusterOwner.uid}`, ...clusterOwner }
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) {
    throw new StartupError(
      'PostgreSQL refuses to run as root and there is neither a user "postgres" nor "nobody"; set EMBEDDED_POSTGRES_USER to a user of this machine.',
    )
  }
  return user
}

/** Whether a user may walk through every directory above a path (mode bits only; access control lists are not looked at). */
export function isReachable(path: string, user: OperatingUser): boolean {
  for (let directory = path; ; directory = dirname(directory)) {
    const { mode, uid, gid } = statSync(directory)
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode
    if ((bits & 1) === 0) return false
    if (dirname(directory) === directory) return true
  }
}

function lookUp(name: string): OperatingUser | null {
  return fromPasswd(name) ?? fromId(name)
}

function fromPasswd(name: string): OperatingUser | null {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [user, , uid, gid] = line.split(':')
      if (user === name) return { name, uid: Number(uid), gid: Number(gid) }
    }
  } catch {
    // No such file: the directory service is asked instead.
  }
  return null
}

function fromId(name: string): OperatingUser | null {
  try {
    const ask = (option: string) =>
      Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
    return { name, uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

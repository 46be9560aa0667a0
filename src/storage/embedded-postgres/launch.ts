import { existsSync } from 'node:fs'
import { StartupError } from '../startup-error.js'
import { errorCode } from './file-error.js'
import type { OperatingUser } from './operating-user.js'

/**
 * The data directory argument for PostgreSQL. The child starts with the directory as its working
 * directory, which is entered before the change of user and never left; so on Linux
 * `/proc/self/cwd` names it even where the user that PostgreSQL runs as may not traverse its path
 * (a clone in root's home or in `mktemp -d`), or where the path is longer than PostgreSQL accepts.
 */
export function dataDirectoryArgument(directory: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : directory
}

/** Options of `spawn` for a program of PostgreSQL that works in `directory`. */
export function launchOptions(
  directory: string,
  user: OperatingUser | null,
): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return {
    cwd: directory,
    // PostgreSQL gets none of this process's variables (SECRETS_KEY, PGDATA, LD_PRELOAD). Its
    // messages must be English, because they are parsed.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user && { uid: user.uid, gid: user.gid }),
  }
}

/** Why a program of PostgreSQL could not be started. */
export function launchError(program: string, user: OperatingUser | null, error: unknown): StartupError {
  const remedy = 'set DATABASE_URL to a PostgreSQL server'
  switch (errorCode(error)) {
    case 'EPERM':
    case 'EINVAL':
      return new StartupError(
        `This process runs as root but may not change to the user ${user?.name ?? ''}, which PostgreSQL needs; start the service as a user other than root, or ${remedy}.`,
        { cause: error },
      )
    case 'ENOENT':
      return new StartupError(
        `The embedded PostgreSQL (${program}) can't run on this system, probably because its C library is not glibc; ${remedy}.`,
        { cause: error },
      )
    case 'EACCES':
      return new StartupError(
        `The embedded PostgreSQL (${program}) may not be executed${user ? ` by the user ${user.name}` : ''}; check the permissions of its directory and that its file system is not mounted noexec, or ${remedy}.`,
        { cause: error },
      )
    default:
      return new StartupError(
        `The embedded PostgreSQL (${program}) can't be started (${error instanceof Error ? error.message : String(error)}); ${remedy}.`,
        { cause: error },
      )
  }
}

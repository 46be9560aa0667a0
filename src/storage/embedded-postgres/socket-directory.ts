import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartupError } from '../startup-error.js'
import { isReachable, type OperatingUser } from './operating-user.js'

/** PostgreSQL names its socket after the port, even if it listens on no port. */
export const socketPort = 5432

const prefix = 'clearway-'
const socketNames = [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]

/**
 * The address of a Unix socket has at most 103 bytes on macOS and 107 on Linux; mkdtemp adds six
 * characters.
 */
const longestParent = 103 - `/${prefix}XXXXXX/${socketNames[0] ?? ''}`.length

/**
 * Creates a new private directory for the socket: with a short path, regardless of DATA_DIR, and
 * accessible only to root and to the user that PostgreSQL runs as, which creates the socket in it.
 * `access-files.ts` decides which of these may connect.
 */
export function makeSocketDirectory(user: OperatingUser | null): string {
  const parents = [tmpdir(), '/tmp', '/var/tmp'].filter(
    (parent) =>
      Buffer.byteLength(parent) <= longestParent && existsSync(parent) && (user === null || isReachable(parent, user)),
  )
  for (const parent of parents) {
    try {
      const directory = mkdtempSync(join(parent, prefix))
      chmodSync(directory, 0o700)
      if (user) chownSync(directory, user.uid, user.gid)
      return directory
    } catch {
      // Not writable: the next one may be.
    }
  }
  throw new StartupError(
    `No temporary directory can be used for PostgreSQL's socket; set TMPDIR to a writable directory with a path of at most ${longestParent} bytes.`,
  )
}

/** Removes a socket directory with PostgreSQL's files in it, and nothing else. Idempotent. */
export function removeSocketDirectory(directory: string): void {
  if (!basename(directory).startsWith(prefix)) return
  try {
    for (const name of readdirSync(directory)) {
      if (socketNames.includes(name)) rmSync(join(directory, name), { force: true })
    }
    rmdirSync(directory)
  } catch {
    // Already removed, or owned by another user: it does no harm.
  }
}

import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.js'
import type { Binaries } from './binaries.js'
import { errorCode } from './file-error.js'
import { dataDirectoryArgument, launchError, launchOptions } from './launch.js'
import type { OperatingUser } from './operating-user.js'
import { lastProblemOf, reportsFullDisk } from './server-log.js'

const run = promisify(execFile)

/** The name of the only database role, a superuser of its own cluster. */
export const databaseRole = 'clearway'

/** The directory of the cluster in a data directory. */
export function clusterDirectory(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** The current or future owner of the cluster: the owner of the data directory. */
export function clusterOwner(dataDir: string): { readonly uid: number; readonly gid: number } {
  const { uid, gid } = statSync(clusterDirectory(dataDir), { throwIfNoEntry: false }) ?? statSync(dataDir)
  return { uid, gid }
}

/**
 * Creates the cluster on first use, otherwise checks that its version matches. The caller holds
 * the directory lock.
 */
export async function prepareCluster(
  dataDir: string,
  binaries: Binaries,
  user: OperatingUser | null,
): Promise<{ readonly created: boolean }> {
  const directory = clusterDirectory(dataDir)
  removeDrafts(dataDir)
  if (isEmpty(directory)) {
    await createCluster(dataDir, binaries, user)
    return { created: true }
  }
  checkVersion(directory, binaries.majorVersion)
  if (user) giveTo(user, directory)
  return { created: false }
}

/**
 * initdb works in a draft that gets its name when it is complete, so that an interrupted first
 * start leaves no partial cluster.
 */
async function createCluster(dataDir: string, binaries: Binaries, user: OperatingUser | null): Promise<void> {
  const draft = mkdtempSync(join(dataDir, 'postgres.draft-'))
  chmodSync(draft, 0o700)
  if (user) chownSync(draft, user.uid, user.gid)
  const options = [
    ...['-D', dataDirectoryArgument(draft), '--username', databaseRole],
    ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--data-checksums', '--auth-local', 'peer', '--auth-host', 'reject', '--no-instructions'],
  ]
  try {
    await run(binaries.initdb, options, { ...launchOptions(draft, user), timeout: 300_000 })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw initdbError(dataDir, binaries, user, error)
  }
  renameSync(draft, clusterDirectory(dataDir))
  const parent = openSync(dataDir, 'r')
  fsyncSync(parent)
  closeSync(parent)
}

function initdbError(dataDir: string, binaries: Binaries, user: OperatingUser | null, error: unknown): StartupError {
  if (errorCode(error) !== null) return launchError(binaries.initdb, user, error)
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const reason = lastProblemOf(output) ?? (error instanceof Error ? error.message : String(error))
  if (reportsFullDisk(output)) {
    return new StartupError(
      `The disk that holds the data directory ${dataDir} is full; free at least 50 MB and start again.`,
      { cause: error },
    )
  }
  if (output.includes('could not look up effective user ID')) {
    return new StartupError(
      `PostgreSQL needs a user with a name, and the user id ${user?.uid ?? process.getuid?.() ?? ''} has none on this system; add it to /etc/passwd, start the service as another user, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  return new StartupError(`The embedded PostgreSQL could not create its database in ${dataDir}: ${reason}`, {
    cause: error,
  })
}

function checkVersion(directory: string, majorVersion: string): void {
  let found: string
  try {
    found = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'EACCES') {
      throw new StartupError(
        `The database in ${directory} belongs to another user; start the service as the user (or as root) that started it first.`,
        { cause: error },
      )
    }
    throw new StartupError(
      `${directory} is not empty but contains no PostgreSQL database (PG_VERSION can't be read); restore it from a backup, or move it away to start with an empty one.`,
      { cause: error },
    )
  }
  if (!/^\d+$/.test(found)) {
    throw new StartupError(
      `The PostgreSQL database in ${directory} is damaged (PG_VERSION can't be understood); restore it from a backup.`,
    )
  }
  if (found !== majorVersion) {
    throw new StartupError(
      `The database in ${directory} was created by PostgreSQL ${found}, but this release contains PostgreSQL ${majorVersion}; start it with the release that created it, or dump it there and load it here.`,
    )
  }
}

/**
 * After a restore by root, or a change of EMBEDDED_POSTGRES_USER, the cluster needs a new owner. A
 * single check if it does not.
 */
function giveTo(user: OperatingUser, directory: string): void {
  const { uid } = lstatSync(directory)
  const sample = lstatSync(join(directory, 'PG_VERSION'))
  if (uid === user.uid && sample.uid === user.uid) return
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(directory, name), user.uid, user.gid)
  }
  lchownSync(directory, user.uid, user.gid)
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true
    if (errorCode(error) === 'EACCES') return false
    throw error
  }
}

function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.draft-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

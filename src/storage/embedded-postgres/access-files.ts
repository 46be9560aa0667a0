import { randomBytes } from 'node:crypto'
import { closeSync, fchownSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { clusterDirectory, databaseRole } from './cluster.js'
import { errorCode } from './file-error.js'
import { nameOf, type OperatingUser } from './operating-user.js'

const map = 'clearway'

/**
 * Writes the files that control who may connect: the operating system's users that are the user of
 * this service, root, or the owner of the data directory; these can read its files anyway. Other
 * processes of the user that PostgreSQL runs as when root starts it (`nobody`, for example) may
 * not. Written at each start, replacing the files of older releases.
 */
export function writeAccessFiles(dataDir: string, user: OperatingUser | null): void {
  const names = new Set([0, process.getuid?.() ?? 0, statSync(dataDir).uid].map(nameOf).filter((name) => name !== null))
  const comment = '# Written by Clearway at each start.\n'
  const mappings = [...names].map((name) => `${map} ${quoted(name)} ${databaseRole}\n`)
  const directory = clusterDirectory(dataDir)
  put(directory, 'pg_ident.conf', comment + mappings.join(''), user)
  put(directory, 'pg_hba.conf', `${comment}local all ${databaseRole} peer map=${map}\n`, user)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Atomic. The directory belongs to another user, so an existing name is never followed. */
function put(directory: string, name: string, content: string, user: OperatingUser | null): void {
  const file = join(directory, name)
  if (contentOf(file) === content) return
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, content)
    if (user) fchownSync(descriptor, user.uid, user.gid)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { errorCode } from '../embedded-postgres/file-error.js'
import { giveToOwnerOf } from '../embedded-postgres/operating-user.js'
import { StartupError } from '../startup-error.js'

/**
 * The text of a file with a secret key, null if it does not exist. Throws `StartupError` if other
 * users may read it, and errors of the file system.
 */
export function readKeyFile(file: string): string | null {
  try {
    if ((statSync(file).mode & 0o077) !== 0) {
      throw new StartupError(`The file ${file} can be read by other users; run "chmod 600 ${file}".`)
    }
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Creates a file with a secret key in `dataDir`, readable only by its owner, and returns its
 * content: another process may have been faster. Complete and on disk before it gets its name:
 * nothing must ever depend on a key that a power failure can lose. Throws errors of the file
 * system.
 */
export function createKeyFile(dataDir: string, file: string, content: string): string {
  const draft = writeDraft(dataDir, file, content)
  try {
    try {
      linkSync(draft, file)
    } catch (error) {
      // Another process was faster: its key is used.
      if (errorCode(error) !== 'EEXIST') throw error
    }
    syncDirectory(dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Replaces the content of a file with a secret key atomically. Throws errors of the file system.
 */
export function replaceKeyFile(dataDir: string, file: string, content: string): void {
  renameSync(writeDraft(dataDir, file, content), file)
  syncDirectory(dataDir)
}

/** A temporary file next to it, complete and on disk, readable only by the owner. */
function writeDraft(dataDir: string, file: string, content: string): string {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, `${content}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  giveToOwnerOf(dataDir, draft)
  return draft
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

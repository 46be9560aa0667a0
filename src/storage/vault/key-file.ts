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
 * The text of a file with a secret key, null where there is none. Throws `StartupError` where
 * others may read it, and what the file system throws.
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
 * Makes a file with a secret key in `dataDir`, for its owner's eyes only, and gives what it
 * holds: another process may have been quicker. Complete and on disk before it gets its name:
 * nothing must ever rest on a key that a power cut takes away. Throws what the file system
 * throws.
 */
export function createKeyFile(dataDir: string, file: string, content: string): string {
  const draft = writeDraft(dataDir, file, content)
  try {
    try {
      linkSync(draft, file)
    } catch (error) {
      // Another process was quicker: its key is used.
      if (errorCode(error) !== 'EEXIST') throw error
    }
    syncDirectory(dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Puts other content into a file with a secret key: the old content stands there, or the new one,
 * whatever happens meanwhile. Throws what the file system throws.
 */
export function replaceKeyFile(dataDir: string, file: string, content: string): void {
  renameSync(writeDraft(dataDir, file, content), file)
  syncDirectory(dataDir)
}

/** A file beside it, complete and on disk, for the owner's eyes only. */
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

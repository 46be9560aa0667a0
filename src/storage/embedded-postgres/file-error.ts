import { StartupError } from '../startup-error.js'

/** The code of a system error (`ENOENT`), or null. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/**
 * The error for the operator about a file system failure under DATA_DIR. Any other error is
 * returned unchanged.
 */
export function fileError(dataDir: string, error: unknown): unknown {
  const cause = { cause: error }
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `The data directory ${dataDir} can't be written by this user; make it writable or set DATA_DIR to another directory.`,
        cause,
      )
    case 'EROFS':
      return new StartupError(
        `The data directory ${dataDir} is on a read-only file system; set DATA_DIR to a writable directory.`,
        cause,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupError(
        `The disk that holds the data directory ${dataDir} is full; free some space and start again.`,
        cause,
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartupError(`DATA_DIR is ${dataDir}, which is a file; set DATA_DIR to a directory.`, cause)
    case 'ENAMETOOLONG':
      return new StartupError(`DATA_DIR is longer than this system allows; set DATA_DIR to a shorter path.`, cause)
    default:
      return error
  }
}

/** This machine lacks files, memory or disk. */
const LOCAL_WANT = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENOSPC', 'EIO'] as const

/** From the network and the operating system: the server can't be reached, or is gone. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOENT', 'EADDRNOTAVAIL'],
  ...LOCAL_WANT,
])

/**
 * SQLSTATEs about the server's state and not about the statement
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection (08), conflicting
 * transactions (40, 55P03), a lack of connections, memory or disk (53), shutdown and recovery
 * (57P), a failing disk (58), a transaction that was paused for too long (25P03), a standby
 * (25006), a restore in progress (3D000).
 */
const sqlStates = /^(08\w{3}|40\w{3}|53\w{3}|57P\w{2}|58\w{3}|55P03|25P03|25006|3D000)$/
/** Cancelled by the server: it took too long, or an administrator cancelled it. */
const cancelled = /^(57014|57000)$/

/** Messages of `pg` without a code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Connection ended)/i

/**
 * Whether an error means that the database can't be reached (right now), as opposed to a failed
 * statement: the same call may succeed later. This includes a commit whose answer was lost: its
 * outcome is unknown.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  if ('code' in error && typeof error.code === 'string')
    return systemCodes.has(error.code) || sqlStates.test(error.code)
  return messages.test(error.message) || isUnavailable(error.cause)
}

/**
 * Whether the server ended the statement because it and another one waited for each other: for
 * rows that both write, in different orders.
 */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

/**
 * Whether the server cancelled the statement because it took too long: it may be frozen or
 * overloaded, or the statement may be bad.
 */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && cancelled.test(error.code)
}

/** Work of several statements took too long in total; `tookTooLong` recognises it. */
export class TookTooLong extends Error {
  readonly code = '57014'

  constructor(work: string, milliseconds: number) {
    super(`${work} took longer than ${milliseconds} ms`)
  }
}

/** Lack of memory or disk (53, but not connections, 53300), a failing disk (58). */
const wants = /^(53(?!300)\w{3}|58\w{3})$/

/**
 * Whether server or machine lack resources for work, although they still answer a simple check.
 */
export function lacksResources(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(lacksResources)) return true
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    return wants.test(code) || LOCAL_WANT.some((want) => want === code)
  }
  return lacksResources(error.cause)
}

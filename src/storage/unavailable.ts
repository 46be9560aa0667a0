/** Of the network and of the operating system: the server can't be reached, or was and is gone. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOENT', 'EADDRNOTAVAIL'],
])

/**
 * SQLSTATEs that speak of the server's state and not of the statement: class 08, shutdown and recovery, no connection, memory or disk to spare (53), a
 * transaction of ours that was paused for too long (25P03), a server that became a standby (25006), and transactions that got into each other's
 * way (40001, 40P01, 55P03).
 */
const sqlStates = /^(08\w{3}|57P0[1-5]|53\w{3}|55P03|25P03|25006|40001|40P01)$/

/** What `pg` says without a code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Connection ended)/i

/**
 * Whether an error says that the database can't be reached (right now), as opposed to a statement that failed: the same call may
 * succeed later. A commit whose answer was cut off ends here too: its outcome is unknown.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  if ('code' in error && typeof error.code === 'string')
    return systemCodes.has(error.code) || sqlStates.test(error.code)
  return messages.test(error.message) || isUnavailable(error.cause)
}

/** Whether the server cancelled the statement because it took too long: it may be frozen or overloaded, or the statement may be a bad one. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

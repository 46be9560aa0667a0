import { Socket } from 'node:net'
import pg from 'pg'
import { StartupError } from '../startup-error.js'
import { isUnavailable } from './unavailable.js'

export { isUnavailable }

/** How a pool reaches its database, and its limits. */
interface PoolOptions {
  readonly connectionString: string
  /** Shown in the server's list of sessions, for example `clearway api`. */
  readonly applicationName: string
  /** Most connections; default 10. */
  readonly size?: number
  /** A longer statement is cancelled; default 30 s. */
  readonly statementTimeoutMs?: number
  /**
   * A transaction that is idle this long is rolled back, so that a paused process releases its
   * locks; default 60 s.
   */
  readonly idleInTransactionMs?: number
  /**
   * For work on tables that change faster than PostgreSQL's statistics: uses an index wherever
   * there is one.
   */
  readonly byIndex?: boolean
  /**
   * Aborts when the process can wait no longer: all connections are cut, so that queries under way
   * fail, and no more are opened. Absent: never.
   */
  readonly cut?: AbortSignal
  /** Called when an unused connection breaks. */
  readonly onIdleError?: (error: Error) => void
}

const connectTimeoutMs = 10_000

/**
 * Times are returned as the API shows them, ISO 8601 in UTC with milliseconds, not as `Date`; all
 * other types as in `pg`.
 */
const typeParser = ((oid: number, format?: 'text' | 'binary'): unknown =>
  oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary'
    ? isoTimeOfServer
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

/** As PostgreSQL writes a time in UTC: after the point are up to six digits. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

function isoTimeOfServer(text: string): string {
  const [, day, time, fraction = ''] = IN_UTC.exec(text) ?? []
  if (day === undefined || time === undefined) return new Date(text).toISOString()
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/**
 * A connection pool that survives restarts of the server: broken connections are dropped, and the
 * next query gets a new one.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.size ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // Protects against a server that stopped answering, where the server's own time-out can't.
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? 60_000,
    ...(options.byIndex === true && { options: '-c enable_seqscan=off' }),
    types: { getTypeParser: typeParser },
    ...(options.cut !== undefined && { stream: streamsUntil(options.cut) }),
  })
  // Without a listener an idle client's error would end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  // The same for a client between `connect` and `release`: its query reports the error too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Makes the sockets of connections, which all end when the signal aborts. */
export function streamsUntil(cut: AbortSignal): () => Socket {
  const open = new Set<Socket>()
  const end = (socket: Socket): void => {
    // The code of a lost connection, which all callers know.
    socket.destroy(Object.assign(new Error('the process ends'), { code: 'ECONNRESET' }))
  }
  cut.addEventListener('abort', () => {
    for (const socket of open) end(socket)
  })
  return () => {
    const socket = new Socket()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // The driver listens for errors only when it connects, right after this.
    if (cut.aborted) process.nextTick(end, socket)
    return socket
  }
}

/**
 * Opens a separate connection for `work`. Throws `StartupError` when the server can't be reached
 * or refuses the connection.
 */
export async function withStartupConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connectionString)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The target of a connection string, suitable for a log: without user, password and options. */
export function describeServer(connectionString: string): string {
  try {
    const { host, port, database } = new pg.Client({ connectionString })
    return `${host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`}, database "${database ?? ''}"`
  } catch {
    return 'an invalid address'
  }
}

async function openClient(connectionString: string): Promise<pg.Client> {
  let client: pg.Client
  try {
    client = new pg.Client({
      connectionString,
      application_name: 'clearway start',
      connectionTimeoutMillis: connectTimeoutMs,
    })
  } catch (error) {
    throw new StartupError(
      'DATABASE_URL is not a PostgreSQL address; write it as postgresql://user:password@host:5432/database.',
      { cause: error },
    )
  }
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw connectionError(connectionString, error)
  }
}

function connectionError(connectionString: string, error: unknown): StartupError {
  const server = describeServer(connectionString)
  const cause = { cause: error }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') {
    return new StartupError(
      `PostgreSQL (${server}) refuses the user or password in DATABASE_URL; correct them there.`,
      cause,
    )
  }
  if (code === '3D000') {
    return new StartupError(`PostgreSQL (${server}) has no such database; create it, or correct DATABASE_URL.`, cause)
  }
  const reason = code !== '' ? code : error instanceof Error ? error.message : String(error)
  return new StartupError(
    `PostgreSQL can't be reached (${server}: ${reason}); check DATABASE_URL and that the server is running.`,
    cause,
  )
}

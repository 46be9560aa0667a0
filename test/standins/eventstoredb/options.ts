import type { Users } from './access.js'
import type { Endpoint, Faults } from './fault-switches.js'
import type { TlsFiles } from './server.js'

/** The address that the stand-in listens on. */
export const HOST = '127.0.0.1'

/** How a stand-in is started. */
export interface EventStoreDbOptions {
  /** Default: a free one, kept over restarts. */
  readonly port?: number
  /**
   * Where the log lies. Default: a temporary directory that goes with the stand-in. A copy made
   * earlier is a restored backup.
   */
  readonly dataDir?: string
  /**
   * Answers wait until the log is on the disk. Default: false, which survives the death of the
   * process, not of the machine.
   */
  readonly fsync?: boolean
  /**
   * Key and certificate for 127.0.0.1, as `selfSigned` makes them. Clients send credentials only
   * over TLS.
   */
  readonly tls?: TlsFiles
  /**
   * Passwords by name; `admin` and `ops` are administrators. Default: everything is open, as on an
   * insecure server.
   */
  readonly users?: Users
  /**
   * Bytes that the data of an append may have in all; see `sizeOnDisk`. Default: the real server's
   * 1,048,576.
   */
  readonly maxAppendSize?: number
}

/** A running stand-in of an EventStoreDB 23.10. */
export interface EventStoreDbStandIn {
  /**
   * For the client: with the credentials of the first user, if there are users, and the
   * certificate if there is TLS.
   */
  readonly connectionString: string
  readonly endpoint: Endpoint
  readonly dataDir: string
  readonly faults: Faults
  /**
   * Puts so many small events of another writer into the log, far sooner than a client could write
   * them.
   */
  fill(events: number): Promise<void>
  /**
   * Shuts down in order: subscriptions end with code 13, then the connections close, and new calls
   * find no server (code 14).
   */
  shutDown(): Promise<void>
  /**
   * Breaks all connections at once and closes the port, as if killed. What was acknowledged stays
   * in the directory.
   */
  kill(): Promise<void>
  /** Starts again after `shutDown` or `kill`, or kills and starts: same port, same data. */
  restart(): Promise<void>
  /** The end of the test: kills it and removes the temporary directory. */
  stop(): Promise<void>
}

/** What a client connects with. Of several endpoints it asks one for the leader. */
export function connectionStringOf(
  endpoints: readonly Endpoint[],
  { users, tls }: Pick<EventStoreDbOptions, 'users' | 'tls'>,
  caFile: string,
): string {
  const [first] = Object.entries(users ?? {})
  const credentials = first === undefined ? '' : `${first.map(encodeURIComponent).join(':')}@`
  const hosts = endpoints.map(({ host, port }) => `${host}:${port}`).join()
  return `esdb://${credentials}${hosts}?${tls === undefined ? 'tls=false' : `tls=true&tlsCAFile=${encodeURIComponent(caFile)}`}`
}

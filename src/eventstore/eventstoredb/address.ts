import { readFileSync } from 'node:fs'
import { StartupError } from '../../storage/startup-error.js'

/**
 * The address of an EventStoreDB, such as `esdb://user:password@host:2113?tls=false`, taken apart.
 */
export interface Address {
  readonly hosts: readonly { readonly address: string; readonly port: number }[]
  /**
   * `esdb+discover://`: the hosts (or the addresses behind their name) are asked for the cluster's
   * leader.
   */
  readonly discover: boolean
  readonly tls: boolean
  readonly user: { readonly username: string; readonly password: string } | null
  /** The other settings of the address, by their names in lower case. */
  readonly options: ReadonlyMap<string, string>
}

/** The accepted query parameters of a server's address; any other is reported as a mistake. */
const OPTIONS = [
  'tls',
  'tlsCAFile',
  'tlsVerifyCert',
  'userCertFile',
  'userKeyFile',
  'nodePreference',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'connectionName',
]
const NUMBERS = /^(maxDiscoverAttempts|discoveryInterval|gossipTimeout|keepAliveInterval|keepAliveTimeout)$/

/**
 * Takes an address apart. The client library could do so too, but on an unknown part prints the
 * whole address, including the password. Throws `StartupError`, which names EVENTSTORE_URL and the
 * problem, never the password.
 */
export function parseAddress(url: string): Address {
  const { discover, credentials, hosts, query } =
    /^(?:esdb|kurrentdb|kdb)(?<discover>\+discover)?:\/\/(?:(?<credentials>[^@/?]*)@)?(?<hosts>[^/?@]+)\/?(?:\?(?<query>.*))?$/.exec(
      url.trim(),
    )?.groups ?? {}
  if (hosts === undefined) {
    throw unusable('is not the address of an EventStoreDB', 'write it as esdb://user:password@host:2113')
  }
  const options = parseOptions(query ?? '')
  const tls = options.get('tls') !== 'false'
  const user = credentials === undefined ? null : parseUser(credentials)
  if (tls && user === null) {
    throw unusable(
      'names no user',
      'write it as esdb://user:password@host:2113, or add ?tls=false for an insecure server',
    )
  }
  return { hosts: hosts.split(',').map(parseHost), discover: discover !== undefined, tls, user, options }
}

/** The address without its user and password, safe for logs. */
export function describeAddress({ hosts, discover, tls }: Address): string {
  const names = hosts.map(({ address, port }) => `${address}:${port}`).join(', ')
  return `${discover ? 'the cluster at ' : ''}${names}${tls ? '' : ', without TLS'}`
}

/** Reads a file that an option names. Throws `StartupError`. */
export function readFileOf({ options }: Address, option: string): Buffer | null {
  const path = options.get(option.toLowerCase())
  if (path === undefined) return null
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new StartupError(
      `EVENTSTORE_URL names the file "${path}" as ${option}, but it can't be read; correct the path.`,
      {
        cause,
      },
    )
  }
}

function parseUser(credentials: string): Address['user'] {
  const [, username = '', password = ''] = /^([^:]+):(.+)$/.exec(credentials) ?? []
  if (username === '') {
    throw unusable('has no user:password before the @', 'escape special characters, for example @ as %40')
  }
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    throw unusable('has a wrong escape in the user or password', 'write a percent sign as %25')
  }
}

function parseHost(host: string): { address: string; port: number } {
  const [, address = '', port = '2113'] = /^(\[[0-9a-f:]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i.exec(host.trim()) ?? []
  if (address === '' || Number(port) > 65_535) {
    throw unusable(`names the host "${host}", which is not a host`, 'write host:2113, several separated by commas')
  }
  return { address, port: Number(port) }
}

function parseOptions(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(query)) {
    const known = OPTIONS.find((option) => option.toLowerCase() === key.toLowerCase())
    if (known === undefined)
      throw unusable(`has the unknown option "${key}"`, `known options are ${OPTIONS.join(', ')}`)
    if (known === 'tlsVerifyCert' && value !== 'true') {
      throw unusable('asks not to verify the certificate', 'name its authority with tlsCAFile=/path instead')
    }
    if (known === 'tls' && value !== 'true' && value !== 'false') {
      throw unusable('sets tls to a value other than true and false', 'correct it')
    }
    if (known === 'nodePreference' && value.toLowerCase() !== 'leader') {
      throw unusable(
        'asks for another node than the leader',
        'remove nodePreference: other nodes lag behind the newest writes',
      )
    }
    if (NUMBERS.test(known) && !/^\d{1,9}$/.test(value))
      throw unusable(`has no whole number for ${known}`, 'correct it')
    options.set(known.toLowerCase(), value)
  }
  return options
}

function unusable(problem: string, remedy: string): StartupError {
  return new StartupError(`EVENTSTORE_URL ${problem}; ${remedy}.`)
}

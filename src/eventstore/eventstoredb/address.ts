import { readFileSync } from 'node:fs'
import { StartupError } from '../../storage/startup-error.js'

/**
 * Where an EventStoreDB is and how to connect to it: an address such as
 * `esdb://user:password@host:2113?tls=false`, taken apart.
 */
export interface Address {
  readonly hosts: readonly { readonly address: string; readonly port: number }[]
  /**
   * `esdb+discover://`: the hosts (or what their name resolves to) are asked who the cluster's
   * leader is.
   */
  readonly discover: boolean
  readonly tls: boolean
  readonly user: { readonly username: string; readonly password: string } | null
  /** The other settings of the address, by their names in lower case. */
  readonly options: ReadonlyMap<string, string>
}

/**
 * What the address of a server may say after the question mark; everything else is a mistake that
 * should be noticed.
 */
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
 * Takes an address apart. The client library could do so too, but prints the whole address,
 * password and all, where it meets something unknown. Throws `StartupError`, which names
 * EVENTSTORE_URL and what is wrong with it, never the password.
 */
export function parseAddress(url: string): Address {
  const { discover, credentials, hosts, query } =
    /^(?:esdb|kurrentdb|kdb)(?<discover>\+discover)?:\/\/(?:(?<credentials>[^@/?]*)@)?(?<hosts>[^/?@]+)\/?(?:\?(?<query>.*))?$/.exec(
      url.trim(),
    )?.groups ?? {}
  if (hosts === undefined) {
    throw unusable('is no address of an EventStoreDB', 'write it as esdb://user:password@host:2113')
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

/** The address without its user and password, fit for a log. */
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
    throw unusable('has something before the @ that is no user:password', 'escape special characters as in %40 for @')
  }
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    throw unusable('has a user or password with a wrong escape', 'write a percent sign as %25')
  }
}

function parseHost(host: string): { address: string; port: number } {
  const [, address = '', port = '2113'] = /^(\[[0-9a-f:]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i.exec(host.trim()) ?? []
  if (address === '' || Number(port) > 65_535) {
    throw unusable(`names the host "${host}", which is none`, 'write host:2113, several with commas between')
  }
  return { address, port: Number(port) }
}

function parseOptions(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(query)) {
    const known = OPTIONS.find((option) => option.toLowerCase() === key.toLowerCase())
    if (known === undefined) throw unusable(`has the unknown option "${key}"`, `it may have ${OPTIONS.join(', ')}`)
    if (known === 'tlsVerifyCert' && value !== 'true') {
      throw unusable('asks not to verify the certificate', 'name its authority with tlsCAFile=/path instead')
    }
    if (known === 'tls' && value !== 'true' && value !== 'false') {
      throw unusable('has an option tls that is neither true nor false', 'correct it')
    }
    if (known === 'nodePreference' && value.toLowerCase() !== 'leader') {
      throw unusable(
        'asks for another node than the leader',
        'leave nodePreference out: others lag behind what was just written',
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

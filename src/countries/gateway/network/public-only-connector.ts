import { type LookupAddress, promises as dns } from 'node:dns'
import type * as undici from 'undici'
import { addressInHost, isPublicAddress } from '../../../domain/public-address.js'
import { errorOf } from '../../../domain/caught.js'

/** The allowed targets of connections. */
interface PublicOnlyConnectorSettings {
  /** Whether private and local addresses are also allowed. */
  readonly allowPrivateNetwork: boolean
  /** Resolves a host name; by default with the system's name servers. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>
  /** Connection options: time-out, authorities, our own certificate. */
  readonly tls?: undici.buildConnector.BuildOptions
}

/** The host resolves to an address that is not public. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/**
 * Connects to untrusted host names: the name is resolved, every address is checked, and the
 * connection uses one of exactly these. Fails with `NotPublic`.
 * @param client the HTTP client, `undici`
 */
export function publicOnlyConnector(
  client: Pick<typeof undici, 'buildConnector'>,
  settings: PublicOnlyConnectorSettings,
): undici.buildConnector.connector {
  const { allowPrivateNetwork, tls, resolve = allowPrivateNetwork ? resolveLocally : resolvePublicly } = settings
  const judge = (address: string): void => {
    if (!allowPrivateNetwork && !isPublicAddress(address)) throw new NotPublic()
  }
  const connectByName = client.buildConnector({
    ...tls,
    lookup(hostname, options, callback) {
      resolve(hostname).then(
        (addresses) => {
          const [first] = addresses
          try {
            for (const { address } of addresses) judge(address)
            if (first === undefined) throw new NoAddress()
          } catch (error) {
            callback(errorOf(error), '')
            return
          }
          if (options.all === true) callback(null, [...addresses])
          else callback(null, first.address, first.family)
        },
        (error: unknown) => {
          callback(errorOf(error), '')
        },
      )
    },
  })
  return (options, callback) => {
    // An IP address needs no resolution, so the look-up above does not check it.
    const address = addressInHost(options.hostname)
    try {
      if (address !== null) judge(address)
    } catch (error) {
      callback(errorOf(error), null)
      return
    }
    connectByName(options, callback)
  }
}

/** No address of any family. */
class NoAddress extends Error {
  readonly code = 'ENODATA'
}

const NAME_SERVER_MS = 3_000

/**
 * Queries the name servers directly. The system's resolver has few threads, and one unresponsive
 * name server could block them all.
 */
async function resolvePublicly(hostname: string): Promise<readonly LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  const [first] = answers
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason
  return addresses
}

/** Resolves like the machine itself, including its hosts file. */
function resolveLocally(hostname: string): Promise<readonly LookupAddress[]> {
  return dns.lookup(hostname, { all: true })
}

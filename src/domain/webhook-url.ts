import { addressInHost, isPublicAddress } from './public-address.js'

/** The longest address of a webhook, in characters. */
export const MAX_WEBHOOK_URL = 2_000

/**
 * Names that can't lead to the internet: RFC 6761, RFC 6762, RFC 8375, and the internal names of
 * clouds' metadata services.
 */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa)\.?$/i

/** How to receive events without a public address. */
export const ON_ONE_MACHINE =
  'on your own machine use `clearway listen`, or start the service with WEBHOOK_ALLOW_PRIVATE_NETWORK=true'

/**
 * What is wrong with the address of a webhook, in words that follow the field's name; null:
 * nothing. The addresses behind a name are judged at each connection, not here.
 * @param allowPrivateNetwork for development: private addresses, and http as well as https
 */
export function webhookUrlFault(text: string, allowPrivateNetwork: boolean): string | null {
  return addressFault(text, {
    allowPrivateNetwork,
    example: 'https://example.com/webhooks',
    remedy: ON_ONE_MACHINE,
    what: 'events',
  })
}

/** How an external address is judged. */
interface AddressJudgement {
  /** Private addresses, and http as well as https. */
  readonly allowPrivateNetwork: boolean
  readonly example: string
  /** What to do to use a private one. */
  readonly remedy: string
  /** What is sent there. */
  readonly what: string
}

/** What is wrong with an address that the service is to call; null: nothing. */
export function addressFault(
  text: string,
  { allowPrivateNetwork, example, remedy, what }: AddressJudgement,
): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return `must be an address such as ${example}`
  if (!mayCarryEvents(url, allowPrivateNetwork)) {
    return allowPrivateNetwork
      ? 'must begin with https:// or http://'
      : `must begin with https://; ${what} are sent over TLS only (${remedy})`
  }
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; they would appear in logs'
  if (url.hash !== '') return 'must not have a fragment (#…); it is never sent'
  if (allowPrivateNetwork) return null
  const address = addressInHost(url.hostname)
  if (address !== null) return isPublicAddress(address) ? null : `must be a public address; this one is not (${remedy})`
  if (LOCAL_NAME.test(url.hostname) || !url.hostname.replace(/\.$/, '').includes('.')) {
    return `must be a public address; this is a local network name (${remedy})`
  }
  return null
}

/** Whether events may be sent to it by its scheme: over TLS, in development without it too. */
export function mayCarryEvents({ protocol }: URL, allowPrivateNetwork: boolean): boolean {
  return protocol === 'https:' || (allowPrivateNetwork && protocol === 'http:')
}

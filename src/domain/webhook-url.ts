import { addressInHost, isPublicAddress } from './public-address.js'

/** The longest address of a webhook, in characters. */
export const MAX_WEBHOOK_URL = 2_000

/**
 * Names that can't lead to the internet: RFC 6761, RFC 6762, RFC 8375, and the inner names that
 * clouds give their metadata services.
 */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa)\.?$/i

/**
 * What is wrong with the address of a webhook, in words that follow the field's name; null:
 * nothing. Where a name leads is judged at each connection, not here.
 */
export function webhookUrlFault(text: string, allowPrivateNetwork: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return 'must be an address such as https://example.com/webhooks'
  if (url.protocol !== 'https:') return 'must begin with https://; events are sent over TLS only'
  if (url.username !== '' || url.password !== '')
    return 'must not hold a user name or password; they would end up in logs'
  if (url.hash !== '') return 'must not have a fragment (#…); it would never be sent'
  if (allowPrivateNetwork) return null
  const address = addressInHost(url.hostname)
  if (address !== null) return isPublicAddress(address) ? null : 'must lead to a public address; this one is not'
  if (LOCAL_NAME.test(url.hostname) || !url.hostname.replace(/\.$/, '').includes('.')) {
    return 'must lead to a public address; this is a name of a local network'
  }
  return null
}

import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All clients whose address is unknown, so that they count together. */
const UNKNOWN = 'unknown'

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one
 * subscriber usually has. All texts that are no address (a proxy may forward any text) are one
 * client, so that no client becomes many by inventing them.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return UNKNOWN
  // In the one form that it has; reading others takes longer.
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return UNKNOWN
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** Distinguishes the operator's proxies from clients, by the setting TRUST_PROXY. */
export function proxyTest(trusted: boolean | readonly string[]): (address: string | undefined) => boolean {
  if (typeof trusted === 'boolean') return () => trusted
  const networks = trusted.map(parseNetwork)
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false
    const peer = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === peer.kind() && peer.match(network, bits))
  }
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

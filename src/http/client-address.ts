import ipaddr from 'ipaddr.js'

/** Of every client whose address can't be told, so that they count together. */
const UNKNOWN = 'unknown'

/**
 * What counts as one client among addresses: an IPv4 address; of an IPv6 address the /64 that one
 * subscriber usually has. What is no address at all (a proxy may forward any text) is one client,
 * so that nobody becomes many by inventing some.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return UNKNOWN
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** Tells peers that are proxies of the operator from clients, by the setting TRUST_PROXY. */
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

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** In addition to the library's table of special ranges. */
const FURTHER_SPECIAL = [
  // Azure's host: a public number that only machines there can reach (metadata, DNS, key
  // exchange).
  '168.63.129.16/32',
  // RFC 9637: documentation.
  '3fff::/20',
  // RFC 2928: the IETF's own assignments, of which the library lists only a part.
  '2001::/23',
].map((range) => ipaddr.parseCIDR(range))

/**
 * RFC 4291, section 2.4: so far, unicast addresses of the internet are assigned from this range
 * alone.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: behind a NAT64, every IPv4 address has a name in here. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address belongs to the public internet: not private, loopback, link-local, shared
 * (CGNAT), multicast, unspecified, reserved, a cloud's metadata service, or a transition form of
 * one of these. An IPv4 address inside an IPv6 one is itself judged. False for anything that is
 * not an address.
 */
export function isPublicAddress(text: string): boolean {
  // Stricter than the library, which also accepts 127.1 and 0x7f000001.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv6) {
    // A zone (fe80::1%eth0) only makes sense on a link.
    if (address.zoneId !== undefined && address.zoneId !== '') return false
    if (address.isIPv4MappedAddress()) return isPublicAddress(address.toIPv4Address().toString())
    if (address.match(NAT64)) return isPublicAddress(address.toByteArray().slice(12).join('.'))
    if (!address.match(GLOBAL_UNICAST)) return false
  }
  if (address.range() !== 'unicast') return false
  return !FURTHER_SPECIAL.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

/** The IP address in a URL's host name, without the brackets of IPv6; null for a name. */
export function addressInHost(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

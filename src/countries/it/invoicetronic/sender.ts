import type { Access, Submission } from '../../gateway/gateway.js'

/** The address at which a sandbox key is recognised, whose invoices are not delivered. */
const REAL = 'https://api.invoicetronic.com/'
const SANDBOX_KEY = /^ik_test_/i

/** The credentials of a submission. */
interface Sender {
  readonly key: string
  /** Why it must not be used for sending; null: it may. */
  readonly fault: string | null
}

/**
 * The key of a connection.
 * @throws Error if there is none: such connections use another channel
 */
export function senderOf(access: Submission['access'], address: string): Sender {
  const key = keyOf(access)
  if (key === undefined) throw new Error('a connection through Invoicetronic has no key')
  return { key, fault: apiKeyFault(key, address) }
}

/**
 * The error in a key for the address in `INVOICETRONIC_URL`; null: none. The sandbox has the same
 * address, and its invoices are not delivered.
 */
function apiKeyFault(key: string, address: string): string | null {
  return SANDBOX_KEY.test(key) && `${address}/`.startsWith(REAL)
    ? "is a key of Invoicetronic's sandbox (ik_test_…), whose invoices are not delivered; send a live one (ik_live_…)"
    : null
}

function keyOf(access: Access | null): string | undefined {
  return access?.credentials['apiKey']
}

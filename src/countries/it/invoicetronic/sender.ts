import type { Access, Submission } from '../../gateway/gateway.js'

/** Where keys are told apart, and where a sandbox's invoice reaches nobody. */
const REAL = 'https://api.invoicetronic.com/'
const SANDBOX_KEY = /^ik_test_/i

/** What a submission goes with. */
export interface Sender {
  readonly key: string
  /** Why nothing is to be sent with it; null: it may. */
  readonly fault: string | null
}

/**
 * The key of a connection.
 * @throws Error when there is none: such connections go another way
 */
export function senderOf(access: Submission['access'], address: string): Sender {
  const key = keyOf(access)
  if (key === undefined) throw new Error('a connection through Invoicetronic has no key')
  return { key, fault: apiKeyFault(key, address) }
}

/**
 * What is wrong with a key that belongs to the address in `INVOICETRONIC_URL`; null: nothing. The
 * sandbox has the same address, and what is sent to it reaches nobody.
 */
export function apiKeyFault(key: string, address: string): string | null {
  return SANDBOX_KEY.test(key) && `${address}/`.startsWith(REAL)
    ? "is a key of Invoicetronic's sandbox (ik_test_…), whose invoices reach nobody; send a live one (ik_live_…)"
    : null
}

function keyOf(access: Access | null): string | undefined {
  return access?.credentials['apiKey']
}

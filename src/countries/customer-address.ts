import { addressFault } from '../domain/webhook-url.js'

/** How to allow an address in a private network. */
const NEXT_DOOR = 'the operator can allow private addresses with GATEWAY_ALLOW_PRIVATE_NETWORK=true'

/**
 * The error in a customer's interface address, as text after the field's name; null: none. The
 * resolved IP address is checked at each connection, not here.
 * @param allowPrivateNetwork allows private addresses, and http besides https
 */
export function customerAddressFault(text: string, allowPrivateNetwork: boolean): string | null {
  return addressFault(text, {
    allowPrivateNetwork,
    example: 'https://api.provider.example/v1',
    remedy: NEXT_DOOR,
    what: 'credentials and invoices',
  })
}

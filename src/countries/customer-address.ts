import { addressFault } from '../domain/webhook-url.js'

/** How to use an address in a private network. */
const NEXT_DOOR = 'the operator can allow private addresses with GATEWAY_ALLOW_PRIVATE_NETWORK=true'

/**
 * What is wrong with the address of an interface that a customer gives, in words that follow the
 * field's name; null: nothing. Where a name leads is judged at each connection, not here.
 * @param allowPrivateNetwork private addresses, and http as well as https
 */
export function customerAddressFault(text: string, allowPrivateNetwork: boolean): string | null {
  return addressFault(text, {
    allowPrivateNetwork,
    example: 'https://api.provider.example/v1',
    remedy: NEXT_DOOR,
    what: 'credentials and invoices',
  })
}

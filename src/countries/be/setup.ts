import { HAND_OVER } from '../connection-setup.js'
import { accessPointConnection } from '../peppol/access-point/setup.js'

/**
 * The connection of a company in Belgium: by the operator's access point, or by credentials of its
 * own one.
 */
export const BELGIAN_SETUP = accessPointConnection([
  'Choose a Peppol access point and register the company with it under its enterprise number (scheme 0208).',
  `Send the address and the key of the access point with ${HAND_OVER}.`,
])

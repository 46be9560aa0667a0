import { HAND_OVER } from '../connection-setup.js'
import { accessPointConnection } from '../peppol/access-point/setup.js'

/**
 * How a company in Germany is connected: by the operator's access point, or by credentials of one
 * of its own.
 */
export const GERMAN_SETUP = accessPointConnection([
  'Choose a Peppol access point and register the company with it under its VAT number (scheme 9930).',
  `Hand over address and key of the access point with ${HAND_OVER}.`,
])

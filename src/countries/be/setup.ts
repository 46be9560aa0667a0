import { accessPointSetup } from '../access-point.js'
import { HAND_OVER } from '../connection-setup.js'

/** How a company in Belgium is connected: by credentials of its Peppol access point. */
export const BELGIAN_SETUP = accessPointSetup('access point', [
  'Choose a Peppol access point and register the company with it under its enterprise number (scheme 0208).',
  `Hand over the credentials of the access point with ${HAND_OVER}.`,
])

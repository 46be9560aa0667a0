import { accessPointSetup } from '../access-point.js'
import { HAND_OVER } from '../connection-setup.js'

/** How a company in Germany is connected: by credentials of its Peppol access point or portal. */
export const GERMAN_SETUP = accessPointSetup('access point', [
  'Choose a Peppol access point, or register with the portal of the public buyer (ZRE or OZG-RE).',
  `Hand over the credentials of the access point with ${HAND_OVER}.`,
])

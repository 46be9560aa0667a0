import { accessPointSetup } from '../access-point.js'
import { HAND_OVER } from '../connection-setup.js'

/** How a company in France is connected: by credentials of its platform or of Chorus Pro. */
export const FRENCH_SETUP = accessPointSetup('platform', [
  'Choose an approved platform (plateforme agréée), or use Chorus Pro for public buyers, and register the company with it under its SIREN.',
  `Hand over the credentials of the platform with ${HAND_OVER}.`,
])

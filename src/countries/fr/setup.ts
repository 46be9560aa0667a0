import { accessPointSetup } from '../access-point.js'
import { HAND_OVER } from '../connection-setup.js'

export const FRENCH_SETUP = accessPointSetup('platform', [
  'Choose an approved platform (plateforme agréée), or use Chorus Pro for public buyers, and register the company with it under its SIREN.',
  `Hand over the credentials of the platform with ${HAND_OVER}.`,
])

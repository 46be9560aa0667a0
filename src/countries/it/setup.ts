import { type CredentialsSetup, HAND_OVER } from '../connection-setup.js'
import { CERTIFICATE, certificateFaults } from './certificate.js'

/** SdI: the accredited channel (SDICoop) is opened by a client certificate. */
export const ITALIAN_SETUP: CredentialsSetup = {
  kind: 'credentials',
  instructions: [
    'Accredit the company with the Sistema di Interscambio (SdI) at https://www.fatturapa.gov.it and choose the SDICoop channel.',
    'Sign the service agreement that the Agenzia delle Entrate sends you, and have the channel tested.',
    `Hand over the client certificate of the channel with ${HAND_OVER}.`,
  ],
  schema: CERTIFICATE,
  // A certificate of an example would be nobody's.
  examples: [],
  faults: certificateFaults,
}

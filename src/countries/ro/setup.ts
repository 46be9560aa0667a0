import type { OAuthSetup } from '../connection-setup.js'

/** Whoever is enrolled in SPV for the company authorises us at ANAF with a qualified certificate. */
export const ROMANIAN_SETUP: OAuthSetup = { kind: 'oauth', client: ({ anaf }) => anaf, clientSetting: 'ANAF_CLIENT_ID' }

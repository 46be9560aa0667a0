import type { OAuthSetup } from '../connection-setup.js'

/**
 * Whoever is enrolled in SPV for the company authorises us at ANAF with a qualified certificate.
 */
export const ROMANIAN_SETUP: OAuthSetup = {
  kind: 'oauth',
  client: ({ ANAF_AUTH_URL: authUrl, ANAF_CLIENT_ID: clientId }) =>
    authUrl === undefined || clientId === undefined ? null : { authUrl, clientId },
  clientSetting: 'ANAF_CLIENT_ID',
}

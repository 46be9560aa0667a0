import type { OAuthSetup } from '../connection-setup.js'
import { GovernmentHttp } from '../government-http.js'
import { anafOAuth } from './anaf/oauth.js'

const HTTP = new GovernmentHttp()

/**
 * Whoever is enrolled in SPV for the company authorises us at ANAF with a qualified certificate.
 */
export const ROMANIAN_SETUP: OAuthSetup = {
  kind: 'oauth',
  client: (settings) => anafOAuth(settings, HTTP),
  clientSetting: 'ANAF_CLIENT_ID',
}

import { type Observer, UNOBSERVED } from '../../domain/observer.js'
import type { OAuthSetup } from '../connection-setup.js'
import { GovernmentHttp, heardBy } from '../gateway/government-http.js'
import { anafOAuth } from './anaf/oauth.js'

/** One for each observer, of which a process has one: each call creates its client. */
const HTTP = new WeakMap<Observer, GovernmentHttp>()

/**
 * A person enrolled in SPV for the company authorises us at ANAF with a qualified certificate.
 */
export const ROMANIAN_SETUP: OAuthSetup = {
  kind: 'oauth',
  client: (settings, observer) => anafOAuth(settings, httpFor(observer)),
  clientSetting: 'ANAF_CLIENT_ID',
}

function httpFor(observer: Observer = UNOBSERVED): GovernmentHttp {
  const known = HTTP.get(observer)
  if (known !== undefined) return known
  const http = new GovernmentHttp(heardBy({ observer }, 'RO'))
  HTTP.set(observer, http)
  return http
}

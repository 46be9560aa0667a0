import { type Observer, UNOBSERVED } from '../../domain/observer.js'
import type { OAuthSetup } from '../connection-setup.js'
import { type CallTools, callsOf, GovernmentHttp } from '../gateway/government-http.js'
import { anafOAuth } from './anaf/oauth.js'

/** One for each process: each call creates its client. */
const HTTP = new WeakMap<Observer, WeakMap<AbortSignal, GovernmentHttp>>()
const NEVER = new AbortController().signal

/**
 * A person enrolled in SPV for the company authorises us at ANAF with a qualified certificate.
 */
export const ROMANIAN_SETUP: OAuthSetup = {
  kind: 'oauth',
  client: (settings, calls = {}) => anafOAuth(settings, httpFor(calls)),
  clientSetting: 'ANAF_CLIENT_ID',
}

function httpFor({ observer = UNOBSERVED, stopping = NEVER }: CallTools): GovernmentHttp {
  const ofObserver = HTTP.get(observer) ?? new WeakMap<AbortSignal, GovernmentHttp>()
  HTTP.set(observer, ofObserver)
  const http = ofObserver.get(stopping) ?? new GovernmentHttp(callsOf({ observer, stopping }, 'RO'))
  ofObserver.set(stopping, http)
  return http
}

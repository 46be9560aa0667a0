import type { ConnectionEvent, ConnectionState } from '../domain/connection.js'
import type { Environment } from '../domain/event.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: a company is to be connected to a country's system. */
interface RequestConnection {
  readonly connectionId: string
  readonly companyId: string
  readonly countryCode: CountryCode
  readonly environment: Environment
  /**
   * Whether a pending connection can become active: the service is registered with the government,
   * where that is required.
   */
  readonly canBeSetUp: boolean
  /** Whether nothing is left to set up: the operator has an access that serves all companies. */
  readonly isOpen: boolean
}

/**
 * One connection per company and country: its id is derived from both, so this stream is the lock.
 * In the test environment, and where the set-up is open, it is active at once; else it waits for
 * its set-up. An active or pending one stays as it is, an expired or failed one is re-opened, a
 * deleted one is rejected as `deleted`: the caller derives the next id. One that could never
 * become active is rejected as `no_setup`.
 */
export function requestConnection(command: RequestConnection) {
  return (state: ConnectionState): Decision<ConnectionEvent, 'deleted' | 'no_setup'> => {
    const { environment, canBeSetUp, isOpen, ...data } = command
    const activated: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: null } }
    const atOnce = environment === 'test' || isOpen ? [activated] : []
    const waits = environment === 'production' && state.status !== 'active' && state.status !== 'deleted'
    if (waits && !canBeSetUp) return reject('no_setup')
    switch (state.status) {
      case 'deleted':
        return reject('deleted')
      case 'active':
        return accept()
      case 'pending_setup':
        return accept(...atOnce)
      case 'none':
        return accept({ type: 'ConnectionRequested', data }, ...atOnce)
      case 'expired':
      case 'error':
        return accept({ type: 'ConnectionReopened', data: {} }, ...atOnce)
    }
  }
}

/**
 * The client has sent credentials; they are in the vault already and in no event. A pending
 * connection becomes active, an expired or failed one is set up anew, an active one goes on with
 * the new ones.
 */
export function acceptCredentials() {
  return (state: ConnectionState): Decision<ConnectionEvent, 'unknown'> => {
    const activated: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: null } }
    switch (state.status) {
      case 'none':
      case 'deleted':
        return reject('unknown')
      case 'pending_setup':
        return accept(activated)
      case 'active':
        return accept({ type: 'CredentialsReplaced', data: {} })
      case 'expired':
      case 'error':
        return accept({ type: 'ConnectionReopened', data: {} }, activated)
    }
  }
}

/**
 * Retries of a failed refresh, after which the connection fails: interface specification,
 * "Limits".
 */
const REFRESH_RETRIES = 3

/** Anybody who knows the address may call back: the stream must stay short all the same. */
const MAX_AUTHORIZATIONS = 100

/**
 * An authorization code came: it is about to be exchanged. Each code once, and only while the
 * connection waits for its set-up.
 */
export function startAuthorization(codeHash: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, 'not_pending' | 'code_used' | 'too_many'> => {
    if (state.status !== 'pending_setup') return reject('not_pending')
    if (state.authorizations >= MAX_AUTHORIZATIONS) return reject('too_many')
    if (state.codeHashes.includes(codeHash)) return reject('code_used')
    return accept({ type: 'AuthorizationStarted', data: { codeHash } })
  }
}

/** The authorization failed. Without effect unless the connection waits for its set-up. */
export function failAuthorization(errorMessage: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, never> => {
    if (state.status !== 'pending_setup' || state.lastErrorMessage === errorMessage) return accept()
    if (state.authorizations >= 2 * MAX_AUTHORIZATIONS) return accept()
    return accept({ type: 'AuthorizationFailed', data: { errorMessage } })
  }
}

/**
 * New tokens lie in the vault: after an authorization, or a refresh. They also revive a connection
 * that expired while they were on their way.
 */
export function acceptTokens(tokenExpiresAt: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, 'unknown'> => {
    switch (state.status) {
      case 'none':
      case 'deleted':
        return reject('unknown')
      case 'active':
        return accept({ type: 'TokenRefreshed', data: { tokenExpiresAt } })
      case 'pending_setup':
        return accept({ type: 'ConnectionActivated', data: { tokenExpiresAt } })
      case 'expired':
      case 'error':
        return accept(
          { type: 'ConnectionReopened', data: {} },
          { type: 'ConnectionActivated', data: { tokenExpiresAt } },
        )
    }
  }
}

/**
 * The tokens can't be refreshed. `refused`: the government says no, and the user has to authorise
 * again; otherwise it is tried again at `nextTryAt`, so often as the specification says. Without
 * effect unless the connection is active.
 */
export function failRefresh(refused: boolean, errorMessage: string, nextTryAt: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, never> => {
    if (state.status !== 'active') return accept()
    if (refused) return accept({ type: 'ConnectionExpired', data: { errorMessage } })
    if (state.refreshFailures >= REFRESH_RETRIES) return accept({ type: 'ConnectionFailed', data: { errorMessage } })
    return accept({ type: 'TokenRefreshFailed', data: { errorMessage, nextTryAt } })
  }
}

/**
 * How long ago the token was obtained that the government did not take: just now; some minutes
 * ago; or so long ago that it had been taken since.
 */
export type TokenAge = 'new' | 'young' | 'old'

/**
 * The government did not take the credentials in a call. `renewable`: a fresh token may help.
 * Where a fresh one was not taken either, and that lasts, the connection expires; where none can
 * help, it fails until its user does something. Without effect unless the connection is active.
 */
export function refuseAccess(errorMessage: string, renewable: boolean, age: TokenAge) {
  return (state: ConnectionState): Decision<ConnectionEvent, never> => {
    if (state.status !== 'active') return accept()
    if (!renewable) return accept({ type: 'ConnectionFailed', data: { errorMessage } })
    if (state.access === 'refused') return accept()
    if (state.access === 'taken' || age === 'old') return accept({ type: 'AccessRefused', data: { errorMessage } })
    return age === 'young' ? accept({ type: 'ConnectionExpired', data: { errorMessage } }) : accept()
  }
}

/** In whatever status it is. Its secrets are erased once this is on record. */
export function deleteConnection() {
  return (state: ConnectionState): Decision<ConnectionEvent, 'unknown'> => {
    if (state.status === 'none' || state.status === 'deleted') return reject('unknown')
    return accept({ type: 'ConnectionDeleted', data: {} })
  }
}

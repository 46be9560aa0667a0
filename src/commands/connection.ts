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
  /** Whether no set-up is needed: the operator has an access that serves all companies. */
  readonly isOpen: boolean
}

/**
 * One connection per company and country: its id is derived from both, so this stream is the lock.
 * In the test environment, and where no set-up is needed, it is active at once; else it waits for
 * its set-up. An active or pending one stays as it is, an expired or failed one is re-opened, a
 * deleted one is rejected as `deleted`: the caller derives the next id. One that could never
 * become active is rejected as `no_setup`.
 */
export function requestConnection(command: RequestConnection) {
  return (state: ConnectionState): Decision<ConnectionEvent, 'deleted' | 'no_setup'> => {
    const { environment, canBeSetUp, isOpen, ...data } = command
    const activated: ConnectionEvent = { type: 'ConnectionActivated', data: { tokenExpiresAt: null } }
    const atOnce = environment === 'test' || isOpen ? ([activated] as const) : ([] as const)
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
 * connection becomes active, an expired or failed one is set up again, an active one uses the new
 * ones from now on.
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

/** Anybody who knows the address may call back, so the stream needs a limit to stay short. */
const MAX_AUTHORIZATIONS = 100

/**
 * An authorization code has arrived and is about to be exchanged. Each code is used once, and only
 * while the connection waits for its set-up.
 */
export function startAuthorization(codeHash: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, 'not_pending' | 'code_used' | 'too_many'> => {
    if (state.status !== 'pending_setup') return reject('not_pending')
    if (state.authorizations >= MAX_AUTHORIZATIONS) return reject('too_many')
    if (state.codeHashes.includes(codeHash)) return reject('code_used')
    return accept({ type: 'AuthorizationStarted', data: { codeHash } })
  }
}

/** The authorization failed. Has no effect unless the connection waits for its set-up. */
export function failAuthorization(errorMessage: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, never> => {
    if (state.status !== 'pending_setup' || state.lastErrorMessage === errorMessage) return accept()
    if (state.authorizations >= 2 * MAX_AUTHORIZATIONS) return accept()
    return accept({ type: 'AuthorizationFailed', data: { errorMessage } })
  }
}

/**
 * New tokens are in the vault, after an authorization or a refresh. They also revive a connection
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
 * The tokens can't be refreshed. `refused`: the government refused, and the user has to authorise
 * again; otherwise the refresh is tried again at `nextTryAt`. After the retries of the
 * specification the connection fails, and further tries can revive it. Has no effect unless the
 * connection is active, or failed by its refresh.
 */
export function failRefresh(refused: boolean, errorMessage: string, nextTryAt: string) {
  return (state: ConnectionState): Decision<ConnectionEvent, never> => {
    if (!isRefreshed(state)) return accept()
    if (refused) return accept({ type: 'ConnectionExpired', data: { errorMessage } })
    const fails = state.status === 'active' && state.refreshFailures >= REFRESH_RETRIES
    return accept({ type: fails ? 'ConnectionFailed' : 'TokenRefreshFailed', data: { errorMessage, nextTryAt } })
  }
}

/** Whether the tokens of the connection are refreshed: it is active, or failed by its refresh. */
export function isRefreshed(state: ConnectionState): state is Extract<ConnectionState, { connectionId: string }> {
  return state.status === 'active' || (state.status === 'error' && state.nextTryAt !== null)
}

/**
 * When the token that the government refused was obtained: just now; some minutes ago; or so long
 * ago that it had been accepted since.
 */
export type TokenAge = 'new' | 'young' | 'old'

/**
 * The government refused the credentials in a call. `renewable`: a fresh token may help. If a
 * fresh one is refused too, and that lasts, the connection expires; if none can help, it fails
 * until its user acts. Has no effect unless the connection is active.
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

/**
 * Works in any status. The secrets are erased once this is on record. `reason` is absent if the
 * client asks for it.
 */
export function deleteConnection(reason?: 'company_deleted') {
  return (state: ConnectionState): Decision<ConnectionEvent, 'unknown'> => {
    if (state.status === 'none' || state.status === 'deleted') return reject('unknown')
    return accept({ type: 'ConnectionDeleted', data: reason === undefined ? {} : { reason } })
  }
}

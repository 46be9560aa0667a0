import type { ConnectionEvent, ConnectionState } from '../domain/connection.js'
import { accept, type Decision, reject } from './handle.js'

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

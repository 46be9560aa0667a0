import type { CountryCode } from '../domain/request/invoice-request.js'
import type { ConnectionEvent, ConnectionState } from '../domain/connection.js'
import type { Environment } from '../domain/event.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: a company is to be connected to a country's system. */
export interface RequestConnection {
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

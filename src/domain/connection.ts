import type { CountryCode } from './invoice-request.js'
import { type Aggregate, unknownEvent } from './aggregate.js'

/** The statuses of the interface specification, "Connection status". */
export const CONNECTION_STATUSES = ['pending_setup', 'active', 'expired', 'error'] as const
/** One of `CONNECTION_STATUSES`. */
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** What can happen to a connection. */
export type ConnectionEvent =
  | {
      readonly type: 'ConnectionRequested'
      readonly data: { readonly connectionId: string; readonly companyId: string; readonly countryCode: CountryCode }
    }
  /**
   * Usable. `tokenExpiresAt` (ISO 8601) where the country's access expires; null for simulated and
   * certificate-based ones.
   */
  | { readonly type: 'ConnectionActivated'; readonly data: { readonly tokenExpiresAt: string | null } }
  /** Others took the place of those of an active connection, which stays active. */
  | { readonly type: 'CredentialsReplaced'; readonly data: Record<string, never> }
  /** The token could not be refreshed and the user has to authorise again. */
  | { readonly type: 'ConnectionExpired'; readonly data: { readonly errorMessage: string } }
  /** Refreshing failed for good for another reason. */
  | { readonly type: 'ConnectionFailed'; readonly data: { readonly errorMessage: string } }
  /** Set up anew after it expired or failed. */
  | { readonly type: 'ConnectionReopened'; readonly data: Record<string, never> }
  | { readonly type: 'ConnectionDeleted'; readonly data: Record<string, never> }

/** What decisions need to know of a connection. `tokenExpiresAt` is ISO 8601. */
export type ConnectionState =
  | { readonly status: 'none' }
  | {
      readonly status: ConnectionStatus
      readonly connectionId: string
      readonly companyId: string
      readonly countryCode: CountryCode
      readonly tokenExpiresAt: string | null
      readonly lastErrorMessage: string | null
    }
  | { readonly status: 'deleted' }

/** The connection of a company to a government, in one environment. */
export const connection: Aggregate<ConnectionState, ConnectionEvent> = {
  name: 'connection',
  initialState: { status: 'none' },
  snapshotVersion: 1,
  evolve(state, event) {
    if (event.type === 'ConnectionRequested') {
      return { status: 'pending_setup', ...event.data, tokenExpiresAt: null, lastErrorMessage: null }
    }
    if (state.status === 'none' || state.status === 'deleted') {
      throw new Error(`${event.type} on a connection that is ${state.status}`)
    }
    switch (event.type) {
      case 'ConnectionActivated':
        return { ...state, status: 'active', tokenExpiresAt: event.data.tokenExpiresAt, lastErrorMessage: null }
      case 'CredentialsReplaced':
        return { ...state, lastErrorMessage: null }
      case 'ConnectionExpired':
        return { ...state, status: 'expired', lastErrorMessage: event.data.errorMessage }
      case 'ConnectionFailed':
        return { ...state, status: 'error', lastErrorMessage: event.data.errorMessage }
      case 'ConnectionReopened':
        return { ...state, status: 'pending_setup', tokenExpiresAt: null }
      case 'ConnectionDeleted':
        return { status: 'deleted' }
      default:
        return unknownEvent(event)
    }
  },
}

/**
 * The vault's name for what a connection keeps secret: tokens, certificates, credentials, all in
 * one.
 */
export function connectionSecret(connectionId: string): string {
  return `connection/${connectionId}`
}

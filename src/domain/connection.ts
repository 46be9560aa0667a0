import type { CountryCode } from './request/invoice-request.js'
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
   * Usable. `tokenExpiresAt` (ISO 8601) if the country's access expires; null for simulated and
   * certificate-based ones.
   */
  | { readonly type: 'ConnectionActivated'; readonly data: { readonly tokenExpiresAt: string | null } }
  /**
   * The user returned from the government with a code, which is about to be exchanged for tokens.
   * `codeHash`: SHA-256 (hex) of the code, so that it is exchanged once.
   */
  | { readonly type: 'AuthorizationStarted'; readonly data: { readonly codeHash: string } }
  /** The user was refused, or the code could not be exchanged; the set-up continues. */
  | { readonly type: 'AuthorizationFailed'; readonly data: { readonly errorMessage: string } }
  /** New credentials replaced those of an active connection, which stays active. */
  | { readonly type: 'CredentialsReplaced'; readonly data: Record<string, never> }
  | { readonly type: 'TokenRefreshed'; readonly data: { readonly tokenExpiresAt: string } }
  /** An attempt to refresh failed; the next one is due then (ISO 8601). */
  | {
      readonly type: 'TokenRefreshFailed'
      readonly data: { readonly errorMessage: string; readonly nextTryAt: string }
    }
  /** The government refused the token in a call: it is refreshed at once. */
  | { readonly type: 'AccessRefused'; readonly data: { readonly errorMessage: string } }
  /** The token could not be refreshed and the user has to authorise again. */
  | { readonly type: 'ConnectionExpired'; readonly data: { readonly errorMessage: string } }
  /**
   * Its invoices wait. With `nextTryAt` (ISO 8601) the token could not be refreshed, and is tried
   * again then: the refresh token may still be good. Without it only its user can help.
   */
  | {
      readonly type: 'ConnectionFailed'
      readonly data: { readonly errorMessage: string; readonly nextTryAt?: string }
    }
  /** Set up again after it expired or failed. */
  | { readonly type: 'ConnectionReopened'; readonly data: Record<string, never> }
  /** By its client; `company_deleted`: by the service, since its company was deleted. */
  | { readonly type: 'ConnectionDeleted'; readonly data: { readonly reason?: 'company_deleted' } }

/** The state of a connection for decisions. `tokenExpiresAt` is ISO 8601. */
export type ConnectionState =
  | { readonly status: 'none' }
  | {
      readonly status: ConnectionStatus
      readonly connectionId: string
      readonly companyId: string
      readonly countryCode: CountryCode
      readonly tokenExpiresAt: string | null
      readonly lastErrorMessage: string | null
      /** Of the authorization codes that were exchanged in this set-up. */
      readonly codeHashes: readonly string[]
      /** How often users returned from the government in this set-up. */
      readonly authorizations: number
      /** Failed attempts to refresh in a row. */
      readonly refreshFailures: number
      /** After a failed refresh: when it is tried again (ISO 8601); null: no such time. */
      readonly nextTryAt: string | null
      /**
       * `refused`: the government refused the token; `renewed`: it refused the one before too, and
       * this one is fresh; `taken`: accepted, as far as is known.
       */
      readonly access: 'taken' | 'refused' | 'renewed'
    }
  | { readonly status: 'deleted' }

/** The connection of a company to a government, in one environment. */
export const connection: Aggregate<ConnectionState, ConnectionEvent> = {
  name: 'connection',
  initialState: { status: 'none' },
  snapshotVersion: 3,
  evolve(state, event) {
    if (event.type === 'ConnectionRequested') {
      return { status: 'pending_setup', ...event.data, tokenExpiresAt: null, lastErrorMessage: null, ...UNTRIED }
    }
    if (state.status === 'none' || state.status === 'deleted') {
      throw new Error(`${event.type} on a connection that is ${state.status}`)
    }
    switch (event.type) {
      case 'ConnectionActivated':
        return {
          ...state,
          status: 'active',
          tokenExpiresAt: event.data.tokenExpiresAt,
          lastErrorMessage: null,
          ...UNTRIED,
        }
      case 'AuthorizationStarted':
        return {
          ...state,
          codeHashes: [...state.codeHashes, event.data.codeHash],
          authorizations: state.authorizations + 1,
        }
      case 'AuthorizationFailed':
        return { ...state, lastErrorMessage: event.data.errorMessage, authorizations: state.authorizations + 1 }
      case 'CredentialsReplaced':
        return { ...state, lastErrorMessage: null, ...UNTRIED }
      case 'TokenRefreshed':
        return {
          ...state,
          tokenExpiresAt: event.data.tokenExpiresAt,
          lastErrorMessage: null,
          refreshFailures: 0,
          nextTryAt: null,
          access: state.access === 'refused' ? 'renewed' : 'taken',
        }
      case 'TokenRefreshFailed':
        return { ...state, ...triedAgain(state, event.data.nextTryAt), lastErrorMessage: event.data.errorMessage }
      case 'AccessRefused':
        return { ...state, lastErrorMessage: event.data.errorMessage, access: 'refused' }
      case 'ConnectionExpired':
        return { ...state, status: 'expired', lastErrorMessage: event.data.errorMessage, nextTryAt: null }
      case 'ConnectionFailed': {
        const { errorMessage, nextTryAt } = event.data
        const next = nextTryAt === undefined ? { nextTryAt: null } : triedAgain(state, nextTryAt)
        return { ...state, ...next, status: 'error', lastErrorMessage: errorMessage }
      }
      case 'ConnectionReopened':
        return { ...state, status: 'pending_setup', tokenExpiresAt: null, ...UNTRIED }
      case 'ConnectionDeleted':
        return { status: 'deleted' }
      default:
        return unknownEvent(event)
    }
  },
}

const UNTRIED = { codeHashes: [], authorizations: 0, refreshFailures: 0, nextTryAt: null, access: 'taken' } as const

function triedAgain({ refreshFailures }: { readonly refreshFailures: number }, nextTryAt: string) {
  return { refreshFailures: refreshFailures + 1, nextTryAt }
}

/**
 * The secrets of a connection: fields as handed over, or tokens; every field of every country is a
 * text.
 */
export type Credentials = Readonly<Record<string, string | undefined>>

/** The vault's name for a connection's secrets: tokens, certificates, credentials, all in one. */
export function connectionSecret(connectionId: string): string {
  return `connection/${connectionId}`
}

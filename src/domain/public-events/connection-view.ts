import { existing, unknownEvent } from '../aggregate.js'
import type { ConnectionEvent, ConnectionStatus } from '../connection.js'
import { type Environment, scopeOfEvent, type StreamEvent } from '../event.js'
import { isoTime } from '../iso-time.js'
import type { CountryCode } from '../request/invoice-request.js'
import type { SHOWN_OF_CONNECTION } from './event-kinds.js'

/** A connection as the API shows it. Times are ISO 8601 in UTC. */
export type ConnectionView = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly company_id: string
  readonly country_code: CountryCode
  readonly status: ConnectionStatus
  readonly token_expires_at: string | null
  readonly last_error_message: string | null
  readonly created_at: string
}

/** The connection after an event; null: it was deleted. */
export function connectionAfter(
  row: ConnectionView | null,
  event: StreamEvent<ConnectionEvent>,
): ConnectionView | null {
  switch (event.type) {
    case 'ConnectionRequested':
      return {
        id: event.data.connectionId,
        ...scopeOfEvent(event),
        company_id: event.data.companyId,
        country_code: event.data.countryCode,
        status: 'pending_setup',
        token_expires_at: null,
        last_error_message: null,
        created_at: event.metadata.occurredAt,
      }
    case 'ConnectionActivated':
      return {
        ...existing(row, event),
        status: 'active',
        token_expires_at: event.data.tokenExpiresAt,
        last_error_message: null,
      }
    case 'AuthorizationStarted':
      return existing(row, event)
    case 'AuthorizationFailed':
    case 'TokenRefreshFailed':
    case 'AccessRefused':
      return { ...existing(row, event), last_error_message: event.data.errorMessage }
    case 'CredentialsReplaced':
      return { ...existing(row, event), last_error_message: null }
    case 'TokenRefreshed':
      return { ...existing(row, event), token_expires_at: event.data.tokenExpiresAt, last_error_message: null }
    case 'ConnectionExpired':
      return { ...existing(row, event), status: 'expired', last_error_message: event.data.errorMessage }
    case 'ConnectionFailed':
      return { ...existing(row, event), status: 'error', last_error_message: event.data.errorMessage }
    case 'ConnectionReopened':
      return { ...existing(row, event), status: 'pending_setup', token_expires_at: null }
    case 'ConnectionDeleted':
      return null
    default:
      return unknownEvent(event)
  }
}

/** A connection as in the answers of the API and in the `data` of its events. */
export function shownConnection(row: ConnectionView) {
  return {
    id: row.id,
    companyId: row.company_id,
    countryCode: row.country_code,
    status: row.status,
    tokenExpiresAt: isoTime(row.token_expires_at),
    lastErrorMessage: row.last_error_message,
    createdAt: isoTime(row.created_at),
  } satisfies Readonly<Record<(typeof SHOWN_OF_CONNECTION)[number], unknown>>
}

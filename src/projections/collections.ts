import type { ConnectionEvent } from '../domain/connection.js'
import { type Environment, scopeOfEvent } from '../domain/event.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { categoryPrefixes } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'
import { existing } from '../domain/aggregate.js'

/** A connection through which the government's messages may be fetched. */
export type CollectionRow = {
  /** The connection's stream. */
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  readonly country: CountryCode
  readonly is_active: boolean
  /** Of the event behind this state. */
  readonly position: string
  readonly due_at: string
}

/**
 * The to-do list of fetching messages: every active connection. The country's gateway determines
 * whether its government is asked.
 */
export const collections: Projection<CollectionRow, ConnectionEvent> = {
  name: 'collections',
  version: 1,
  streamPrefixes: categoryPrefixes('Connection'),
  keyColumn: 'stream',
  erasing: { column: 'stream', of: (stream) => stream },
  columns: `
    stream text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    country text NOT NULL,
    is_active boolean NOT NULL,
    position bigint NOT NULL,
    due_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (position) WHERE is_active'],
  key: (event) => event.stream,
  evolve(row, event) {
    const changed = { position: event.position.toString(), due_at: event.metadata.occurredAt }
    switch (event.type) {
      case 'ConnectionRequested':
        return {
          stream: event.stream,
          ...scopeOfEvent(event),
          country: event.data.countryCode,
          is_active: false,
          ...changed,
        }
      case 'ConnectionActivated':
      case 'CredentialsReplaced':
        return { ...existing(row, event), ...changed, is_active: true }
      case 'ConnectionExpired':
      case 'ConnectionFailed':
      case 'ConnectionReopened':
        return { ...existing(row, event), is_active: false }
      case 'ConnectionDeleted':
        return null
      default:
        return existing(row, event)
    }
  },
}

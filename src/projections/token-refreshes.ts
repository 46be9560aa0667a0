import type { ConnectionEvent } from '../domain/connection.js'
import { type Environment, scopeOfEvent } from '../domain/event.js'
import { categoryPrefixes } from '../domain/streams.js'
import { refreshDueAfter } from '../domain/token-refresh.js'
import type { Projection } from './engine/projection.js'

/** A connection whose tokens are to be refreshed in time. */
export type TokenRefreshRow = {
  /** The connection's stream. */
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  /** Of the event behind this row. */
  readonly position: string
  readonly due_at: string
}

/** The to-do list of token refreshes: every connection whose access expires. */
export const tokenRefreshes: Projection<TokenRefreshRow, ConnectionEvent> = {
  name: 'token_refreshes',
  version: 2,
  streamPrefixes: categoryPrefixes('Connection'),
  keyColumn: 'stream',
  erasing: { column: 'stream', of: (stream) => stream },
  columns: `
    stream text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    position bigint NOT NULL,
    due_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (position)'],
  key: (event) => event.stream,
  evolve(row, event) {
    const due = refreshDueAfter(event)
    if (due === undefined) return row
    if (due === null) return null
    return { stream: event.stream, ...scopeOfEvent(event), position: event.position.toString(), due_at: due }
  },
}

import type { AccountEvent } from '../domain/account.js'
import { ACCOUNT_PREFIX } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'

/** An account with its plan. `created_at` is ISO 8601 in UTC. */
export type AccountRow = {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly created_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.accounts': AccountRow
  }
}

/** All accounts, by id. */
export const accounts: Projection<AccountRow, AccountEvent> = {
  name: 'accounts',
  version: 1,
  streamPrefixes: [ACCOUNT_PREFIX],
  keyColumn: 'id',
  columns: `
    id text PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL,
    created_at timestamptz NOT NULL`,
  indexes: [],
  key: (event) => event.data.accountId,
  evolve: (_row, event) => ({
    id: event.data.accountId,
    name: event.data.name,
    plan: event.data.plan,
    created_at: event.metadata.occurredAt,
  }),
}

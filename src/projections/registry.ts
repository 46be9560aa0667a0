import type { DomainEvent } from '../domain/event.js'
import { accounts, type AccountsDatabase } from './accounts.js'
import { apiKeys, type ApiKeysDatabase } from './api-keys.js'
import { companies, type CompaniesDatabase } from './companies.js'
import { connections, type ConnectionsDatabase } from './connections.js'
import { invoices, type InvoicesDatabase } from './invoices.js'
import type { Projection, Row } from './projection.js'
import { timeline, type TimelineDatabase } from './timeline.js'
import { todo } from './todo.js'

/** Every read model; a new one is one file and one line here (and its table's type below, where HTTP queries it). */
export const PROJECTIONS: readonly Projection[] = [
  untyped(accounts),
  untyped(apiKeys),
  untyped(companies),
  untyped(connections),
  untyped(invoices),
  untyped(timeline),
  untyped(todo),
]

/** The runner hands a projection only events of its own streams and rows of its own table, so both types may be forgotten here. */
function untyped<R extends Row, E extends DomainEvent>(projection: Projection<R, E>): Projection {
  return projection as unknown as Projection
}

/** The tables that queries may name. */
export type ReadModels = AccountsDatabase &
  ApiKeysDatabase &
  CompaniesDatabase &
  ConnectionsDatabase &
  InvoicesDatabase &
  TimelineDatabase

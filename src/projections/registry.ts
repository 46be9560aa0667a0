import type { DomainEvent } from '../domain/event.js'
import { accounts } from './accounts.js'
import { answers } from './answers.js'
import { apiKeys } from './api-keys.js'
import { collections } from './collections.js'
import { companies } from './companies.js'
import { connections } from './connections.js'
import { deliveries } from './deliveries.js'
import { documentUses } from './document-uses.js'
import { feed } from './feed.js'
import { holds } from './holds.js'
import { invoiceSearch } from './invoice-search/invoice-search.js'
import { invoices } from './invoices.js'
import { outbox } from './outbox.js'
import type { Projection, Row } from './engine/projection.js'
import { received } from './received.js'
import { receivers } from './receivers.js'
import { responses } from './responses.js'
import { timeline } from './timeline.js'
import { todo } from './todo.js'
import { tokenRefreshes } from './token-refreshes.js'
import { webhooks } from './webhooks.js'

/** Every read model; a new one is one file and one line here. */
export const PROJECTIONS: readonly Projection[] = [
  untyped(accounts),
  untyped(answers),
  untyped(apiKeys),
  untyped(collections),
  untyped(companies),
  untyped(connections),
  untyped(deliveries),
  untyped(documentUses),
  untyped(feed),
  untyped(holds),
  untyped(invoices),
  untyped(invoiceSearch),
  untyped(outbox),
  untyped(received),
  untyped(receivers),
  untyped(responses),
  untyped(timeline),
  untyped(todo),
  untyped(tokenRefreshes),
  untyped(webhooks),
]

/**
 * The runner gives a projection only events of its own streams and rows of its own table, so both
 * types may be dropped here.
 */
function untyped<R extends Row, E extends DomainEvent>(projection: Projection<R, E>): Projection {
  return projection as unknown as Projection
}

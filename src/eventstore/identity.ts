import { randomUUID } from 'node:crypto'
import { systemClock } from '../domain/clock.js'
import type { DomainEvent } from '../domain/event.js'
import type { StoreId } from '../storage/event-store-of-database.js'
import { EMPTY_CHAIN, seal } from './hash-chain.js'
import type { EventStore } from './port.js'

interface EventStoreOpened extends DomainEvent {
  readonly type: 'EventStoreOpened'
}

/** The stream that holds the id of an EventStoreDB. No aggregate's streams have this name. */
export const IDENTITY_STREAM = 'clearway.identity'

/** The id of an EventStoreDB; null: it was never used. Throws `EventStoreUnavailable`. */
export async function idOfEventStoreDb(store: EventStore): Promise<StoreId | null> {
  const [opened] = await store.readStream(IDENTITY_STREAM)
  return opened === undefined ? null : `eventstoredb:${opened.id}`
}

/**
 * Assigns an id to an EventStoreDB that has none: that of the first event appended for this
 * purpose. It stays the same behind every address, and in every copy. Throws
 * `EventStoreUnavailable`.
 */
export async function identify(store: EventStore): Promise<StoreId> {
  for (;;) {
    const id = await idOfEventStoreDb(store)
    if (id !== null) return id
    const metadata = {
      $correlationId: IDENTITY_STREAM,
      $causationId: IDENTITY_STREAM,
      schemaVersion: 1,
      actor: 'operator',
      account: '',
      environment: null,
      occurredAt: systemClock.now().toISOString(),
    } as const
    const event = { type: 'EventStoreOpened', data: {}, id: randomUUID(), metadata } as const
    await store.append(IDENTITY_STREAM, 'none', seal<EventStoreOpened>(IDENTITY_STREAM, EMPTY_CHAIN, [event]))
  }
}

import { isUnavailable, lacksResources, tookTooLong } from '../storage/postgres/unavailable.js'
import { ObjectStoreUnavailable } from '../storage/documents/object-store.js'
import { EventStoreUnavailable } from './port.js'

/**
 * Whether an error is due to a temporary state of the event store, the database or the object
 * store, and not to a fault of the service.
 */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof EventStoreUnavailable ||
    error instanceof ObjectStoreUnavailable ||
    isUnavailable(error) ||
    tookTooLong(error)
  )
}

/**
 * Whether the watch over store and database (health.ts) notices this outage too. It logs it once,
 * so others need not log it. The watch may miss a full disk, or a single statement that takes too
 * long, and does not look at the object store.
 */
export function isWatchedOutage(error: unknown): boolean {
  return isOutage(error) && !(error instanceof ObjectStoreUnavailable) && !tookTooLong(error) && !lacksResources(error)
}

import { isUnavailable, lacksResources, tookTooLong } from '../storage/unavailable.js'
import { EventStoreUnavailable } from './port.js'

/**
 * Whether an error speaks of the state of the event store or the database, which passes by itself,
 * as opposed to a fault of ours.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof EventStoreUnavailable || isUnavailable(error) || tookTooLong(error)
}

/**
 * An outage that the watch over store and database (health.ts) meets too and tells once: whoever
 * else meets it need not speak of it. A full disk, or one statement that takes too long, may
 * escape the watch.
 */
export function isWatchedOutage(error: unknown): boolean {
  return isOutage(error) && !tookTooLong(error) && !lacksResources(error)
}

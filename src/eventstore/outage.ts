import { isUnavailable } from '../storage/unavailable.js'
import { EventStoreUnavailable } from './port.js'

/** Whether an error says that the event store or the database can't be reached right now, which passes by itself, as opposed to a fault of ours. */
export function isOutage(error: unknown): boolean {
  return error instanceof EventStoreUnavailable || isUnavailable(error)
}

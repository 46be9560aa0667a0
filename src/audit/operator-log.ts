import type { OperatorAction, OperatorActionEvent } from '../domain/operator-action.js'
import { MOST_ACTION_PARTS, operatorActionStream } from '../domain/streams.js'
import type { EventStore } from '../eventstore/port.js'
import { upcast } from '../eventstore/upcast.js'
import type { RecordedEvent } from '../domain/event.js'

/** An operator's action and its place among the events. */
export interface LoggedAction extends OperatorAction {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly stream: string
  readonly revision: number
}

const DAY_MS = 86_400_000

/**
 * Actions of operators between two days, both included, oldest first; days are like `2026-11-23`,
 * UTC. Reads one day after another, so memory is bounded by one day. Throws
 * `EventStoreUnavailable`.
 */
export async function* operatorLog(store: EventStore, from: string, to: string): AsyncGenerator<LoggedAction> {
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY_MS) {
    const { stream, events } = await partOf(store, new Date(day).toISOString().slice(0, 10))
    for (const recorded of events) {
      const event = upcast(recorded)
      // The stream's name determines the type of its events.
      const { data } = event as RecordedEvent<OperatorActionEvent>
      yield { ...data, at: recorded.metadata.occurredAt, stream, revision: recorded.revision }
    }
  }
}

/** The part of a day that is not erased: an earlier one is empty. */
async function partOf(store: EventStore, day: string) {
  for (let part = 1; ; part++) {
    const stream = operatorActionStream(day, part)
    const events = await store.readStream(stream)
    if (events.length > 0 || part === MOST_ACTION_PARTS) return { stream, events }
  }
}

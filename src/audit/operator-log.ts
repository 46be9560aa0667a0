import type { OperatorAction, OperatorActionEvent } from '../domain/operator-action.js'
import { operatorActionStream } from '../domain/streams.js'
import type { EventStore } from '../eventstore/port.js'
import { upcast } from '../eventstore/upcast.js'

/** An operator's action, with its place among the events. */
export interface LoggedAction extends OperatorAction {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly stream: string
  readonly revision: number
}

const DAY_MS = 86_400_000

/**
 * What operators did from one day to another, both included, in the order of time; days are like
 * `2026-11-23`, UTC. One day after another is read, so memory is bounded by a day's. Throws
 * `EventStoreUnavailable`.
 */
export async function* operatorLog(store: EventStore, from: string, to: string): AsyncGenerator<LoggedAction> {
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY_MS) {
    const stream = operatorActionStream(new Date(day).toISOString().slice(0, 10))
    for (const recorded of await store.readStream(stream)) {
      const event = upcast(recorded)
      // The stream's name says whose events it holds.
      const { data } = event as unknown as OperatorActionEvent
      yield { ...data, at: recorded.metadata.occurredAt, stream, revision: recorded.revision }
    }
  }
}

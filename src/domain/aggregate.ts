import type { DomainEvent, StreamEvent } from './event.js'

/** State computed from a stream's events, and nothing else. */
export interface Aggregate<State, Event extends DomainEvent> {
  /** For logs and errors. */
  readonly name: string
  readonly initialState: State
  /**
   * For an aggregate whose streams grow without limit: its states are kept beside the store under
   * this version, so that no stream need be read from its beginning. Raise it when `State` or
   * `evolve` change. `State` must survive JSON.
   */
  readonly snapshotVersion?: number
  /** Pure and total: every event type of the union has its case. */
  evolve(state: State, event: Event): State
}

/** The state after these events, in order, from an earlier state (default: the initial one). */
export function fold<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly Event[],
  from: State = aggregate.initialState,
): State {
  return events.reduce((state, event) => aggregate.evolve(state, event), from)
}

/**
 * Ends every switch over event types: an event that is not handled is a type error, and at run
 * time an exception.
 */
export function unknownEvent(event: never): never {
  const { type }: DomainEvent = event
  throw new Error(`unknown event ${type}`)
}

/**
 * The row before an event that changes it. Throws if there is none: the stream or the table was
 * tampered with.
 */
export function existing<Row>(row: Row | null, event: StreamEvent): Row {
  if (row === null) throw new Error(`${event.type} at ${event.stream}@${event.revision} has no row to change`)
  return row
}

/** The result of a fold over a stream that has events. */
export function knownRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a stream with events has no row')
  return row
}

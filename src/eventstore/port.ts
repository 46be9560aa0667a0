import type { EventToAppend, RecordedEvent } from '../domain/event.js'

/**
 * The event store port. Every adapter passes the one contract test
 * (`test/eventstore/contract.ts`).
 *
 * Appends are atomic, durable when they return, and idempotent by event id. The order of all
 * events is the order in which appends were committed. Positions express that order and nothing
 * else: they are gapless in PostgreSQL, places in a log elsewhere.
 */
export interface EventStore {
  /** Positions count events, erased ones too; absent: they are places in a log. */
  readonly gapless?: true

  /**
   * Appends events to one stream, all or none.
   *
   * `expectedRevision`: the revision of the stream's last event as the caller knows it, `'none'`
   * for a stream without events. There is no "any": a retry after an unknown outcome must be
   * recognisable.
   *
   * Outcomes:
   * - `appended`: the events are durable. `revision` and `position` are those of the last of them.
   * - `appended` with the old revision and position, if exactly these event ids, in this order,
   *   already follow `expectedRevision` in the stream (an idempotent retry; the bodies are not
   *   compared). A retry of only the first events of an append gets the same answer.
   * - `conflict`: the stream has another revision, `actualRevision` (`'none'`: no events). Also if
   *   only a part of the ids is there already, or if one of them has another revision in this
   *   stream, regardless of the end that the caller expects: `actualRevision` may then equal
   *   `expectedRevision`, and only new ids help.
   * - `erased`: the stream was erased; nothing can ever be appended to it again.
   *
   * Throws `EventStoreUnavailable` if the outcome is unknown or the store can't be reached (retry
   * with the same ids and the same expected revision), and `InvalidAppend` for a batch that no
   * store could accept.
   */
  append(
    stream: string,
    expectedRevision: ExpectedRevision,
    events: readonly EventToAppend[],
    options?: AppendOptions,
  ): Promise<AppendOutcome>

  /**
   * Reads a stream's events in order, from `fromRevision` (default 0) on. A stream that does not
   * exist, or was erased, has none. Throws `EventStoreUnavailable`.
   */
  readStream(stream: string, fromRevision?: number): Promise<readonly RecordedEvent[]>

  /**
   * The event at a position from a message of this store, of any stream; null: it was erased, or
   * is not there any more. Throws `EventStoreUnavailable`.
   */
  eventAt(position: bigint): Promise<RecordedEvent | null>

  /**
   * Follows all events after `options.after`, in position order, for ever: history first, then
   * live. No committed event of a matching stream is ever skipped, with any number of writing
   * processes. Ends when the signal aborts. Throws `EventStoreUnavailable` when the store is lost,
   * also in mid-stream: subscribe again after the last processed position. A consumer may be as
   * slow as it likes; the adapter holds a bounded number of events for it. Throws
   * `PositionBeyondEnd` if `options.after` is after the newest event.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionMessage>

  /**
   * Position of the newest event, or null for a store that never held one. An erased event keeps
   * its position: an erasure does not move the head. But after the newest events of an
   * EventStoreDB were erased and scavenged, a new process finds the newest that is left. Throws
   * `EventStoreUnavailable`.
   */
  head(): Promise<bigint | null>

  /**
   * Deletes a stream's events for good (data retention, erasure). Idempotent. Reads then find
   * nothing, subscriptions no longer deliver them, other events keep their positions, appends
   * return `erased`. Throws `EventStoreUnavailable`; whether the stream is erased is then unknown,
   * and erasing it again is safe.
   *
   * When it returns, no caller sees the events any more. Their bytes leave PostgreSQL's disk with
   * its next vacuum, EventStoreDB's with the next scavenge: until then they remain in its `$all`,
   * where the adapter leaves them out.
   */
  erase(stream: string): Promise<void>

  /**
   * Whether the stream was erased; absent: an append shows it. For readers that may not append.
   * Throws `EventStoreUnavailable`.
   */
  isErased?(stream: string): Promise<boolean>

  /** Ends subscriptions and connections. Appends under way are finished first. */
  close(): Promise<void>
}

/** The revision of a stream's last event, from 0; `'none'`: the stream has no events. */
export type ExpectedRevision = number | 'none'

/** Options for appends of copied events. */
export interface AppendOptions {
  /**
   * The events are copied unchanged from another store: characters that a new event may not hold
   * (U+0000, halves of surrogate pairs) are kept.
   */
  readonly copied?: boolean
}

/** The outcome of an append; `EventStore.append` describes each. */
export type AppendOutcome =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: bigint }
  | { readonly kind: 'conflict'; readonly actualRevision: ExpectedRevision }
  | { readonly kind: 'erased' }

/** Which events a subscription delivers, and until when: it ends when `signal` aborts. */
export interface SubscribeOptions {
  /**
   * Exclusive; null means from the beginning. Any position from a message is accepted, also if its
   * event is gone.
   */
  readonly after: bigint | null
  /** Only events whose stream name begins with one of these; all when absent. */
  readonly streamPrefixes?: readonly string[]
  /** The most events in one message; default 500. */
  readonly maxBatch?: number
  readonly signal: AbortSignal
}

/**
 * - `events`: one or more events in order. `position` is that of the last one or of a later
 *   filtered-out event: a subscriber that has processed them may resume after it.
 * - `caughtUp`: every event up to `position` that existed when the store was asked has been
 *   delivered. Sent after history, and again each time new events that were filtered out have
 *   moved the position (the tick of a filtered subscription).
 */
export type SubscriptionMessage =
  | { readonly kind: 'events'; readonly events: readonly RecordedEvent[]; readonly position: bigint }
  | { readonly kind: 'caughtUp'; readonly position: bigint | null }

/** The store can't be reached, or an append's outcome is unknown. Retrying is safe. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable'
}

/**
 * A subscriber has a position that the store has never assigned: the store was restored from an
 * older copy. The subscriber's results rest on events that are gone; they must be rebuilt, not
 * resumed.
 */
export class PositionBeyondEnd extends Error {
  override readonly name = 'PositionBeyondEnd'
}

/**
 * A programming error: an empty batch, an id that is not a lower-case UUID or occurs twice, an
 * event of over `MAX_EVENT_BYTES`, an append of over `MAX_APPEND_BYTES`, data that JSON can't hold
 * or that has U+0000 or half of a surrogate pair, a stream name or event type that is not 1 to 200
 * visible ASCII characters. Nothing was sent.
 */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend'
}

/** The size limit of an event, on any store: data and metadata as JSON, in bytes. */
export const MAX_EVENT_BYTES = 256 * 1024

/**
 * The size limit of an append: EventStoreDB accepts 1,048,576 bytes by default, with an overhead
 * for each event.
 */
export const MAX_APPEND_BYTES = 1_000_000

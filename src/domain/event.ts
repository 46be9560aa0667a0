/**
 * The envelope of every event. The aggregates' own events are plain `{ type, data }` unions; the
 * command path (`commands/handle.ts`) wraps them with an id and metadata, the store adds stream,
 * revision and position.
 */

/**
 * The two isolated environments of the interface specification. The prefix of the API key selects
 * one.
 */
export type Environment = (typeof ENVIRONMENTS)[number]
/** Both environments of the service. */
export const ENVIRONMENTS = ['test', 'production'] as const

/** One account in one environment: the scope of every stream, row, document and secret. */
export interface Scope {
  readonly account: string
  readonly environment: Environment
}

/** The base of every aggregate's event union. */
export interface DomainEvent {
  readonly type: string
  readonly data: object
}

/**
 * Who caused an event: `key:<key id>` for a client, `processor:<name>` for the service itself,
 * `operator` for the command line, `user` for a person who authorises a connection at its
 * government.
 */
export type Actor = `key:${string}` | `processor:${string}` | 'operator' | 'user'

/** The metadata of every event. */
export interface EventMetadata {
  /**
   * The request (`req_…`) or run that contains the first cause; the same through a whole invoice's
   * life.
   */
  readonly $correlationId: string
  /** The id of the event or the request that caused this event directly. */
  readonly $causationId: string
  /** Version of the event's `data` shape; upcasters bring older ones to the current shape. */
  readonly schemaVersion: number
  readonly actor: Actor
  readonly account: string
  /** null for accounts and API keys, which span both environments. */
  readonly environment: Environment | null
  /** ISO 8601, UTC, milliseconds, from the service's clock. */
  readonly occurredAt: string
  /** `hash` of the stream's event before this one; 64 zeros for a stream's first event. */
  readonly prevHash: string
  /**
   * SHA-256 (hex) that seals this event to everything before it in its stream; see
   * `eventstore/hash-chain.ts`.
   */
  readonly hash: string
}

/** An event ready to be appended. */
export type EventToAppend<E extends DomainEvent = DomainEvent> = E & {
  /** Lower-case UUID; the idempotency of an append rests on it. */
  readonly id: string
  readonly metadata: EventMetadata
}

/** An event in its stream, with what is known to the process that appended it. */
export type StreamEvent<E extends DomainEvent = DomainEvent> = EventToAppend<E> & {
  readonly stream: string
  /** Place in its stream, from 0, without gaps. */
  readonly revision: number
}

/** An event as the store holds it. */
export type RecordedEvent<E extends DomainEvent = DomainEvent> = StreamEvent<E> & {
  /**
   * Place among all events of the store, ascending in commit order; two that follow each other may
   * have numbers far apart.
   */
  readonly position: bigint
}

/**
 * An event that should belong to one environment names none: its writer has made a mistake, and no
 * guess may hide it.
 */
export class EventWithoutEnvironment extends Error {
  override readonly name = 'EventWithoutEnvironment'

  constructor({ type, stream, revision }: StreamEvent) {
    super(`${type} at ${stream}@${revision} has no environment in its metadata`)
  }
}

/**
 * The account and environment of an event of an invoice, company, connection, webhook or delivery.
 * Events of accounts and API keys have none; do not call it for them. Throws
 * `EventWithoutEnvironment`.
 */
export function scopeOfEvent(event: StreamEvent): Scope {
  const { account, environment } = event.metadata
  // Stored data may differ from its type.
  if (environment !== 'test' && environment !== 'production') throw new EventWithoutEnvironment(event)
  return { account, environment }
}

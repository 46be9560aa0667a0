import { randomUUID } from 'node:crypto'
import { type Aggregate, fold } from '../domain/aggregate.js'
import type { Clock } from '../domain/clock.js'
import type { Actor, DomainEvent, Environment, RecordedEvent, Scope, StreamEvent } from '../domain/event.js'
import { withHoldableTexts } from '../domain/text.js'
import { GENESIS_HASH, seal } from '../eventstore/hash-chain.js'
import { EventStoreUnavailable, type EventStore, type ExpectedRevision } from '../eventstore/port.js'
import type { Snapshot, Snapshots } from '../eventstore/snapshots.js'
import { schemaVersionOf, upcast } from '../eventstore/upcast.js'
import { eventIdOf, hasHappened } from './command-id.js'

/**
 * The only way to make events: load the stream, decide, append at the revision that was loaded,
 * and decide again if another process was faster. No other code appends.
 */
export interface CommandDeps {
  readonly store: EventStore
  readonly clock: Clock
  /** Absent: every stream is read from its beginning. */
  readonly snapshots?: Snapshots | undefined
  /** Returns the id of a new event, a lower-case UUID; absent: a random one. */
  readonly newEventId?: () => string
}

/** The actor, the account, and the chain of causes. */
export interface CommandContext {
  readonly account: string
  /** null for accounts and API keys. */
  readonly environment: Environment | null
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId: string
  /**
   * For a command that may be run again, after a crash or at the same time: its events' ids are
   * made from this, so each stream shows whether the command has happened there. A UUID.
   */
  readonly commandId?: string
}

/** The context of a caller who acts in one environment. */
export interface ScopedContext extends CommandContext {
  readonly environment: Environment
}

/** The account and environment of a caller. */
export function scopeOf({ account, environment }: ScopedContext): Scope {
  return { account, environment }
}

/**
 * The result of a decision: the events that follow (none: nothing to do), or the reason for a
 * rejection.
 */
export type Decision<Event extends DomainEvent, Rejection extends string> =
  | { readonly kind: 'accept'; readonly events: readonly Event[] }
  | { readonly kind: 'reject'; readonly rejection: Rejection }

/** The decision for these events; without any: nothing to do. */
export function accept<const Events extends DomainEvent[]>(...events: Events): { kind: 'accept'; events: Events } {
  return { kind: 'accept', events }
}

/** The decision against a command, with its reason. */
export function reject<Rejection extends string>(rejection: Rejection): { kind: 'reject'; rejection: Rejection } {
  return { kind: 'reject', rejection }
}

/** A stream as it was read: its state, and what the next append needs. */
export interface Loaded<State, Event extends DomainEvent> {
  readonly state: State
  /**
   * As they were read: the whole stream, or, if there was a snapshot, its last event and those
   * after it.
   */
  readonly events: readonly StreamEvent<Event>[]
  readonly revision: ExpectedRevision
  readonly lastHash: string
  /**
   * Of the last event, among all events of the store: a reader that has passed it has seen this
   * stream. 0 for a stream without events.
   */
  readonly position: bigint
}

/** The result of a command. */
type Outcome<State, Event extends DomainEvent, Rejection extends string> =
  | {
      readonly kind: 'done'
      /** The stream after the command. */
      readonly loaded: Loaded<State, Event>
      /** What this command appended; none when there was nothing to do. */
      readonly appended: readonly StreamEvent<Event>[]
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection; readonly loaded: Loaded<State, Event> }

/** How many times a decision is repeated before the stream counts as too busy. */
const MAX_CONFLICTS = 20

/** A stream without events: for an id just made, which saves the read. */
export function unwritten<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>): Loaded<State, Event> {
  return { state: aggregate.initialState, events: [], revision: 'none', lastHash: GENESIS_HASH, position: 0n }
}

/**
 * Reads a stream. With `snapshots`, and an aggregate that has them, reads only the events after
 * the last one, and makes a new one if these were many. Throws `EventStoreUnavailable`.
 */
export async function load<State, Event extends DomainEvent>(
  store: EventStore,
  aggregate: Aggregate<State, Event>,
  stream: string,
  snapshots?: Snapshots,
): Promise<Loaded<State, Event>> {
  const { snapshotVersion } = aggregate
  if (!snapshots || snapshotVersion === undefined) {
    return loadedFrom(aggregate, aggregate.initialState, await store.readStream(stream), 0)
  }
  const key = { stream, aggregate: aggregate.name, version: snapshotVersion }
  const known = await snapshots.find(key)
  const since = known && (await readSince(store, stream, known))
  const loaded =
    known && since
      ? loadedFrom(aggregate, known.state as State, since, 1)
      : loadedFrom(aggregate, aggregate.initialState, await store.readStream(stream), 0)
  if (loaded.revision !== 'none' && loaded.revision - (since ? known.revision : -1) >= snapshots.every) {
    await snapshots.save(key, { revision: loaded.revision, hash: loaded.lastHash, state: loaded.state })
  }
  return loaded
}

/**
 * The snapshot's last event and the events after it; null if the stream holds another event there,
 * or none: the snapshot is not of this stream.
 */
async function readSince(
  store: EventStore,
  stream: string,
  { revision, hash }: Snapshot,
): Promise<readonly RecordedEvent[] | null> {
  const events = await store.readStream(stream, revision)
  return events[0]?.revision === revision && events[0].metadata.hash === hash ? events : null
}

/** `folded`: the number of events that are in the state already. */
function loadedFrom<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  from: State,
  recorded: readonly RecordedEvent[],
  folded: number,
): Loaded<State, Event> {
  // The stream's name shows which aggregate's events it holds; upcasters bring them to the current
  // shape.
  const events = recorded.map((event) => upcast(event as RecordedEvent<Event>))
  const last = recorded.at(-1)
  return {
    state: fold(aggregate, events.slice(folded), from),
    events,
    revision: last?.revision ?? 'none',
    lastHash: last?.metadata.hash ?? GENESIS_HASH,
    position: last?.position ?? 0n,
  }
}

/**
 * Runs one command against one stream.
 *
 * `from`: a stream loaded earlier, which saves the read; a stale one costs a conflict and a
 * reload, never a wrong decision. A command that has happened there already appends nothing.
 * Throws `EventStoreUnavailable` if the store can't answer; the command may then have happened,
 * and running it again is safe for every command whose `decide` recognises its own events.
 */
export async function handle<State, Event extends DomainEvent, Rejection extends string>(
  deps: CommandDeps,
  context: CommandContext,
  aggregate: Aggregate<State, Event>,
  stream: string,
  decide: (state: State) => Decision<Event, Rejection>,
  from?: Loaded<State, Event>,
): Promise<Outcome<State, Event, Rejection>> {
  const { newEventId = randomUUID } = deps
  const { commandId } = context
  let loaded = from ?? (await load(deps.store, aggregate, stream, deps.snapshots))
  for (let conflicts = 0; ; conflicts++) {
    if (hasHappened(context, stream, loaded)) return { kind: 'done', loaded, appended: [] }
    const decision = decide(loaded.state)
    if (decision.kind === 'reject') return { kind: 'rejected', rejection: decision.rejection, loaded }
    if (decision.events.length === 0) return { kind: 'done', loaded, appended: [] }

    const occurredAt = deps.clock.now().toISOString()
    // Texts of clients are checked on arrival. Those of governments and receivers are not, and
    // must not stop the work.
    const heard = context.actor.startsWith('processor:')
    const sealed = seal(
      stream,
      { revision: loaded.revision, hash: loaded.lastHash },
      (heard ? withHoldableTexts(decision.events) : decision.events).map((event, index) => ({
        ...event,
        id: commandId === undefined ? newEventId() : eventIdOf(commandId, stream, index),
        metadata: {
          $correlationId: context.correlationId,
          $causationId: context.causationId,
          schemaVersion: schemaVersionOf(event.type),
          actor: context.actor,
          account: context.account,
          environment: context.environment,
          occurredAt,
        },
      })),
    )
    const outcome = await deps.store.append(stream, loaded.revision, sealed)
    if (outcome.kind === 'appended') {
      const first = outcome.revision - sealed.length + 1
      const appended = sealed.map((event, index) => ({ ...event, stream, revision: first + index }))
      return { kind: 'done', loaded: extend(aggregate, loaded, appended, outcome.position), appended }
    }
    if (outcome.kind === 'erased') throw new StreamErased(stream)
    if (conflicts >= MAX_CONFLICTS) throw new EventStoreUnavailable(`${stream} changes too fast to append to it`)
    // The new events may include this command's own: only the whole stream shows that.
    loaded = await load(deps.store, aggregate, stream, commandId === undefined ? deps.snapshots : undefined)
  }
}

/** The stream's content was deleted at the end of its retention; no command can restore it. */
export class StreamErased extends Error {
  override readonly name = 'StreamErased'
}

function extend<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  loaded: Loaded<State, Event>,
  appended: readonly StreamEvent<Event>[],
  position: bigint,
): Loaded<State, Event> {
  const last = appended.at(-1)
  return {
    state: fold(aggregate, appended, loaded.state),
    events: [...loaded.events, ...appended],
    revision: last?.revision ?? loaded.revision,
    lastHash: last?.metadata.hash ?? loaded.lastHash,
    position,
  }
}

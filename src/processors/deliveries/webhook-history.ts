import { fold } from '../../domain/aggregate.js'
import type { RecordedEvent, Scope } from '../../domain/event.js'
import { webhookStream } from '../../domain/streams.js'
import { webhook, type WebhookEvent, type WebhookState } from '../../domain/webhook.js'
import type { EventStore } from '../../eventstore/port.js'
import { upcast } from '../../eventstore/upcast.js'
import { keepNewest } from '../../domain/keep-newest.js'

/** Scopes cached at a time; the least recently used one is dropped first. */
const REMEMBERED = 5_000

/** A configuration and the event that made it. */
interface Entry {
  readonly id: string
  readonly position: bigint
  readonly revision: number
  readonly state: WebhookState
}

/**
 * All configurations of a scope up to the event at `upTo`; with `following`, up to the current
 * position of that run.
 */
interface Known {
  readonly entries: readonly Entry[]
  readonly upTo: bigint
  readonly following: Following | null
}

/** One uninterrupted run through all events. */
interface Following {
  to: bigint
  /** The number of changes of any configuration that it has met. */
  changes: number
}

const fromNow = (): Following => ({ to: -1n, changes: 0 })

/**
 * The webhook configurations of all scopes, current and earlier ones. Only the new part of each
 * stream is read. The cache counts only up to the position to which it is known to be complete;
 * beyond that, the stream is read.
 */
export class WebhookHistory {
  readonly #store: EventStore
  readonly #scopes = new Map<string, Known>()
  #following = fromNow()

  constructor(store: EventStore) {
    this.#store = store
  }

  /** As of now. Throws `EventStoreUnavailable`. */
  async current(scope: Scope): Promise<WebhookState> {
    return stateOf((await this.#read(webhookStream(scope))).at(-1))
  }

  /**
   * The configuration in force when the event of `position`, which the caller has seen, happened.
   * Throws `EventStoreUnavailable`.
   */
  async before(scope: Scope, position: bigint): Promise<WebhookState> {
    const stream = webhookStream(scope)
    const known = this.#scopes.get(stream)
    const entries = known && this.#knownUpTo(known) >= position - 1n ? known.entries : await this.#read(stream)
    return stateOf(entries.findLast((entry) => entry.position < position))
  }

  /**
   * From now on the caller goes through all events after `position` (null: from the first), and
   * calls `followed` after each step. The cache is cleared: it is unknown what happened while
   * another process did that, or whether the store was restored.
   */
  followFrom(position: bigint | null): void {
    this.#scopes.clear()
    this.#following = { ...fromNow(), to: position ?? -1n }
  }

  /**
   * The caller has seen all events up to `position`; among those since the last call, the
   * configurations of these scopes have changed.
   */
  followed(position: bigint, changed: readonly Scope[]): void {
    for (const scope of changed) {
      const stream = webhookStream(scope)
      const known = this.#scopes.get(stream)
      if (known) this.#scopes.set(stream, { ...known, upTo: this.#knownUpTo(known), following: null })
    }
    this.#following.changes += changed.length
    this.#following.to = position
  }

  #knownUpTo({ upTo, following }: Known): bigint {
    return following === this.#following ? following.to : upTo
  }

  async #read(stream: string): Promise<readonly Entry[]> {
    const following = this.#following
    const { to: upTo, changes } = following
    const entries = await this.#entries(stream, this.#scopes.get(stream)?.entries ?? [])
    // A change that was met while the stream was read may be missing in the result.
    const known = { entries, upTo, following: following.changes === changes ? following : null }
    keepNewest(this.#scopes, stream, known, REMEMBERED)
    return entries
  }

  /** The entries of the stream as it is now; `old`: as they were when it was read last. */
  async #entries(stream: string, old: readonly Entry[]): Promise<readonly Entry[]> {
    const last = old.at(-1)
    const read = await this.#store.readStream(stream, last?.revision ?? 0)
    // A different stream: the store was restored to an older point.
    if (last !== undefined && read[0]?.id !== last.id) return this.#entries(stream, [])
    const entries = [...old]
    for (const recorded of last === undefined ? read : read.slice(1)) {
      const event = upcast(recorded as RecordedEvent<WebhookEvent>)
      const state = fold(webhook, [event], entries.at(-1)?.state)
      entries.push({ id: event.id, position: event.position, revision: event.revision, state })
    }
    return entries
  }
}

function stateOf(entry: Entry | undefined): WebhookState {
  return entry?.state ?? webhook.initialState
}

import { fold } from '../domain/aggregate.js'
import type { RecordedEvent, Scope } from '../domain/event.js'
import { webhookStream } from '../domain/streams.js'
import { webhook, type WebhookEvent, type WebhookState } from '../domain/webhook.js'
import type { EventStore } from '../eventstore/port.js'
import { upcast } from '../eventstore/upcast.js'

/** Scopes remembered at a time; the one that was read longest ago is forgotten first. */
const REMEMBERED = 5_000

/** A configuration and the event that brought it. */
interface Entry {
  readonly position: bigint
  readonly revision: number
  readonly state: WebhookState
}

/** The webhook configurations of all scopes, today's and earlier ones. Of each stream only what is new is read. */
export class WebhookHistory {
  readonly #store: EventStore
  readonly #scopes = new Map<string, readonly Entry[]>()

  constructor(store: EventStore) {
    this.#store = store
  }

  /** As of now. Throws `EventStoreUnavailable`. */
  async current(scope: Scope): Promise<WebhookState> {
    return (await this.#refresh(scope)).at(-1)?.state ?? webhook.initialState
  }

  /**
   * What was in force when the event of `position` happened. For a caller that follows all events and has told `changed` of the webhook's own up to
   * there. Throws `EventStoreUnavailable`.
   */
  async before(scope: Scope, position: bigint): Promise<WebhookState> {
    const entries = this.#scopes.get(webhookStream(scope)) ?? (await this.#refresh(scope))
    return entries.findLast((entry) => entry.position < position)?.state ?? webhook.initialState
  }

  /** What is remembered of this scope is no longer all. */
  changed(scope: Scope): void {
    this.#scopes.delete(webhookStream(scope))
  }

  /** Nothing of what is remembered can be relied on: the store was restored to an older point. */
  forget(): void {
    this.#scopes.clear()
  }

  async #refresh(scope: Scope): Promise<readonly Entry[]> {
    const stream = webhookStream(scope)
    const entries = [...(this.#scopes.get(stream) ?? [])]
    for (const recorded of await this.#store.readStream(stream, (entries.at(-1)?.revision ?? -1) + 1)) {
      const event = upcast(recorded) as RecordedEvent<WebhookEvent>
      const state = fold(webhook, [event], entries.at(-1)?.state)
      entries.push({ position: event.position, revision: event.revision, state })
    }
    this.#scopes.delete(stream)
    this.#scopes.set(stream, entries)
    const [oldest] = this.#scopes.keys()
    if (this.#scopes.size > REMEMBERED && oldest !== undefined) this.#scopes.delete(oldest)
    return entries
  }
}

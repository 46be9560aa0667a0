import { type Loaded, load } from '../commands/handle.js'
import { type Aggregate } from '../domain/aggregate.js'
import { type ApiKeyEvent, type ApiKeyState, apiKey } from '../domain/api-key.js'
import type { DomainEvent, Scope } from '../domain/event.js'
import { apiKeyStream, type ScopedCategory, streamName } from '../domain/streams.js'
import type { EventStore } from '../eventstore/port.js'

/** What every id looks like; anything else names nothing and never reaches a store. */
export function isId(text: string): boolean {
  return /^[a-z]{3,4}_[0-9A-Za-z]{22}$/.test(text)
}

/**
 * Loads a resource's stream for a command. null: there is none, or it is another account's, which nobody may tell apart. The environment
 * is part of the stream's name.
 */
export async function loadOwned<State, Event extends DomainEvent>(
  store: EventStore,
  scope: Scope,
  aggregate: Aggregate<State, Event>,
  category: ScopedCategory,
  id: string,
): Promise<{ readonly stream: string; readonly loaded: Loaded<State, Event> } | null> {
  if (!isId(id)) return null
  return owned(store, scope, aggregate, streamName(scope.environment, category, id))
}

/** API keys span both environments of their account. */
export async function loadOwnedApiKey(
  store: EventStore,
  scope: Scope,
  id: string,
): Promise<{ readonly stream: string; readonly loaded: Loaded<ApiKeyState, ApiKeyEvent> } | null> {
  if (!isId(id)) return null
  return owned(store, scope, apiKey, apiKeyStream(id))
}

async function owned<State, Event extends DomainEvent>(
  store: EventStore,
  scope: Scope,
  aggregate: Aggregate<State, Event>,
  stream: string,
): Promise<{ readonly stream: string; readonly loaded: Loaded<State, Event> } | null> {
  const loaded = await load(store, aggregate, stream)
  return loaded.events[0]?.metadata.account === scope.account ? { stream, loaded } : null
}

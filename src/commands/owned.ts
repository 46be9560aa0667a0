import type { Aggregate } from '../domain/aggregate.js'
import { type ApiKeyEvent, type ApiKeyState, apiKey } from '../domain/api-key.js'
import type { DomainEvent, Scope } from '../domain/event.js'
import { isId } from '../domain/ids.js'
import { apiKeyStream, type ScopedCategory, streamName } from '../domain/streams.js'
import type { EventStore } from '../eventstore/port.js'
import type { Snapshots } from '../eventstore/snapshots.js'
import { type Loaded, load } from './handle.js'

/**
 * Loads a resource's stream for a command. null: it does not exist or belongs to another account;
 * callers can't distinguish the two. The environment is part of the stream's name.
 */
export async function loadOwned<State, Event extends DomainEvent>(
  store: EventStore,
  scope: Scope,
  aggregate: Aggregate<State, Event>,
  category: ScopedCategory,
  id: string,
  snapshots?: Snapshots,
): Promise<{ readonly stream: string; readonly loaded: Loaded<State, Event> } | null> {
  if (!isId(id)) return null
  return owned(store, scope, aggregate, streamName(scope.environment, category, id), snapshots)
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
  snapshots?: Snapshots,
): Promise<{ readonly stream: string; readonly loaded: Loaded<State, Event> } | null> {
  const loaded = await load(store, aggregate, stream, snapshots)
  return loaded.events[0]?.metadata.account === scope.account ? { stream, loaded } : null
}

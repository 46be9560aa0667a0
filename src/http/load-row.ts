import { type CommandDeps, load } from '../commands/handle.js'
import type { DomainEvent, Environment, Scope } from '../domain/event.js'
import { isId } from '../domain/ids.js'
import { type ScopedCategory, streamName } from '../domain/streams.js'
import { type Row, rowOf, type StreamProjection } from '../projections/engine/projection.js'

/**
 * The current row of a stream that may be long, even if its read model lags. null: there is none,
 * as for a deleted connection.
 */
export async function loadRow<R extends Row, Event extends DomainEvent>(
  { store, snapshots }: CommandDeps,
  projection: StreamProjection<R, Event>,
  stream: string,
): Promise<R | null> {
  return (await load(store, rowOf(projection), stream, snapshots)).state
}

/** A row of one account and environment. */
export type ScopedRow = Row & { readonly account: string; readonly environment: Environment }

/**
 * The row of an id that its read model does not show: what was acknowledged a moment ago is found
 * in its stream, even if the read model lags. null: it does not exist, or belongs to another
 * account.
 */
export async function unshownRow<R extends ScopedRow, Event extends DomainEvent>(
  deps: CommandDeps,
  scope: Scope,
  projection: StreamProjection<R, Event>,
  category: ScopedCategory,
  id: string,
): Promise<R | null> {
  if (!isId(id)) return null
  const row = await loadRow(deps, projection, streamName(scope.environment, category, id))
  return row?.account === scope.account && row.environment === scope.environment ? row : null
}

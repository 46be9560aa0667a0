import { type CommandDeps, load } from '../commands/handle.js'
import type { DomainEvent } from '../domain/event.js'
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

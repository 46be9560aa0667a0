import { type CommandDeps, load } from '../commands/handle.js'
import type { DomainEvent } from '../domain/event.js'
import { type Row, rowOf, type StreamProjection } from '../projections/engine/projection.js'

/**
 * What is shown of a stream that may be long, as it is now, however far its read model has come.
 * null: nothing, such as of a deleted connection.
 */
export async function loadRow<R extends Row, Event extends DomainEvent>(
  { store, snapshots }: CommandDeps,
  projection: StreamProjection<R, Event>,
  stream: string,
): Promise<R | null> {
  return (await load(store, rowOf(projection), stream, snapshots)).state
}

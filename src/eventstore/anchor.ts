import type { RecordedEvent } from '../domain/event.js'
import { type EventStore, PositionBeyondEnd } from './port.js'

/**
 * The newest event that a subscriber has dealt with, remembered beside its checkpoint. A position
 * alone does not tell whether the store was restored to an older point and has grown past it
 * since: other events stand there then. Erasing a stream must also delete the anchors in it.
 */
export interface Anchor {
  readonly stream: string
  readonly revision: number
  readonly id: string
}

/** The anchor after these events; null: there are none. */
export function anchorAt(events: readonly RecordedEvent[]): Anchor | null {
  const last = events.at(-1)
  return last === undefined ? null : { stream: last.stream, revision: last.revision, id: last.id }
}

/**
 * Throws `PositionBeyondEnd` when the store no longer has the event, and `EventStoreUnavailable`.
 */
export async function mustHold(store: EventStore, anchor: Anchor | null): Promise<void> {
  if (anchor === null) return
  const [event] = await store.readStream(anchor.stream, anchor.revision)
  if (event?.id === anchor.id) return
  throw new PositionBeyondEnd(`${anchor.stream}@${anchor.revision} is not the event ${anchor.id} any more`)
}

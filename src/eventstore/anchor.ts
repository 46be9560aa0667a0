import type { StreamEvent } from '../domain/event.js'
import { isErased } from './moving/is-erased.js'
import type { Timers } from '../domain/timers.js'
import { type EventStore, PositionBeyondEnd } from './port.js'

/**
 * The newest event that a subscriber has processed or passed over, stored beside its checkpoint. A
 * position alone does not show whether the store was restored to an older point and has grown past
 * it since: other events have these positions then. An event whose stream was erased serves as
 * well: nothing follows a tombstone in its stream, so a store that has it has had the event.
 */
export interface Anchor {
  readonly stream: string
  readonly revision: number
  readonly id: string
}

/** The anchor after these events; null: there are none. */
export function anchorAt(events: readonly StreamEvent[]): Anchor | null {
  const last = events.at(-1)
  return last === undefined ? null : { stream: last.stream, revision: last.revision, id: last.id }
}

/** A store is not restored in so few milliseconds. */
const RESTORE_LASTS_MS = 1_000

/**
 * The anchor of progress without own events: the event of another stream at the position that a
 * subscription reported at `reportedAt`, so that a store which has lost it is noticed. null: the
 * position proves nothing, and must not be stored.
 */
export async function anchorAtPosition(
  store: Pick<EventStore, 'eventAt'>,
  position: bigint,
  timers: Pick<Timers, 'instant'>,
  reportedAt: number,
): Promise<Anchor | null> {
  const event = await store.eventAt(position)
  // Later, this may be an event of a restored store.
  const isLate = timers.instant().monotonic - reportedAt > RESTORE_LASTS_MS
  return event === null || isLate ? null : anchorAt([event])
}

/**
 * Throws `PositionBeyondEnd` if the store has neither the event nor its stream's tombstone, and
 * `EventStoreUnavailable`.
 */
export async function mustHold(store: EventStore, anchor: Anchor | null): Promise<void> {
  if (anchor === null) return
  const [event] = await store.readStream(anchor.stream, anchor.revision)
  if (event?.id === anchor.id) return
  if (event === undefined && (await isErased(store, anchor.stream))) return
  throw new PositionBeyondEnd(`${anchor.stream}@${anchor.revision} is not the event ${anchor.id} any more`)
}

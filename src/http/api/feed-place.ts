import type { Kysely } from 'kysely'
import type { Scope } from '../../domain/event.js'
import type { PublicEvent } from '../../domain/public-events/public-event.js'
import { EVENT_KINDS, type EventKind } from '../../domain/public-events/event-kinds.js'
import { feedPosition, feedPositionBefore } from '../../projections/feed.js'
import type { ReadModels } from '../../projections/read-models.js'
import type { Cursors } from './cursor.js'
import { invalidField } from '../errors.js'

/** What is needed to find places in the feed of events. */
interface FeedDeps {
  readonly db: Kysely<ReadModels>
  readonly cursors: Cursors
}

/** The position before the first event. */
export const BEGINNING = -1n

/**
 * The position of a cursor in the feed; without a cursor the beginning. A cursor names an event,
 * and not its position, which changes when events are moved to another store. If the event was
 * erased, its time is used. Throws a 400 for a text that is no cursor of the feed.
 */
export async function feedPlace({ db, cursors }: FeedDeps, scope: Scope, cursor: string | undefined): Promise<bigint> {
  const place = cursors.decode('evt', scope, cursor)
  if (place === null) return BEGINNING
  const position = await feedPosition(db, scope, place.id)
  // The event was erased at the end of its retention. All later events must follow: rather an
  // event of the same moment twice than not at all.
  return position ?? (await feedPositionBefore(db, scope, new Date(place.createdAt))) ?? BEGINNING
}

/** The cursor of the place after an event. */
export function feedCursor(cursors: Cursors, scope: Scope, { createdAt, id }: PublicEvent): string {
  return cursors.encode('evt', scope, { createdAt, id })
}

/** Kinds of events in a query, separated by commas. Throws a 400 for one that does not exist. */
export function kindsIn(types: string): readonly EventKind[] {
  const names = [...new Set(types.split(',').map((name) => name.trim()))]
  const kinds = EVENT_KINDS.filter((kind) => names.includes(kind))
  if (kinds.length < names.length) {
    throw invalidField('types', `must be kinds of events, separated by commas: ${EVENT_KINDS.join(', ')}`)
  }
  return kinds
}

import type { PlacedEvent, PublicEvents } from '../../src/commands/use-cases/replay.js'
import { scopeOfEvent } from '../../src/domain/event.js'
import { eventToPublish } from '../../src/domain/public-events/event-kinds.js'
import { publicEventOf } from '../../src/domain/public-events/public-event.js'
import { upcast } from '../../src/eventstore/upcast.js'
import type { SharedStore } from './event-store.js'

/** What clients have received, or will, by the events alone. */
export function publicEventsOf(
  store: Pick<SharedStore, 'log'>,
  scheduledUpTo: PublicEvents<never>['scheduledUpTo'],
): PublicEvents<never> {
  return {
    scheduledUpTo,
    list: async ({ account, environment }, { kinds, from, to }, _after, limit) => {
      const events = store.log.map(upcast)
      const found: PlacedEvent[] = []
      for (const event of events) {
        const happened = eventToPublish(event)
        if (happened === null || !kinds.includes(happened.kind) || found.length >= limit) continue
        const scope = scopeOfEvent(event)
        if (scope.account !== account || scope.environment !== environment) continue
        const at = new Date(event.metadata.occurredAt)
        if (at < from || (to !== null && at >= to)) continue
        const stream = events.filter((each) => each.stream === event.stream)
        found.push({ ...publicEventOf(happened, stream), position: event.position })
      }
      return found
    },
  }
}

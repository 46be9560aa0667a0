import type { PublicEvents } from '../../src/commands/use-cases/replay.js'
import { scopeOfEvent } from '../../src/domain/event.js'
import { eventToPublish } from '../../src/domain/public-events/event-kinds.js'
import { type PublicEvent, publicEventOf } from '../../src/domain/public-events/public-event.js'
import { upcast } from '../../src/eventstore/upcast.js'
import type { SharedStore } from './event-store.js'

/** What clients have received, or will, by the events alone. */
export function publicEventsOf(store: Pick<SharedStore, 'log'>): PublicEvents<never> {
  return {
    list: async ({ account, environment }, { kinds, from, to }, _after, limit) => {
      const events = store.log.map(upcast)
      const found: PublicEvent[] = []
      for (const event of events) {
        const happened = eventToPublish(event)
        if (happened === null || !kinds.includes(happened.kind) || found.length >= limit) continue
        const scope = scopeOfEvent(event)
        if (scope.account !== account || scope.environment !== environment) continue
        const at = new Date(event.metadata.occurredAt)
        if (at < from || at >= to) continue
        found.push(
          publicEventOf(
            happened,
            events.filter(({ stream }) => stream === event.stream),
          ),
        )
      }
      return found
    },
  }
}

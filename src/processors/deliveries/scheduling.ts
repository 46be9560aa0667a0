import type { Logger } from 'pino'
import {
  type CommandContext,
  type CommandDeps,
  handle,
  load,
  type Loaded,
  StreamErased,
} from '../../commands/handle.js'
import { deliveryIdOf, deliveryOf, scheduleDelivery, type ScheduleDelivery } from '../../commands/delivery.js'
import { delivery, type DeliveryEvent, type DeliveryState } from '../../domain/delivery.js'
import { type Actor, EventWithoutEnvironment, type RecordedEvent, scopeOfEvent } from '../../domain/event.js'
import { eventId } from '../../domain/ids.js'
import { categoryPrefixes, streamName } from '../../domain/streams.js'
import { subscribes } from '../../domain/webhook.js'
import { eventToPublish, type EventToPublish } from '../../domain/public-events/event-kinds.js'
import { anchorAt } from '../../eventstore/anchor.js'
import { upcast } from '../../eventstore/upcast.js'
import { publicEventOf } from '../../domain/public-events/public-event.js'
import { furthest, type Place } from '../work/marks.js'
import type { WebhookHistory } from './webhook-history.js'

const WEBHOOK_PREFIXES = categoryPrefixes('Webhook')

/** Prefixes of the streams whose events determine the deliveries. */
export const SCHEDULING_PREFIXES = [
  ...categoryPrefixes('Invoice'),
  ...categoryPrefixes('Connection'),
  ...categoryPrefixes('Received'),
  ...WEBHOOK_PREFIXES,
]

/** Whether an event belongs to a stream of webhook configurations. */
export function isOfWebhook({ stream }: RecordedEvent): boolean {
  return WEBHOOK_PREFIXES.some((prefix) => stream.startsWith(prefix))
}

/**
 * The events that name their scope. An event without one is a fault; it must not stop the
 * deliveries of others, so it is logged and left out.
 */
export function ofKnownScope(log: Logger, events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return events.filter((event) => {
    try {
      scopeOfEvent(event)
      return true
    } catch (error) {
      if (!(error instanceof EventWithoutEnvironment)) throw error
      log.error(
        { err: error, stream: event.stream, revision: event.revision },
        'an event does not name its environment',
      )
      return false
    }
  })
}

/** The dependencies of `scheduleDeliveries`. */
interface SchedulingDeps extends CommandDeps {
  /** Follows the same events. */
  readonly webhooks: WebhookHistory
  readonly log: Logger
}

/** How many subjects are scheduled at the same time, and a callback for new deliveries. */
interface SchedulingOptions {
  readonly subjectsAtOnce: number
  /** Nothing more is scheduled once it aborts; the events that are left are the caller's again. */
  readonly signal: AbortSignal
  /** Called for each new delivery. */
  readonly onScheduled?: (deliveryId: string) => void
}

/**
 * Schedules a delivery for each of these events, which must be of a known scope, that its
 * account's webhook was subscribed to when it happened, and that has none. Several subjects at a
 * time, each one's events in their order. Ids and contents are derived from the events, so
 * repeating it, or doing it in several processes at once, changes nothing. Returns the newest
 * event of these deliveries, which a mark after them rests on; null: there are none.
 */
export async function scheduleDeliveries(
  deps: SchedulingDeps,
  actor: Actor,
  events: readonly RecordedEvent[],
  options: SchedulingOptions,
): Promise<Place | null> {
  const bySubject = new Map<string, EventToPublish[]>()
  for (const event of events) {
    const happened = eventToPublish(event)
    if (happened === null) continue
    const queue = bySubject.get(event.stream)
    if (queue) queue.push(happened)
    else bySubject.set(event.stream, [happened])
  }
  const subjects = bySubject.values()
  let newest: Place | null = null
  const scheduleNext = async (): Promise<void> => {
    for (const subject of subjects) newest = furthest(newest, await scheduleSubject(deps, actor, subject, options))
  }
  await Promise.all(Array.from({ length: options.subjectsAtOnce }, scheduleNext))
  return newest
}

async function scheduleSubject(
  deps: SchedulingDeps,
  actor: Actor,
  events: readonly EventToPublish[],
  { signal, onScheduled }: SchedulingOptions,
): Promise<Place | null> {
  let subject: readonly RecordedEvent[] | null = null
  let newest: Place | null = null
  for (const happened of events) {
    const { event } = happened
    const scope = scopeOfEvent(event)
    const configured = await deps.webhooks.before(scope, event.position)
    if (configured.status !== 'configured' || !subscribes(configured, happened.kind)) continue
    const id = deliveryIdOf(scope, eventId(event.id))
    const name = streamName(scope.environment, 'Delivery', id)
    const known = await load(deps.store, delivery, name)
    newest = furthest(newest, placeOf(known))
    if (known.state.status !== 'none') continue
    const stream = (subject ??= (await deps.store.readStream(event.stream)).map(upcast))
    // Erased at the end of its retention: nothing is left to deliver.
    if (stream.length === 0) continue
    const command = deliveryIfAny(
      deps.log,
      () => deliveryOf(scope, configured, publicEventOf(happened, stream), event.metadata.occurredAt),
      event,
    )
    if (command === null) continue
    if (signal.aborted) return newest
    const context: CommandContext = {
      ...scope,
      actor,
      correlationId: event.metadata.$correlationId,
      causationId: event.id,
    }
    try {
      const outcome = await handle(deps, context, delivery, name, scheduleDelivery(command), known)
      newest = furthest(newest, placeOf(outcome.loaded))
      if (outcome.kind === 'done' && outcome.appended.length > 0) onScheduled?.(id)
    } catch (error) {
      // Delivered, and erased at the end of its retention.
      if (!(error instanceof StreamErased)) throw error
    }
  }
  return newest
}

/** The last event of a delivery; null: there is none. */
function placeOf({ position, events }: Loaded<DeliveryState, DeliveryEvent>): Place | null {
  const anchor = anchorAt(events)
  return anchor && { position, anchor }
}

/**
 * null, with an error in the log: an event that can't be delivered must not stop the deliveries of
 * others.
 */
function deliveryIfAny(
  log: Logger,
  make: () => ScheduleDelivery,
  { stream, revision, metadata }: RecordedEvent,
): ScheduleDelivery | null {
  try {
    return make()
  } catch (error) {
    log.error(
      { err: error, stream, revision, correlationId: metadata.$correlationId },
      'an event can not be delivered; once the program is fixed, `clearway deliveries check` schedules it',
    )
    return null
  }
}

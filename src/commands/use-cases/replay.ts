import { delivery } from '../../domain/delivery.js'
import type { Scope } from '../../domain/event.js'
import { invalidField } from '../../domain/refusal.js'
import { streamName } from '../../domain/streams.js'
import type { PublicEvent } from '../../domain/public-events/public-event.js'
import { type ConfiguredWebhook, subscribes } from '../../domain/webhook.js'
import { EVENT_KINDS, type EventKind } from '../../domain/public-events/event-kinds.js'
import { hasHappened } from '../command-id.js'
import { type CommandDeps, handle, load, type ScopedContext, scopeOf, StreamErased } from '../handle.js'
import { deliveryOf, MAX_REDELIVERIES, redeliveriesOf, replay } from '../delivery.js'
import { configuredWebhook } from './webhook.js'

/** An event with its position among all events of the store. */
export type PlacedEvent = PublicEvent & { readonly position: bigint }

/** Finds the events that clients receive; it may lag behind them. */
export interface PublicEvents<Place> {
  /**
   * In the order of their commits: at most `limit` of these kinds, from `from` until before `to`
   * (null: without end), after that place.
   */
  list(
    scope: Scope,
    period: { readonly kinds: readonly EventKind[]; readonly from: Date; readonly to: Date | null },
    after: Place | null,
    limit: number,
  ): Promise<readonly PlacedEvent[]>
  /**
   * The position up to which deliveries have been scheduled when their events happened; null:
   * none. Waits a moment, but not for long, until it is `wanted`.
   */
  scheduledUpTo(wanted: bigint): Promise<bigint | null>
}

/** The request for a replay. */
interface WantedReplay<Place> {
  /** From this time on. */
  readonly from: Date
  /** Until before this time; null: all that has happened, also by a clock that is ahead. */
  readonly to: Date | null
  /** Of these kinds; null: all that the webhook is subscribed to. */
  readonly kinds: readonly EventKind[] | null
  /** After the last event of the call before; null: from the beginning. */
  readonly after: Place | null
}

/** The results for the events of one call. */
export interface Replayed {
  /** On their way again, or for the first time. */
  readonly scheduled: number
  /** They wait already, or are about to be scheduled by themselves; they stay as they are. */
  readonly pending: number
  /** They were requested too often. */
  readonly exhausted: number
  /** Where the next call continues; null: nothing is left of the period. */
  readonly last: PublicEvent | null
}

const DAY_MS = 86_400_000
/** The longest period, in days. */
export const MAX_REPLAY_DAYS = 31
/** The most events in one call. */
export const MAX_REPLAYED = 1_000
const SUBJECTS_AT_ONCE = 8

/**
 * Sends the events of a period again that the webhook is subscribed to, each under the id of
 * its delivery; one that never had a delivery gets it now. A waiting delivery stays as it is,
 * so that a repeated call does not pile up. The order of each invoice and connection is kept:
 * an event that is still to be scheduled by itself is left to that, since an earlier one, which
 * the period may not contain, is to be scheduled before it. Refuses a period that is empty or
 * too long, and accounts without a webhook.
 */
export async function replayEvents<Place>(
  deps: CommandDeps,
  events: PublicEvents<Place>,
  context: ScopedContext,
  { from, to, kinds, after }: WantedReplay<Place>,
): Promise<Replayed> {
  const scope = scopeOf(context)
  const until = to ?? deps.clock.now()
  if (from >= until) throw invalidField('from', `must be before ${to === null ? 'now' : 'to'}`)
  if (until.getTime() - from.getTime() > MAX_REPLAY_DAYS * DAY_MS) {
    throw invalidField('from', `is more than ${MAX_REPLAY_DAYS} days before the end of the period`)
  }
  const configured = await configuredWebhook(deps, scope)
  const wanted = (kinds ?? EVENT_KINDS).filter((kind) => subscribes(configured, kind))
  const found = await events.list(scope, { kinds: wanted, from, to }, after, MAX_REPLAYED + 1)
  const page = found.slice(0, MAX_REPLAYED)
  const newest = page.at(-1)
  const scheduled = newest === undefined ? null : await events.scheduledUpTo(newest.position)
  const subjects = bySubject(page).values()
  const count = { scheduled: 0, pending: 0, exhausted: 0 }
  const replayNext = async (): Promise<void> => {
    for (const subject of subjects) {
      for (const event of subject) {
        const isScheduled = scheduled !== null && event.position <= scheduled
        count[await replayOne(deps, context, configured, event, isScheduled)] += 1
      }
    }
  }
  await Promise.all(Array.from({ length: SUBJECTS_AT_ONCE }, replayNext))
  return { ...count, last: found.length > page.length ? (newest ?? null) : null }
}

/** The events of each subject, in their order. */
function bySubject(events: readonly PlacedEvent[]): ReadonlyMap<string, readonly PlacedEvent[]> {
  const subjects = new Map<string, PlacedEvent[]>()
  for (const event of events) {
    const known = subjects.get(event.stream)
    if (known) known.push(event)
    else subjects.set(event.stream, [event])
  }
  return subjects
}

/** `isScheduled`: whether the event got its delivery when it happened, or was to have none. */
async function replayOne(
  deps: CommandDeps,
  context: ScopedContext,
  configured: ConfiguredWebhook,
  event: PublicEvent,
  isScheduled: boolean,
): Promise<'scheduled' | 'pending' | 'exhausted'> {
  const now = deps.clock.now()
  const command = deliveryOf(scopeOf(context), configured, event, now.toISOString())
  const stream = streamName(context.environment, 'Delivery', command.deliveryId)
  const known = await load(deps.store, delivery, stream)
  if (known.events.length === 0 && !isScheduled) return 'pending'
  if (hasHappened(context, stream, known)) return 'scheduled'
  if (redeliveriesOf(known.events) >= MAX_REDELIVERIES) return 'exhausted'
  try {
    const outcome = await handle(deps, context, delivery, stream, replay(command, configured, now), known)
    return outcome.kind === 'done' && outcome.appended.length > 0 ? 'scheduled' : 'pending'
  } catch (error) {
    // Delivered, and erased at the end of its retention: nothing is left to send.
    if (error instanceof StreamErased) return 'exhausted'
    throw error
  }
}

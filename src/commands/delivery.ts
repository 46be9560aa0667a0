import { type DeliveryAttempt, type DeliveryEvent, type DeliveryState, RETRY_DELAYS } from '../domain/delivery.js'
import type { Scope } from '../domain/event.js'
import { derivedId } from '../domain/ids.js'
import { WEBHOOK_KINDS } from '../domain/public-events/event-kinds.js'
import { publicBody, type PublicEvent } from '../domain/public-events/public-event.js'
import { idInStream } from '../domain/streams.js'
import type { ConfiguredWebhook } from '../domain/webhook.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: a delivery is to be scheduled. It holds what its event holds. */
export type ScheduleDelivery = Extract<DeliveryEvent, { type: 'DeliveryScheduled' }>['data']

/**
 * The delivery's id is derived from its event, so a repetition finds its own stream and changes
 * nothing.
 */
export function scheduleDelivery(command: ScheduleDelivery) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> =>
    state.status === 'none' ? accept({ type: 'DeliveryScheduled', data: command }) : accept()
}

/**
 * The delivery of an event to a webhook, to be attempted at `nextAttemptAt` (ISO 8601) the first
 * time.
 */
export function deliveryOf(
  scope: Scope,
  { url, epoch }: ConfiguredWebhook,
  event: PublicEvent,
  nextAttemptAt: string,
): ScheduleDelivery {
  const { id, kind, stream, revision } = event
  const { subject } = WEBHOOK_KINDS[kind]
  return {
    deliveryId: deliveryIdOf(scope, id),
    subject: stream,
    revision,
    eventId: id,
    kind,
    invoiceId: subject === 'invoice' ? idInStream(stream) : null,
    connectionId: subject === 'connection' ? idInStream(stream) : null,
    url,
    epoch,
    nextAttemptAt,
    body: JSON.stringify(publicBody(event)),
  }
}

/**
 * Derived from the event, so that an event has one delivery, no matter how often it is scheduled.
 */
export function deliveryIdOf({ account, environment }: Scope, id: string): string {
  return derivedId('dlv', account, environment, id)
}

/** The command: an attempt at a delivery is to be recorded. */
interface RecordAttempt {
  readonly url: string
  readonly attempt: DeliveryAttempt
  /** When the attempt ended: the delays of the retries count from here. */
  readonly endedAt: Date
}

/**
 * A delivery that was settled meanwhile (cancelled, or attempted by a worker that took over) stays
 * as it is.
 */
export function recordAttempt({ url, attempt, endedAt }: RecordAttempt) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> => {
    if (state.status !== 'pending') return accept()
    const data = { subject: state.subject, url, attempt }
    if (attempt.error === null) return accept({ type: 'DeliverySucceeded', data })
    const delay = RETRY_DELAYS[state.failures]
    if (delay === undefined) return accept({ type: 'DeliveryFailed', data })
    const nextAttemptAt = new Date(endedAt.getTime() + delay).toISOString()
    return accept({ type: 'DeliveryAttemptFailed', data: { ...data, nextAttemptAt } })
  }
}

/** For one delivery: each attempt reads its whole stream, so the stream must stay short. */
export const MAX_REDELIVERIES = 50

/** How often the client asked to send a delivery again, by the events of its stream. */
export function redeliveriesOf(events: readonly Pick<DeliveryEvent, 'type'>[]): number {
  return events.filter(({ type }) => type === 'RedeliveryRequested').length
}

/**
 * Sends a delivery again, regardless of its outcome, to the current webhook and with all retries.
 * It keeps its id, as the Standard Webhooks specification requires of a message that is sent
 * again: the receiver recognises it by that. One that is due already stays as it is.
 */
export function redeliver(configured: ConfiguredWebhook, now: Date) {
  return (state: DeliveryState): Decision<DeliveryEvent, 'unknown'> => {
    if (state.status === 'none') return reject('unknown')
    const isDue =
      state.status === 'pending' && state.epoch === configured.epoch && state.nextAttemptAt <= now.toISOString()
    if (isDue) return accept()
    return again(state, configured, now)
  }
}

/**
 * Sends a settled delivery again; one that waits keeps its place and time. Schedules it if there
 * is none, so that a replay also sends what was missed.
 */
export function replay(command: ScheduleDelivery, configured: ConfiguredWebhook, now: Date) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> => {
    if (state.status === 'none') return accept({ type: 'DeliveryScheduled', data: command })
    if (state.status === 'pending' && state.epoch === configured.epoch) return accept()
    // A delivery from before its place was recorded gets it from the event.
    return again({ ...state, revision: state.revision ?? command.revision }, configured, now)
  }
}

function again(
  { subject, revision }: Exclude<DeliveryState, { readonly status: 'none' }>,
  { url, epoch }: ConfiguredWebhook,
  now: Date,
) {
  const data = { subject, revision, url, epoch, nextAttemptAt: now.toISOString() }
  return accept({ type: 'RedeliveryRequested', data } as const)
}

/**
 * `epoch`: the webhook's current one. A delivery that was scheduled before the webhook's last
 * removal is cancelled.
 */
export function cancelDelivery(epoch: number) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> => {
    if (state.status !== 'pending' || state.epoch >= epoch) return accept()
    return accept({ type: 'DeliveryCancelled', data: { subject: state.subject } })
  }
}

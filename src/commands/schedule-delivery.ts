import type { DeliveryEvent, DeliveryState } from '../domain/delivery.js'
import type { Scope } from '../domain/event.js'
import { derivedId } from '../domain/ids.js'
import { idInStream } from '../domain/streams.js'
import { type PublicEvent, publicBody } from '../domain/public-events/public-event.js'
import type { ConfiguredWebhook } from '../domain/webhook.js'
import { WEBHOOK_KINDS } from '../domain/public-events/event-kinds.js'
import { accept, type Decision } from './handle.js'

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
  told: PublicEvent,
  nextAttemptAt: string,
): ScheduleDelivery {
  const { id, kind, stream, revision } = told
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
    body: JSON.stringify(publicBody(told)),
  }
}

/**
 * Derived from the event, so that it has one delivery, however often it is scheduled and by whom.
 */
export function deliveryIdOf({ account, environment }: Scope, id: string): string {
  return derivedId('dlv', account, environment, id)
}

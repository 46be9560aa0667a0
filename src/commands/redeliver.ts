import type { DeliveryEvent, DeliveryState } from '../domain/delivery.js'
import type { ConfiguredWebhook } from '../domain/webhook.js'
import { accept, type Decision, reject } from './handle.js'
import type { ScheduleDelivery } from './schedule-delivery.js'

/** Of one delivery: its stream is read as a whole for each attempt, so that it must stay short. */
export const MAX_REDELIVERIES = 50

/** How often a delivery was asked to be sent again, by the events of its stream. */
export function redeliveriesOf(events: readonly Pick<DeliveryEvent, 'type'>[]): number {
  return events.filter(({ type }) => type === 'RedeliveryRequested').length
}

/**
 * Sends a delivery again, whatever became of it, to the webhook of today and with all retries
 * before it. It keeps its id, as the Standard Webhooks specification asks of a message that is
 * sent again: the receiver recognises it by that. One that is due already stays as it is.
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
 * Sends a delivery again that is settled; one that waits keeps its place and time. Where there is
 * none, it is scheduled: so a replay sends what was missed, too.
 */
export function replay(command: ScheduleDelivery, configured: ConfiguredWebhook, now: Date) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> => {
    if (state.status === 'none') return accept({ type: 'DeliveryScheduled', data: command })
    if (state.status === 'pending' && state.epoch === configured.epoch) return accept()
    // A delivery from before its place was recorded learns it from the event.
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

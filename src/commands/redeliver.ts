import type { DeliveryEvent, DeliveryState } from '../domain/delivery.js'
import type { ConfiguredWebhook } from '../domain/webhook.js'
import { accept, type Decision, reject } from './handle.js'

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
    const { url, epoch } = configured
    const isDue = state.status === 'pending' && state.epoch === epoch && state.nextAttemptAt <= now.toISOString()
    if (isDue) return accept()
    const { subject } = state
    return accept({ type: 'RedeliveryRequested', data: { subject, url, epoch, nextAttemptAt: now.toISOString() } })
  }
}

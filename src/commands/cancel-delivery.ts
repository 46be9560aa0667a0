import type { DeliveryEvent, DeliveryState } from '../domain/delivery.js'
import { accept, type Decision } from './handle.js'

/**
 * `epoch`: the webhook's today. A delivery that was scheduled before the webhook's last removal is
 * cancelled.
 */
export function cancelDelivery(epoch: number) {
  return (state: DeliveryState): Decision<DeliveryEvent, never> => {
    if (state.status !== 'pending' || state.epoch >= epoch) return accept()
    return accept({ type: 'DeliveryCancelled', data: { subject: state.subject } })
  }
}

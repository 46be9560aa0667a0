import type { DeliveryEvent, DeliveryState } from '../domain/delivery.js'
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

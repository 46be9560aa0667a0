import type { PendingDelivery } from '../domain/delivery.js'
import { serviceSignature, standardSignature } from '../domain/webhook.js'
import type { DeliveryRequest } from './delivery-sender.js'

/**
 * Interface specification, "Delivery request headers", and those of the Standard Webhooks
 * specification 1.0.0.
 */
export function requestOf(state: PendingDelivery, url: string, secret: string, now: Date): DeliveryRequest {
  const { deliveryId, kind, body } = state
  const timestamp = Math.floor(now.getTime() / 1000)
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Clearway-Webhooks/1',
      'x-service-signature': serviceSignature(secret, body),
      'x-service-event': kind,
      'x-service-delivery-id': deliveryId,
      'webhook-id': deliveryId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standardSignature(secret, deliveryId, timestamp, body),
    },
  }
}

import { serviceSignature, standardSignature } from '../../domain/webhook.js'
import type { DeliveryRequest } from './sender.js'

/** The secrets that sign: that of today, and for a while after a rotation the one before it. */
export type SigningSecrets = readonly [secret: string, previous?: string]

/** What is delivered: one event. */
interface Delivered {
  /** The same on every attempt. */
  readonly deliveryId: string
  /** The kind of event, such as `invoice.accepted`. */
  readonly kind: string
  /** The event as JSON. */
  readonly body: string
}

/**
 * Interface specification, "Delivery request headers", and those of the Standard Webhooks
 * specification 1.0.0, whose `webhook-signature` lists the signatures of all secrets.
 * `X-Service-Signature` holds one, by the secret of today; that of the secret before it has a
 * header of its own. The other way round, a receiver that has taken over the new secret would
 * refuse everything until the old one expires, and retries end sooner than that.
 */
export function requestOf(
  { deliveryId, kind, body }: Delivered,
  url: string,
  [secret, previous]: SigningSecrets,
  now: Date,
): DeliveryRequest {
  const timestamp = Math.floor(now.getTime() / 1000)
  const secrets = previous === undefined ? [secret] : [secret, previous]
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Clearway-Webhooks/1',
      'x-service-signature': serviceSignature(secret, body),
      ...(previous !== undefined && { 'x-service-signature-previous': serviceSignature(previous, body) }),
      'x-service-event': kind,
      'x-service-delivery-id': deliveryId,
      'webhook-id': deliveryId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': secrets.map((each) => standardSignature(each, deliveryId, timestamp, body)).join(' '),
    },
  }
}

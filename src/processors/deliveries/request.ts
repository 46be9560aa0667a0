import { serviceSignature, standardSignature } from '../../domain/webhook.js'
import type { DeliveryRequest } from './sender.js'

/** The secrets that sign: the current one, and for a while after a rotation the previous one. */
export type SigningSecrets = readonly [secret: string, previous?: string]

/** A delivery of one event. */
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
 * `X-Service-Signature` holds one, by the current secret; the previous secret's signature has a
 * separate header. The other way round, a receiver that has switched to the new secret would
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

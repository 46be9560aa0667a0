import { createHmac, timingSafeEqual } from 'node:crypto'
import type { webhooks } from './api.js'

/** What is sent to your webhook, told apart by `type`. */
export type WebhookEvent = {
  [Kind in keyof webhooks]: webhooks[Kind] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } }
  }
    ? Body
    : never
}[keyof webhooks]

/**
 * The event in a delivery, once its signature is verified. Throws for anything that does not come
 * from the service.
 *
 * @param body the raw bytes or text of the request, before any parsing
 * @param signature the header `X-Service-Signature`
 * @param secret the whole secret, `whsec_…`, as it was shown when the webhook was configured
 */
export function verifyWebhook(body: string | Uint8Array, signature: string | undefined, secret: string): WebhookEvent {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error('the webhook signature does not match')
  }
  return JSON.parse(Buffer.from(body).toString('utf8')) as WebhookEvent
}

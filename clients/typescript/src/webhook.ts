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
 * @param signature the header `X-Service-Signature`; in an array with
 * `X-Service-Signature-Previous`, so that a secret can be rotated: one of them must match
 * @param secret the whole secret, `whsec_…`, as it was shown when it was made
 */
export function verifyWebhook(
  body: string | Uint8Array,
  signature: string | undefined | readonly (string | undefined)[],
  secret: string,
): WebhookEvent {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const matches = (text: string | undefined): boolean => {
    const given = Buffer.from(text ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const signatures = typeof signature === 'object' ? signature : [signature]
  if (!signatures.some(matches)) throw new Error('the webhook signature does not match')
  return JSON.parse(Buffer.from(body).toString('utf8')) as WebhookEvent
}

import type { WebhookEvent, WebhookState } from '../domain/webhook.js'
import { accept, type Decision } from './handle.js'

/** Where nothing is configured there is nothing to do. */
export function removeWebhook() {
  return (state: WebhookState): Decision<WebhookEvent, never> =>
    state.status === 'none' ? accept() : accept({ type: 'WebhookRemoved', data: {} })
}

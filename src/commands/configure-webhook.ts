import type { WebhookEvent } from '../domain/webhook.js'
import { accept, type Decision } from './handle.js'

/** The command: a webhook is to be configured, in place of the one before. */
export interface ConfigureWebhook {
  readonly url: string
  /** null: all kinds. */
  readonly events: readonly string[] | null
  /** Where the new secret lies in the vault already. */
  readonly secretName: string
}

/**
 * Always something new, since each configuration has a secret of its own. Duplicate kinds are
 * folded.
 */
export function configureWebhook({ url, events, secretName }: ConfigureWebhook) {
  return (): Decision<WebhookEvent, never> =>
    accept({ type: 'WebhookConfigured', data: { url, events: events && [...new Set(events)], secretName } })
}

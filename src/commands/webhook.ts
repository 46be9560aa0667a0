import { SECRET_OVERLAP_MS, type WebhookEvent, type WebhookState } from '../domain/webhook.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: a webhook is to be configured, in place of the one before. */
interface ConfigureWebhook {
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

/** The command: a new secret is to sign. */
interface RotateWebhookSecret {
  /** Where the new secret lies in the vault already. */
  readonly secretName: string
  readonly now: Date
}

/**
 * The secret of today signs for 24 hours more. One that a rotation before has left signs no
 * longer: there are never more than two.
 */
export function rotateWebhookSecret({ secretName, now }: RotateWebhookSecret) {
  const previousSecretExpiresAt = new Date(now.getTime() + SECRET_OVERLAP_MS).toISOString()
  return (state: WebhookState): Decision<WebhookEvent, 'unconfigured'> =>
    state.status === 'none'
      ? reject('unconfigured')
      : accept({ type: 'WebhookSecretRotated', data: { secretName, previousSecretExpiresAt } })
}

/** Where nothing is configured there is nothing to do. */
export function removeWebhook() {
  return (state: WebhookState): Decision<WebhookEvent, never> =>
    state.status === 'none' ? accept() : accept({ type: 'WebhookRemoved', data: {} })
}

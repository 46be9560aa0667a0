import { SECRET_OVERLAP_MS, type WebhookEvent, type WebhookState } from '../domain/webhook.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: configures a webhook in place of the previous one. */
interface ConfigureWebhook {
  readonly url: string
  /** null: all kinds. */
  readonly events: readonly string[] | null
  /** The new secret's name; it is in the vault already. */
  readonly secretName: string
}

/**
 * Always something new, since each configuration has its own secret. Duplicate kinds are dropped.
 */
export function configureWebhook({ url, events, secretName }: ConfigureWebhook) {
  return (): Decision<WebhookEvent, never> =>
    accept({ type: 'WebhookConfigured', data: { url, events: events && [...new Set(events)], secretName } })
}

/** The command: a new secret signs from now on. */
interface RotateWebhookSecret {
  /** The new secret's name; it is in the vault already. */
  readonly secretName: string
  readonly now: Date
}

/**
 * The current secret signs for 24 hours more. One that is left from an earlier rotation no longer
 * signs: there are never more than two.
 */
export function rotateWebhookSecret({ secretName, now }: RotateWebhookSecret) {
  const previousSecretExpiresAt = new Date(now.getTime() + SECRET_OVERLAP_MS).toISOString()
  return (state: WebhookState): Decision<WebhookEvent, 'unconfigured'> =>
    state.status === 'none'
      ? reject('unconfigured')
      : accept({ type: 'WebhookSecretRotated', data: { secretName, previousSecretExpiresAt } })
}

/** Does nothing if no webhook is configured. */
export function removeWebhook() {
  return (state: WebhookState): Decision<WebhookEvent, never> =>
    state.status === 'none' ? accept() : accept({ type: 'WebhookRemoved', data: {} })
}

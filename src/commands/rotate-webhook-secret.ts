import { SECRET_OVERLAP_MS, type WebhookEvent, type WebhookState } from '../domain/webhook.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: a new secret is to sign. */
export interface RotateWebhookSecret {
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

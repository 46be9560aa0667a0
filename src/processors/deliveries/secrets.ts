import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import { type ConfiguredWebhook, secretsOf, signingSecrets } from '../../domain/webhook.js'
import type { Vault } from '../../storage/vault/vault.js'
import type { SigningSecrets } from './request.js'
import type { WebhookHistory } from './webhook-history.js'

/** The dependencies of `findSigningSecrets`. */
interface SigningDeps {
  readonly vault: Vault
  readonly webhooks: WebhookHistory
  readonly clock: Clock
}

/**
 * The secrets that sign a delivery now. null: the webhook was configured again at this moment, and
 * the secret is gone; the next call finds the new one. A rotated secret may be gone at any time:
 * its overlap has ended. Throws if the vault lacks a secret that is in force.
 */
export async function findSigningSecrets(
  { vault, webhooks, clock }: SigningDeps,
  scope: Scope,
  configured: ConfiguredWebhook,
): Promise<SigningSecrets | null> {
  const names = signingSecrets(configured, clock.now())
  const [secret = null, previous = null] = await Promise.all(names.map((name) => vault.get(scope, name)))
  if (secret !== null) return previous === null ? [textOf(secret)] : [textOf(secret), textOf(previous)]
  const now = await webhooks.current(scope)
  if (secretsOf(now).includes(configured.secretName)) throw new Error(`the vault has no ${configured.secretName}`)
  return null
}

function textOf(secret: Uint8Array): string {
  return Buffer.from(secret).toString('utf8')
}

import { base62, type RandomBytes } from '../../domain/ids.js'
import { invalidField } from '../../domain/refusal.js'
import { webhookStream } from '../../domain/streams.js'
import { newWebhookSecret, webhook } from '../../domain/webhook.js'
import { webhookUrlFault } from '../../domain/webhook-url.js'
import type { Vault } from '../../storage/vault.js'
import { configureWebhook } from '../configure-webhook.js'
import { type CommandDeps, handle, type ScopedContext, scopeOf } from '../handle.js'
import { removeWebhook } from '../remove-webhook.js'

/** What the use cases of webhooks work with. */
export interface WebhookDeps extends CommandDeps {
  readonly random: RandomBytes
  readonly vault: Vault
  readonly config: {
    /** Webhooks may go to private and local addresses; for development. */
    readonly webhookAllowPrivateNetwork: boolean
  }
}

/** The webhook that a caller asks for. */
export interface WantedWebhook {
  readonly url: string
  /** null: all kinds. */
  readonly events: readonly string[] | null
}

/**
 * Replaces the configuration of the caller's environment. The signing secret is a new one each
 * time. Refuses an address that may not be called.
 */
export async function setWebhook(
  deps: WebhookDeps,
  context: ScopedContext,
  { url, events }: WantedWebhook,
): Promise<{ readonly secret: string; readonly position: bigint }> {
  const scope = scopeOf(context)
  const fault = webhookUrlFault(url, deps.config.webhookAllowPrivateNetwork)
  if (fault !== null) throw invalidField('url', fault)
  // First the secret: a process that dies in between leaves an unused secret, not a webhook
  // without one.
  const secret = newWebhookSecret(deps.random)
  const secretName = `webhook/${base62(deps.random(16), 22)}`
  await deps.vault.put(scope, secretName, Buffer.from(secret, 'utf8'))
  const command = configureWebhook({ url, events, secretName })
  const { loaded } = await handle(deps, context, webhook, webhookStream(scope), command)
  return { secret, position: loaded.position }
}

/**
 * Does nothing where there is none. The processors cancel what is pending and erase the secret.
 * Answers the position of the removal.
 */
export async function unsetWebhook(deps: CommandDeps, context: ScopedContext): Promise<bigint> {
  return (await handle(deps, context, webhook, webhookStream(scopeOf(context)), removeWebhook())).loaded.position
}

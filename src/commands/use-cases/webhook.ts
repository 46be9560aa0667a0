import type { Scope } from '../../domain/event.js'
import { base62, type RandomBytes } from '../../domain/ids.js'
import { conflict, invalidField } from '../../domain/refusal.js'
import { webhookStream } from '../../domain/streams.js'
import {
  type ConfiguredWebhook,
  newWebhookSecret,
  webhook,
  type WebhookEvent,
  type WebhookState,
} from '../../domain/webhook.js'
import { webhookUrlFault } from '../../domain/webhook-url.js'
import type { Vault } from '../../storage/vault/vault.js'
import { configureWebhook, removeWebhook, rotateWebhookSecret } from '../webhook.js'
import { hasHappened } from '../command-id.js'
import { type CommandDeps, handle, load, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { secretToShow } from './shown-secret.js'

/** The dependencies of the use cases of webhooks. */
interface WebhookDeps extends CommandDeps {
  readonly random: RandomBytes
  readonly vault: Vault
  readonly config: {
    /** Webhooks may go to private and local addresses; for development. */
    readonly webhookAllowPrivateNetwork: boolean
  }
}

/** The webhook that a caller asks for. */
interface WantedWebhook {
  readonly url: string
  /** null: all kinds. */
  readonly events: readonly string[] | null
}

/**
 * Replaces the configuration of the caller's environment. The signing secret is a new one each
 * time. Refuses an address that must not be called.
 */
export async function setWebhook(
  deps: WebhookDeps,
  context: ScopedContext,
  { url, events }: WantedWebhook,
): Promise<{ readonly secret: string; readonly position: bigint }> {
  const scope = scopeOf(context)
  const fault = webhookUrlFault(url, deps.config.webhookAllowPrivateNetwork)
  if (fault !== null) throw invalidField('url', fault)
  const stream = webhookStream(scope)
  const known = await load(deps.store, webhook, stream, deps.snapshots)
  const { secret, secretName } = await storeNewSecret(deps, context, known)
  const command = configureWebhook({ url, events, secretName })
  const { loaded } = await handle(deps, context, webhook, stream, command, known)
  return { secret, position: loaded.position }
}

/** A webhook whose secret was rotated. */
interface RotatedSecret {
  readonly secret: string
  readonly url: string
  readonly events: readonly string[] | null
  /** ISO 8601. */
  readonly previousSecretExpiresAt: string
  readonly position: bigint
}

/**
 * Issues a new signing secret; the previous one also signs for 24 hours. Refuses accounts without
 * a webhook.
 */
export async function rotateSecret(deps: Omit<WebhookDeps, 'config'>, context: ScopedContext): Promise<RotatedSecret> {
  const scope = scopeOf(context)
  const stream = webhookStream(scope)
  const known = await load(deps.store, webhook, stream, deps.snapshots)
  if (known.state.status === 'none') throw notConfigured()
  const { secret, secretName } = await storeNewSecret(deps, context, known)
  const command = rotateWebhookSecret({ secretName, now: deps.clock.now() })
  const outcome = await handle(deps, context, webhook, stream, command, known)
  const { state, position } = outcome.loaded
  if (outcome.kind === 'rejected' || state.status === 'none' || state.previousSecret === null) throw notConfigured()
  const { url, events, previousSecret } = state
  return { secret, url, events, previousSecretExpiresAt: previousSecret.expiresAt, position }
}

/**
 * The current webhook, read from its own events: one that was configured a moment ago is found.
 * Refuses accounts without one.
 */
export async function configuredWebhook(deps: CommandDeps, scope: Scope): Promise<ConfiguredWebhook> {
  const { state } = await load(deps.store, webhook, webhookStream(scope), deps.snapshots)
  if (state.status === 'none') throw notConfigured()
  return state
}

function notConfigured(): Error {
  return conflict('No webhook is configured; configure one with POST /v1/webhooks')
}

/**
 * The secret is stored before the event that names it: a process that dies in between leaves an
 * unused secret, not a webhook without one. A command that has happened in `known` stores none:
 * its own secret may be erased by now.
 */
async function storeNewSecret(
  { random, vault }: Pick<WebhookDeps, 'random' | 'vault'>,
  context: ScopedContext,
  known: Loaded<WebhookState, WebhookEvent>,
) {
  const { commandId } = context
  const scope = scopeOf(context)
  const secret = await secretToShow(vault, context, () => newWebhookSecret(random))
  const secretName = `webhook/${commandId ?? base62(random(16), 22)}`
  if (!hasHappened(context, webhookStream(scope), known))
    await vault.put(scope, secretName, Buffer.from(secret, 'utf8'))
  return { secret, secretName }
}

/**
 * Does nothing if there is none. The processors cancel pending deliveries and erase the secret.
 * Returns the position of the removal.
 */
export async function unsetWebhook(deps: CommandDeps, context: ScopedContext): Promise<bigint> {
  return (await handle(deps, context, webhook, webhookStream(scopeOf(context)), removeWebhook())).loaded.position
}

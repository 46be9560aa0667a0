import { createHmac } from 'node:crypto'
import { type Aggregate, unknownEvent } from './aggregate.js'
import type { RandomBytes } from './ids.js'
import { type EventKind, USUAL_KINDS } from './public-events/event-kinds.js'

/** What can happen to the webhook configuration. */
export type WebhookEvent =
  /** Replaces the previous configuration. */
  | {
      readonly type: 'WebhookConfigured'
      readonly data: {
        readonly url: string
        /** Subscribed kinds, each once; null: all. */
        readonly events: readonly string[] | null
        /** The vault's name for the signing secret, which is in no event. */
        readonly secretName: string
      }
    }
  /** A new secret signs from now on; for a while the one before it signs as well. */
  | {
      readonly type: 'WebhookSecretRotated'
      readonly data: {
        /** The vault's name for the new secret. */
        readonly secretName: string
        /** The previous secret also signs until then; ISO 8601. */
        readonly previousSecretExpiresAt: string
      }
    }
  | { readonly type: 'WebhookRemoved'; readonly data: Record<string, never> }

/** A signing secret that was replaced by rotation. */
interface PreviousSecret {
  readonly name: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** A configuration in force. `events`: the kinds that are sent; null: all. */
export interface ConfiguredWebhook {
  readonly status: 'configured'
  readonly url: string
  readonly events: readonly string[] | null
  readonly secretName: string
  /** The secret replaced by the last rotation, if any: it also signs until it expires. */
  readonly previousSecret: PreviousSecret | null
  /**
   * Counts the removals: deliveries of an earlier epoch are cancelled, even if a new configuration
   * came at once.
   */
  readonly epoch: number
}

/** The state of the webhook configuration for decisions. */
export type WebhookState = { readonly status: 'none'; readonly epoch: number } | ConfiguredWebhook

/** The webhook configuration of one account in one environment. */
export const webhook: Aggregate<WebhookState, WebhookEvent> = {
  name: 'webhook',
  initialState: { status: 'none', epoch: 0 },
  snapshotVersion: 2,
  evolve(state, event) {
    switch (event.type) {
      case 'WebhookConfigured':
        return { status: 'configured', ...event.data, previousSecret: null, epoch: state.epoch }
      case 'WebhookSecretRotated': {
        if (state.status === 'none') throw new Error('WebhookSecretRotated before WebhookConfigured')
        const { secretName, previousSecretExpiresAt } = event.data
        return { ...state, secretName, previousSecret: { name: state.secretName, expiresAt: previousSecretExpiresAt } }
      }
      case 'WebhookRemoved':
        return { status: 'none', epoch: state.epoch + 1 }
      default:
        return unknownEvent(event)
    }
  },
}

/** Whether a configuration asks for this kind of event. */
export function subscribes(configured: ConfiguredWebhook, kind: EventKind): boolean {
  return configured.events === null ? USUAL_KINDS.includes(kind) : configured.events.includes(kind)
}

/** How long, in milliseconds, the previous secret also signs after a rotation. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000

/** The vault's names of the secrets that sign at this time, the newest first. */
export function signingSecrets({ secretName, previousSecret }: ConfiguredWebhook, now: Date): readonly string[] {
  return previousSecret !== null && new Date(previousSecret.expiresAt) > now
    ? [secretName, previousSecret.name]
    : [secretName]
}

/** The vault's names of all secrets that may still exist for a configuration. */
export function secretsOf(state: WebhookState): readonly string[] {
  if (state.status === 'none') return []
  const { secretName, previousSecret } = state
  return previousSecret === null ? [secretName] : [secretName, previousSecret.name]
}

const SECRET_PREFIX = 'whsec_'

/**
 * A signing secret in the form of the Standard Webhooks specification: `whsec_` and 32 random
 * bytes in Base64.
 */
export function newWebhookSecret(random: RandomBytes): string {
  return SECRET_PREFIX + Buffer.from(random(32)).toString('base64')
}

/**
 * `X-Service-Signature`: HMAC-SHA256 of the raw body, keyed with the secret as it was shown
 * (UTF-8).
 */
export function serviceSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

/**
 * `webhook-signature` of the Standard Webhooks specification 1.0.0 ("Symmetric signatures"): over
 * id, Unix time and body, keyed with the bytes behind the secret's Base64.
 */
export function standardSignature(secret: string, id: string, unixSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${unixSeconds}.${body}`).digest('base64')}`
}

import { createHmac } from 'node:crypto'
import { type Aggregate, unknownEvent } from './aggregate.js'
import type { RandomBytes } from './ids.js'
import type { EventKind } from './webhook-kinds.js'

/** What can happen to the webhook configuration. */
export type WebhookEvent =
  /** Replaces whatever was configured before. */
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
  | { readonly type: 'WebhookRemoved'; readonly data: Record<string, never> }

/** A configuration in force. `events`: the kinds that are sent; null: all. */
export interface ConfiguredWebhook {
  readonly status: 'configured'
  readonly url: string
  readonly events: readonly string[] | null
  readonly secretName: string
  /**
   * Counts the removals: what was scheduled in an earlier epoch is cancelled, even when a new
   * configuration came at once.
   */
  readonly epoch: number
}

/** What decisions need to know of the webhook configuration. */
export type WebhookState = { readonly status: 'none'; readonly epoch: number } | ConfiguredWebhook

/** The webhook configuration of one account in one environment. */
export const webhook: Aggregate<WebhookState, WebhookEvent> = {
  name: 'webhook',
  initialState: { status: 'none', epoch: 0 },
  snapshotVersion: 1,
  evolve(state, event) {
    switch (event.type) {
      case 'WebhookConfigured':
        return { status: 'configured', ...event.data, epoch: state.epoch }
      case 'WebhookRemoved':
        return { status: 'none', epoch: state.epoch + 1 }
      default:
        return unknownEvent(event)
    }
  },
}

/** Whether a configuration asks for this kind of event. */
export function subscribes(configured: ConfiguredWebhook, kind: EventKind): boolean {
  return configured.events === null || configured.events.includes(kind)
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

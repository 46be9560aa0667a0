import type { Kysely } from 'kysely'
import { unknownEvent, existing } from '../domain/aggregate.js'
import { type Environment, type Scope, scopeOfEvent } from '../domain/event.js'
import { categoryPrefixes, webhookStream } from '../domain/streams.js'
import type { WebhookEvent } from '../domain/webhook.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'
import { inScope } from './in-scope.js'

/** The webhook configuration in force; no row if there is none. */
export type WebhookRow = {
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  readonly url: string
  /** null: all kinds. */
  readonly events: readonly string[] | null
  /** Until when the secret before the last rotation also signs; null: it was never rotated. */
  readonly previous_secret_expires_at: string | null
}

declare module './read-models.js' {
  interface ReadModels {
    'read.webhooks': WebhookRow
  }
}

/** The webhook configuration of each account and environment. */
export const webhooks: StreamProjection<WebhookRow, WebhookEvent> = {
  name: 'webhooks',
  version: 2,
  streamPrefixes: categoryPrefixes('Webhook'),
  keyColumn: 'stream',
  // It can be configured again, in the same stream.
  erasing: null,
  columns: `
    stream text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    url text NOT NULL,
    events json,
    previous_secret_expires_at timestamptz`,
  indexes: ['CREATE INDEX ON $table (account, environment)'],
  key: (event) => event.stream,
  needsRow: (event) => event.type === 'WebhookSecretRotated',
  evolve(row, event) {
    switch (event.type) {
      case 'WebhookConfigured':
        return {
          stream: event.stream,
          ...scopeOfEvent(event),
          url: event.data.url,
          events: event.data.events,
          previous_secret_expires_at: null,
        }
      case 'WebhookSecretRotated':
        return { ...existing(row, event), previous_secret_expires_at: event.data.previousSecretExpiresAt }
      case 'WebhookRemoved':
        return null
      default:
        return unknownEvent(event)
    }
  },
}

/** The webhook configuration of this scope; null: there is none. */
export async function findWebhook(db: Kysely<ReadModels>, scope: Scope): Promise<WebhookRow | null> {
  const row = await db
    .selectFrom('read.webhooks')
    .selectAll()
    .where(inScope(scope))
    .where('stream', '=', webhookStream(scope))
    .executeTakeFirst()
  return row ?? null
}

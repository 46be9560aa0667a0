import type { Kysely } from 'kysely'
import { unknownEvent } from '../domain/aggregate.js'
import type { DeliveryEvent } from '../domain/delivery.js'
import { type Environment, type RecordedEvent, type Scope, scopeOfEvent } from '../domain/event.js'
import type { ReceiverTrouble } from '../domain/receiver.js'
import { categoryPrefixes, webhookStream } from '../domain/streams.js'
import type { WebhookEvent } from '../domain/webhook.js'
import type { Projection } from './engine/projection.js'
import { inScope } from './in-scope.js'
import type { ReadModels } from './read-models.js'
import { isoTime } from './shown.js'

/** How the receiver of an account takes its deliveries. */
export type ReceiverRow = {
  /** The stream of the webhook configuration. */
  readonly webhook: string
  readonly account: string
  readonly environment: Environment
  /** Attempts at another address say nothing of this receiver. */
  readonly url: string | null
  /** When the first attempt failed since one succeeded; null: all is well. */
  readonly failing_since: string | null
  readonly last_error: string | null
  /** Whether the retries of a delivery are used up since one succeeded. */
  readonly used_up: boolean
}

declare module './read-models.js' {
  interface ReadModels {
    'read.receivers': ReceiverRow
  }
}

const SAYS_NOTHING: ReadonlySet<(DeliveryEvent | WebhookEvent)['type']> = new Set([
  'DeliveryScheduled',
  'RedeliveryRequested',
  'DeliveryCancelled',
  'WebhookSecretRotated',
])

const WELL = { failing_since: null, last_error: null, used_up: false }

/** The receivers of all webhooks. A configuration is a new receiver, of which nothing is known. */
export const receivers: Projection<ReceiverRow, DeliveryEvent | WebhookEvent> = {
  name: 'receivers',
  version: 1,
  streamPrefixes: [...categoryPrefixes('Delivery'), ...categoryPrefixes('Webhook')],
  keyColumn: 'webhook',
  // What deliveries have said of a receiver is carried over before they go: see `ReceiverCarriedOver`.
  erasing: null,
  columns: `
    webhook text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    url text,
    failing_since timestamptz,
    last_error text,
    used_up boolean NOT NULL`,
  indexes: [],
  key: (event) => (SAYS_NOTHING.has(event.type) ? null : webhookStream(scopeOfEvent(event))),
  needsRow: (event) => event.type !== 'WebhookConfigured' && event.type !== 'WebhookRemoved',
  evolve(row, event) {
    const before = row ?? unheardOf(event)
    switch (event.type) {
      case 'WebhookConfigured':
        return { ...before, ...WELL, url: event.data.url }
      case 'WebhookRemoved':
        return null
      case 'DeliverySucceeded':
        return isElsewhere(before, event.data) ? before : { ...before, ...WELL }
      case 'DeliveryAttemptFailed':
      case 'DeliveryFailed': {
        if (isElsewhere(before, event.data)) return before
        const { at, error } = event.data.attempt
        return {
          ...before,
          failing_since: isoTime(before.failing_since) ?? at,
          last_error: error,
          used_up: before.used_up || event.type === 'DeliveryFailed',
        }
      }
      case 'DeliveryScheduled':
      case 'RedeliveryRequested':
      case 'DeliveryCancelled':
      case 'WebhookSecretRotated':
        return before
      default:
        return unknownEvent(event)
    }
  },
}

function unheardOf(event: RecordedEvent): ReceiverRow {
  const scope = scopeOfEvent(event)
  return { webhook: webhookStream(scope), ...scope, url: null, ...WELL }
}

function isElsewhere(row: ReceiverRow, { url }: { readonly url: string }): boolean {
  return row.url !== null && row.url !== url
}

/** What is wrong with the receiver of this scope; null: nothing. */
export async function findTrouble(db: Kysely<ReadModels>, scope: Scope): Promise<ReceiverTrouble | null> {
  const row = await db
    .selectFrom('read.receivers')
    .selectAll()
    .where(inScope(scope))
    .where('webhook', '=', webhookStream(scope))
    .executeTakeFirst()
  const failingSince = isoTime(row?.failing_since ?? null)
  if (!row || failingSince === null) return null
  return { failingSince, lastError: row.last_error ?? '', usedUp: row.used_up }
}

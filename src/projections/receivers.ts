import type { Kysely } from 'kysely'
import { unknownEvent } from '../domain/aggregate.js'
import type { DeliveryEvent } from '../domain/delivery.js'
import { type Environment, type RecordedEvent, type Scope, scopeOfEvent } from '../domain/event.js'
import type { ReceiverTrouble } from '../domain/receiver.js'
import type { ReceiverCarriedOver } from '../domain/receiver-memory.js'
import { categoryPrefixes, webhookStream } from '../domain/streams.js'
import type { WebhookEvent } from '../domain/webhook.js'
import type { Projection } from './engine/projection.js'
import { inScope } from './in-scope.js'
import type { ReadModels } from './read-models.js'
import { isoTime } from '../domain/iso-time.js'

/** The state of an account's receiver. */
type ReceiverRow = {
  /** The stream of the webhook configuration. */
  readonly webhook: string
  readonly account: string
  readonly environment: Environment
  /** Attempts at another address do not count for this receiver. */
  readonly url: string | null
  /** When the first attempt failed since the last success; null: there is no failure. */
  readonly failing_since: string | null
  readonly last_error: string | null
  /** Whether the retries of a delivery are used up since the last success. */
  readonly used_up: boolean
  /** The time of the newest event about it. */
  readonly heard_at: string
  /** The stream of what was carried over last; null: nothing yet. */
  readonly carried: string | null
}

declare module './read-models.js' {
  interface ReadModels {
    'read.receivers': ReceiverRow
  }
}

type ReceiverEvent = DeliveryEvent | WebhookEvent | ReceiverCarriedOver

const SAYS_NOTHING: ReadonlySet<ReceiverEvent['type']> = new Set([
  'DeliveryScheduled',
  'RedeliveryRequested',
  'DeliveryCancelled',
  'WebhookSecretRotated',
])

const WELL = { failing_since: null, last_error: null, used_up: false }

/** The receivers of all webhooks. A configuration is a new receiver, without a history. */
export const receivers: Projection<ReceiverRow, ReceiverEvent> = {
  name: 'receivers',
  version: 2,
  streamPrefixes: [...categoryPrefixes('Delivery'), ...categoryPrefixes('Webhook'), ...categoryPrefixes('Receiver')],
  keyColumn: 'webhook',
  // What is known from deliveries is carried over before these are erased: see
  // `ReceiverCarriedOver`.
  erasing: null,
  columns: `
    webhook text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    url text,
    failing_since timestamptz,
    last_error text,
    used_up boolean NOT NULL,
    heard_at timestamptz NOT NULL,
    carried text`,
  indexes: [],
  key: (event) => (SAYS_NOTHING.has(event.type) ? null : webhookStream(scopeOfEvent(event))),
  evolve(row, event) {
    if (event.type === 'ReceiverCarriedOver') return carriedOver(row, event)
    const before = heardOf(row, event)
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

function heardOf(row: ReceiverRow | null, event: RecordedEvent): ReceiverRow {
  const at = event.metadata.occurredAt
  if (row !== null) return { ...row, heard_at: isLater(row.heard_at, at) ? row.heard_at : at }
  const scope = scopeOfEvent(event)
  return { webhook: webhookStream(scope), ...scope, url: null, ...WELL, heard_at: at, carried: null }
}

/**
 * The row is the same whether the erased deliveries were folded before or not: their facts come
 * from the event, and nothing is kept of receivers that are no longer configured. In the moment
 * between, a later event may have been folded; then nothing is known until the next.
 */
function carriedOver(row: ReceiverRow | null, event: RecordedEvent<ReceiverCarriedOver>): ReceiverRow | null {
  scopeOfEvent(event)
  if (row === null || row.url === null) return null
  const { asOf, failingSince, lastError, usedUp } = event.data
  const carried = { failing_since: failingSince, last_error: lastError, used_up: usedUp }
  return {
    ...row,
    ...(isLater(row.heard_at, asOf) ? WELL : carried),
    heard_at: event.metadata.occurredAt,
    carried: event.stream,
  }
}

function isLater(one: string, other: string): boolean {
  return new Date(one) > new Date(other)
}

function isElsewhere(row: ReceiverRow, { url }: { readonly url: string }): boolean {
  return row.url !== null && row.url !== url
}

/** The problem of the receiver of this scope; null: none. */
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

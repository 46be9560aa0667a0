import type { ConnectionEvent, ConnectionStatus } from '../connection.js'
import type { RecordedEvent } from '../event.js'
import type { InvoiceEvent, InvoiceStatus } from '../invoice.js'
import { categoryPrefixes } from '../streams.js'
import { keysOf } from '../keys.js'

/** What webhooks tell of an invoice, in the order of the delivery's `data`. */
const SHOWN_OF_INVOICE = [
  'id',
  'country',
  'supplierVat',
  'customerVat',
  'status',
  'netAmount',
  'vatAmount',
  'grossAmount',
  'currency',
  'govId',
  'externalId',
] as const

/** What they tell of one that was rejected or that the service could not go on with. */
export const SHOWN_OF_FAILED_INVOICE = [...SHOWN_OF_INVOICE, 'errorMessage', 'errorTranslated', 'errorFix'] as const

/** What they tell of one about which a buyer has said something. */
const SHOWN_OF_RESPONSE = [...SHOWN_OF_INVOICE, 'response'] as const

/** What webhooks tell of a connection, in the order of the delivery's `data`. */
export const SHOWN_OF_CONNECTION = [
  'id',
  'companyId',
  'countryCode',
  'status',
  'tokenExpiresAt',
  'lastErrorMessage',
  'createdAt',
] as const

/** The kind of event that a client asks for to try its receiver; it needs no subscription. */
export const TEST_KIND = 'webhook.test' as const

/** The `data` of a test event. */
export const TEST_DATA = { message: 'The webhook works.' } as const

/** A kind of event that webhooks tell of. */
interface WebhookKind {
  /** What it is about. */
  readonly subject: 'invoice' | 'connection' | 'webhook'
  /** The domain event that it tells of; null: none, a client asks for it. */
  readonly follows: InvoiceEvent['type'] | ConnectionEvent['type'] | null
  /** When it is sent, in one sentence. */
  readonly when: string
  /** The subject's status then; null: it has none, or keeps what it had. */
  readonly status: InvoiceStatus | ConnectionStatus | null
  /** Whether only those get it who name it; a webhook for all kinds does not. */
  readonly mustBeNamed?: true
  /** The fields of its `data`: the subject as it was right after the event. */
  readonly shows: readonly string[]
}

/**
 * Everything that webhooks tell, by its public name, in the order in which documents list it:
 * interface specification, "Events". Deliveries, the timeline, the API's document and the guide
 * all follow this table.
 */
export const WEBHOOK_KINDS = {
  'invoice.created': {
    subject: 'invoice',
    follows: 'InvoiceCreated',
    when: 'An invoice was created and queued',
    status: 'created',
    shows: SHOWN_OF_INVOICE,
  },
  'invoice.validated': {
    subject: 'invoice',
    follows: 'InvoiceValidated',
    when: 'An invoice passed validation',
    status: 'validated',
    shows: SHOWN_OF_INVOICE,
  },
  'invoice.submitted': {
    subject: 'invoice',
    follows: 'InvoiceSubmitted',
    when: 'An invoice was uploaded to the government',
    status: 'submitted',
    shows: SHOWN_OF_INVOICE,
  },
  'invoice.accepted': {
    subject: 'invoice',
    follows: 'InvoiceAccepted',
    when: 'The government accepted an invoice',
    status: 'accepted',
    shows: SHOWN_OF_INVOICE,
  },
  'invoice.rejected': {
    subject: 'invoice',
    follows: 'InvoiceRejected',
    when: 'The government rejected an invoice',
    status: 'rejected',
    shows: SHOWN_OF_FAILED_INVOICE,
  },
  'invoice.error': {
    subject: 'invoice',
    follows: 'InvoiceFailed',
    when: 'Processing of an invoice failed',
    status: 'error',
    shows: SHOWN_OF_FAILED_INVOICE,
  },
  'invoice.response': {
    subject: 'invoice',
    follows: 'InvoiceResponded',
    when: 'A buyer, or a platform on its behalf, responded to a decided invoice; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_RESPONSE,
    mustBeNamed: true,
  },
  'connection.active': {
    subject: 'connection',
    follows: 'ConnectionActivated',
    when: 'A connection became active',
    status: 'active',
    shows: SHOWN_OF_CONNECTION,
  },
  'connection.expired': {
    subject: 'connection',
    follows: 'ConnectionExpired',
    when: 'The access of a connection could not be refreshed',
    status: 'expired',
    shows: SHOWN_OF_CONNECTION,
  },
  [TEST_KIND]: {
    subject: 'webhook',
    follows: null,
    when: 'A test event was requested with POST /v1/webhooks/test',
    status: null,
    shows: ['message'],
  },
} as const satisfies Readonly<Record<string, WebhookKind>>

type Kinds = typeof WEBHOOK_KINDS

/** What a delivery can tell. */
export type DeliveryKind = keyof Kinds

/** What a webhook can subscribe to. */
export type EventKind = Exclude<DeliveryKind, typeof TEST_KIND>

type KindOf<Subject> = { [Kind in EventKind]: Kinds[Kind]['subject'] extends Subject ? Kind : never }[EventKind]

/** The kinds that the timeline of an invoice knows as well. */
export type InvoiceEventKind = KindOf<'invoice'>

/** Everything that a delivery can tell. */
export const DELIVERY_KINDS = keysOf(WEBHOOK_KINDS)

/** Everything that a webhook can subscribe to. */
export const EVENT_KINDS = DELIVERY_KINDS.filter((kind): kind is EventKind => WEBHOOK_KINDS[kind].follows !== null)

/** What a webhook gets that names no kinds. */
export const USUAL_KINDS = EVENT_KINDS.filter((kind) => !('mustBeNamed' in WEBHOOK_KINDS[kind]))

/** The kinds that the timeline and the webhooks know; other events of an invoice stay inside. */
export const INVOICE_EVENT_KINDS = EVENT_KINDS.filter(isOfInvoice)

const FOLLOWING: ReadonlyMap<string, EventKind> = new Map(
  EVENT_KINDS.map((kind) => [WEBHOOK_KINDS[kind].follows, kind]),
)

function isOfInvoice(kind: EventKind): kind is InvoiceEventKind {
  return WEBHOOK_KINDS[kind].subject === 'invoice'
}

/** The kind by which clients hear of an invoice's event; null: it stays inside. */
export function invoiceEventKind({ type }: InvoiceEvent): InvoiceEventKind | null {
  const kind = FOLLOWING.get(type)
  return kind !== undefined && isOfInvoice(kind) ? kind : null
}

/** An event that clients hear of, with what it is about. */
export type EventToPublish =
  | { readonly subject: 'invoice'; readonly kind: EventKind; readonly event: RecordedEvent<InvoiceEvent> }
  | { readonly subject: 'connection'; readonly kind: EventKind; readonly event: RecordedEvent<ConnectionEvent> }

const STREAMS = [
  { subject: 'invoice', prefixes: categoryPrefixes('Invoice') },
  { subject: 'connection', prefixes: categoryPrefixes('Connection') },
] as const

/** null: the event stays inside. The stream's name says which aggregate's it is. */
export function eventToPublish(event: RecordedEvent): EventToPublish | null {
  const of = STREAMS.find(({ prefixes }) => prefixes.some((prefix) => event.stream.startsWith(prefix)))
  const kind = FOLLOWING.get(event.type)
  if (of === undefined || kind === undefined || WEBHOOK_KINDS[kind].subject !== of.subject) return null
  return { subject: of.subject, kind, event } as EventToPublish
}

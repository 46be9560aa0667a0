import type { ConnectionEvent, ConnectionStatus } from '../connection.js'
import type { RecordedEvent } from '../event.js'
import type { InvoiceEvent, InvoiceStatus } from '../invoice.js'
import { keysOf } from '../keys.js'
import type { ReceivedEvent, ReceivedStatus } from '../received.js'
import { isOf } from '../event-of.js'

/** The fields of an invoice in webhooks, in the order of the delivery's `data`. */
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

/** The fields of a submitted invoice. */
const SHOWN_OF_SUBMITTED_INVOICE = [...SHOWN_OF_INVOICE, 'warnings'] as const

/** The fields of an accepted invoice. */
const SHOWN_OF_ACCEPTED_INVOICE = [...SHOWN_OF_INVOICE, 'invoicingMode'] as const

/** The fields of a rejected or failed invoice. */
export const SHOWN_OF_FAILED_INVOICE = [...SHOWN_OF_INVOICE, 'errorMessage', 'errorTranslated', 'errorFix'] as const

/** The fields of an invoice with a buyer's response. */
const SHOWN_OF_RESPONSE = [...SHOWN_OF_INVOICE, 'response'] as const

/** The fields of an advance with the final invoice that settles it. */
const SHOWN_OF_ADVANCE = [...SHOWN_OF_INVOICE, 'finalInvoice'] as const

/** The fields of an invoice with the payment whose report an event is about. */
const SHOWN_OF_PAYMENT = [...SHOWN_OF_INVOICE, 'payment'] as const

/** The fields of a connection in webhooks, in the order of the delivery's `data`. */
export const SHOWN_OF_CONNECTION = [
  'id',
  'companyId',
  'countryCode',
  'status',
  'tokenExpiresAt',
  'lastErrorMessage',
  'createdAt',
] as const

/** The fields of a received invoice, in lists and in webhooks. */
export const SHOWN_OF_RECEIVED = [
  'id',
  'companyId',
  'country',
  'number',
  'invoiceType',
  'issueDate',
  'dueDate',
  'supplierName',
  'supplierVat',
  'customerVat',
  'netAmount',
  'vatAmount',
  'grossAmount',
  'currency',
  'govId',
  'channel',
  'format',
  'status',
  'valid',
  'findingsTotal',
  'duplicateOf',
  'receivedAt',
  'readAt',
  'createdAt',
  'updatedAt',
] as const

/** The fields of a received invoice with the answer that an event is about. */
const SHOWN_OF_ANSWER = [...SHOWN_OF_RECEIVED, 'response'] as const

/** The kind of event that a client requests to try its receiver; it needs no subscription. */
export const TEST_KIND = 'webhook.test' as const

/** The `data` of a test event. */
export const TEST_DATA = { message: 'The webhook works.' } as const

/** A kind of event that webhooks deliver. */
interface WebhookKind {
  /** What it is about. */
  readonly subject: 'invoice' | 'connection' | 'received' | 'webhook'
  /** The domain event behind it; null: none, a client requests it. */
  readonly follows: InvoiceEvent['type'] | ConnectionEvent['type'] | ReceivedEvent['type'] | null
  /** When it is sent, in one sentence. */
  readonly when: string
  /** The subject's status then; null: it has none, or keeps its status. */
  readonly status: InvoiceStatus | ConnectionStatus | ReceivedStatus | null
  /** Whether it is sent only to webhooks that name it; a webhook for all kinds does not get it. */
  readonly mustBeNamed?: true
  /** The fields of its `data`: the subject as it was right after the event. */
  readonly shows: readonly string[]
}

/**
 * All kinds of webhook events, by public name, in the order in which documents list them:
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
    shows: SHOWN_OF_SUBMITTED_INVOICE,
  },
  'invoice.accepted': {
    subject: 'invoice',
    follows: 'InvoiceAccepted',
    when: 'The government accepted an invoice',
    status: 'accepted',
    shows: SHOWN_OF_ACCEPTED_INVOICE,
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
  'invoice.payment_report_requested': {
    subject: 'invoice',
    follows: 'PaymentReportRequested',
    when: 'The report of a payment to the government was requested; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_PAYMENT,
    mustBeNamed: true,
  },
  'invoice.payment_reported': {
    subject: 'invoice',
    follows: 'PaymentReported',
    when: 'The government accepted the report of a payment; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_PAYMENT,
    mustBeNamed: true,
  },
  'invoice.payment_report_refused': {
    subject: 'invoice',
    follows: 'PaymentReportRefused',
    when: 'The government refused the report of a payment; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_PAYMENT,
    mustBeNamed: true,
  },
  'invoice.final_invoice_issued': {
    subject: 'invoice',
    follows: 'FinalInvoiceIssued',
    when: 'A final invoice that settles this advance passed validation; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_ADVANCE,
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
  'received.created': {
    subject: 'received',
    follows: 'InvoiceReceived',
    when: 'An invoice of a supplier arrived; sent only to webhooks that name it',
    status: 'received',
    shows: SHOWN_OF_RECEIVED,
    mustBeNamed: true,
  },
  'received.response_sent': {
    subject: 'received',
    follows: 'ResponseSubmitted',
    when: 'The government or the access point has your response to a received invoice; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_ANSWER,
    mustBeNamed: true,
  },
  'received.response_failed': {
    subject: 'received',
    follows: 'ResponseFailed',
    when: 'Your response to a received invoice was refused; sent only to webhooks that name it',
    status: null,
    shows: SHOWN_OF_ANSWER,
    mustBeNamed: true,
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

/** The kinds of events that are delivered. */
export type DeliveryKind = keyof Kinds

/** The kinds that a webhook can subscribe to. */
export type EventKind = Exclude<DeliveryKind, typeof TEST_KIND>

type KindOf<Subject> = { [Kind in EventKind]: Kinds[Kind]['subject'] extends Subject ? Kind : never }[EventKind]

/** The kinds that also appear in the timeline of an invoice. */
export type InvoiceEventKind = KindOf<'invoice'>

/** All kinds of events that are delivered. */
export const DELIVERY_KINDS = keysOf(WEBHOOK_KINDS)

/** All kinds that a webhook can subscribe to. */
export const EVENT_KINDS = DELIVERY_KINDS.filter((kind): kind is EventKind => WEBHOOK_KINDS[kind].follows !== null)

/** The kinds for a webhook that names none. */
export const USUAL_KINDS = EVENT_KINDS.filter((kind) => !('mustBeNamed' in WEBHOOK_KINDS[kind]))

/** The kinds in the timeline and the webhooks; other events of an invoice are internal. */
export const INVOICE_EVENT_KINDS = EVENT_KINDS.filter(isOfInvoice)

const FOLLOWING: ReadonlyMap<string, EventKind> = new Map(
  EVENT_KINDS.map((kind) => [WEBHOOK_KINDS[kind].follows, kind]),
)

function isOfInvoice(kind: EventKind): kind is InvoiceEventKind {
  return WEBHOOK_KINDS[kind].subject === 'invoice'
}

/** The public kind of an invoice's event; null: it is internal. */
export function invoiceEventKind({ type }: InvoiceEvent): InvoiceEventKind | null {
  const kind = FOLLOWING.get(type)
  return kind !== undefined && isOfInvoice(kind) ? kind : null
}

/** An event that clients receive, with its subject. */
export type EventToPublish =
  | { readonly subject: 'invoice'; readonly kind: EventKind; readonly event: RecordedEvent<InvoiceEvent> }
  | { readonly subject: 'connection'; readonly kind: EventKind; readonly event: RecordedEvent<ConnectionEvent> }
  | { readonly subject: 'received'; readonly kind: EventKind; readonly event: RecordedEvent<ReceivedEvent> }

/** null: the event is internal. The stream's name shows the aggregate. */
export function eventToPublish(event: RecordedEvent): EventToPublish | null {
  const kind = FOLLOWING.get(event.type)
  if (kind === undefined) return null
  const { subject } = WEBHOOK_KINDS[kind]
  if (subject === 'invoice') return isOf('Invoice', event) ? { subject, kind, event } : null
  if (subject === 'received') return isOf('Received', event) ? { subject, kind, event } : null
  return isOf('Connection', event) ? { subject, kind, event } : null
}

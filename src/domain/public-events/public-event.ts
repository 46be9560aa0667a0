import { knownRow } from '../aggregate.js'
import type { ConnectionEvent } from '../connection.js'
import type { RecordedEvent, StreamEvent } from '../event.js'
import { eventId } from '../ids.js'
import type { InvoiceEvent, InvoicingMode, LinkedInvoice } from '../invoice.js'
import type { ReceivedEvent } from '../received.js'
import { connectionAfter, type ConnectionView, shownConnection } from './connection-view.js'
import { type EventKind, type EventToPublish, WEBHOOK_KINDS } from './event-kinds.js'
import { invoiceAfter, type InvoiceView, shownInvoice } from './invoice-view.js'
import { receivedAfter, type ReceivedView, type ShownAnswer, shownAnswer, shownReceived } from './received-view.js'
import { type ShownPayment, shownPayment } from './payments.js'
import { type ShownResponse, shownResponse } from './response.js'
import { isOf } from '../event-of.js'

/** An event as clients receive it. */
export interface PublicEvent {
  /** `evt_…` */
  readonly id: string
  readonly kind: EventKind
  /** When it happened; ISO 8601. */
  readonly createdAt: string
  /** The invoice, received invoice or connection as it was right after the event. */
  readonly data: Readonly<Record<string, unknown>>
  /** The stream of the invoice, received invoice or connection. */
  readonly stream: string
  /** The event's place in that stream. */
  readonly revision: number
}

/**
 * The public fields of an event: interface specification, "Delivery body". The feed of events has
 * the same.
 */
export function publicBody({ id, kind, createdAt, data }: PublicEvent) {
  return { id, type: kind, createdAt, data }
}

/** The subject of an event, as the API showed it right after the event. */
export type SubjectView = InvoiceView | ConnectionView | ReceivedView

/** What only an event itself contains. */
interface OfEvent {
  readonly response?: ShownResponse | ShownAnswer
  readonly payment?: ShownPayment
  readonly finalInvoice?: LinkedInvoice
  readonly warnings?: readonly string[]
  readonly invoicingMode?: InvoicingMode
}

/** The names of these fields, which no other event of the subject has. */
export const OF_EVENT = [
  'response',
  'payment',
  'finalInvoice',
  'warnings',
  'invoicingMode',
] as const satisfies readonly (keyof OfEvent)[]

/** A subject, with what only the event itself contains. */
export type PublicState = SubjectView & OfEvent

/** The subject right after this event, with what the event itself adds. */
export function publicState(
  row: SubjectView,
  event: StreamEvent<InvoiceEvent | ConnectionEvent | ReceivedEvent>,
): PublicState {
  switch (event.type) {
    case 'InvoiceResponded':
      return { ...row, response: shownResponse(event) }
    case 'FinalInvoiceIssued':
      return { ...row, finalInvoice: event.data }
    case 'InvoiceSubmitted': {
      const { warnings } = event.data
      return warnings === undefined ? row : { ...row, warnings }
    }
    case 'InvoiceAccepted': {
      const { invoicingMode } = event.data
      return invoicingMode === undefined ? row : { ...row, invoicingMode }
    }
    case 'PaymentReportRequested':
    case 'PaymentReported':
    case 'PaymentReportRefused': {
      // The event shows that this is an invoice's row.
      const payment = (row as InvoiceView).payments?.find(({ paymentId }) => paymentId === event.data.paymentId)
      return payment === undefined ? row : { ...row, payment: shownPayment(payment) }
    }
    case 'ResponseSubmitted':
    case 'ResponseFailed': {
      // The event shows that this is a received invoice's row.
      const received = row as ReceivedView
      const answer = received.answers.find(({ responseId }) => responseId === event.data.responseId)
      return answer === undefined ? row : { ...row, response: shownAnswer(received, answer) }
    }
    default:
      return row
  }
}

/** The `data` of an event of this kind: the fields that the table of kinds names. */
export function publicData(kind: EventKind, row: PublicState): Readonly<Record<string, unknown>> {
  const { subject, shows } = WEBHOOK_KINDS[kind]
  const { response, payment, finalInvoice, warnings, invoicingMode } = row
  // The kind determines whose row it is.
  const shown: Readonly<Record<string, unknown>> =
    subject === 'invoice'
      ? { ...shownInvoice(row as InvoiceView), response, payment, finalInvoice, warnings, invoicingMode }
      : subject === 'received'
        ? { ...shownReceived(row as ReceivedView), response }
        : shownConnection(row as ConnectionView)
  return Object.fromEntries(shows.flatMap((field) => (shown[field] === undefined ? [] : [[field, shown[field]]])))
}

/**
 * An event as clients see it. It is computed from stored events alone, so the same events always
 * have the same result.
 * @param stream the subject's events, at least up to this one
 */
export function publicEventOf({ subject, kind, event }: EventToPublish, stream: readonly RecordedEvent[]): PublicEvent {
  const upToEvent = stream.filter(({ revision }) => revision <= event.revision)
  // The state right after the event. The stream's name shows whose events they are.
  const row = knownRow(subjectAfter(subject, upToEvent))
  return {
    id: eventId(event.id),
    kind,
    createdAt: event.metadata.occurredAt,
    data: publicData(kind, publicState(row, event)),
    stream: event.stream,
    revision: event.revision,
  }
}

function subjectAfter(subject: EventToPublish['subject'], events: readonly RecordedEvent[]): SubjectView | null {
  switch (subject) {
    case 'invoice':
      return events.filter((each) => isOf('Invoice', each)).reduce<InvoiceView | null>(invoiceAfter, null)
    case 'received':
      return events.filter((each) => isOf('Received', each)).reduce<ReceivedView | null>(receivedAfter, null)
    case 'connection':
      return events.filter((each) => isOf('Connection', each)).reduce<ConnectionView | null>(connectionAfter, null)
  }
}

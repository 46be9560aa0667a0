import type { ScheduleDelivery } from '../commands/schedule-delivery.js'
import type { ConnectionEvent } from '../domain/connection.js'
import type { RecordedEvent, Scope } from '../domain/event.js'
import { derivedId, eventId } from '../domain/ids.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { idInStream } from '../domain/streams.js'
import type { ConfiguredWebhook } from '../domain/webhook.js'
import { type PublicEvent, WEBHOOK_KINDS } from '../domain/webhook-kinds.js'
import { connections } from '../projections/connections.js'
import { invoices } from '../projections/invoices.js'
import { knownRow, project } from '../projections/engine/projection.js'
import { shownConnection, shownInvoice } from '../projections/shown.js'

/**
 * The delivery of an event: interface specification, "Delivery body". `stream`: the subject's
 * events at least up to this one. It is computed from stored events alone, so scheduling it again
 * gives exactly the same.
 */
export function deliveryOf(
  { subject, kind, event }: PublicEvent,
  stream: readonly RecordedEvent[],
  scope: Scope,
  configured: ConfiguredWebhook,
): ScheduleDelivery {
  const id = eventId(event.id)
  const { occurredAt } = event.metadata
  const upToEvent = stream.filter(({ revision }) => revision <= event.revision)
  // As it was right after the event. The stream's name says whose events they are.
  const shown: Readonly<Record<string, unknown>> =
    subject === 'invoice'
      ? shownInvoice(knownRow(project(invoices, upToEvent as readonly RecordedEvent<InvoiceEvent>[])))
      : shownConnection(knownRow(project(connections, upToEvent as readonly RecordedEvent<ConnectionEvent>[])))
  const data = Object.fromEntries(WEBHOOK_KINDS[kind].shows.map((field) => [field, shown[field]]))
  return {
    deliveryId: deliveryIdOf(scope, id),
    subject: event.stream,
    eventId: id,
    kind,
    invoiceId: subject === 'invoice' ? idInStream(event.stream) : null,
    connectionId: subject === 'connection' ? idInStream(event.stream) : null,
    url: configured.url,
    epoch: configured.epoch,
    nextAttemptAt: occurredAt,
    body: JSON.stringify({ id, type: kind, createdAt: occurredAt, data }),
  }
}

/**
 * Derived from the event, so that it has one delivery, however often it is scheduled and by whom.
 */
export function deliveryIdOf({ account, environment }: Scope, id: string): string {
  return derivedId('dlv', account, environment, id)
}

import type { ScheduleDelivery } from '../commands/schedule-delivery.js'
import type { ConnectionEvent } from '../domain/connection.js'
import type { RecordedEvent, Scope } from '../domain/event.js'
import { derivedId, eventId } from '../domain/ids.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { idInStream } from '../domain/streams.js'
import type { ConfiguredWebhook } from '../domain/webhook.js'
import { connections } from '../projections/connections.js'
import type { PublicEvent } from '../projections/event-kinds.js'
import { invoices } from '../projections/invoices.js'
import { project } from '../projections/projection.js'

/**
 * The delivery of an event: interface specification, "Delivery body". `stream`: the subject's events at least up to this one. Everything in it follows from stored
 * events, so that whoever schedules it again makes the very same.
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
  // The stream's name says whose events they are.
  const data =
    subject === 'invoice'
      ? invoiceData(upToEvent as readonly RecordedEvent<InvoiceEvent>[])
      : connectionData(upToEvent as readonly RecordedEvent<ConnectionEvent>[])
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

/** Derived, so that an event is delivered once, whoever schedules it how often. */
export function deliveryIdOf({ account, environment }: Scope, id: string): string {
  return derivedId('dlv', account, environment, id)
}

/** The invoice as it was right after the event. */
function invoiceData(events: readonly RecordedEvent<InvoiceEvent>[]): object {
  const row = project(invoices, events)
  if (row === null) throw new Error('an invoice without events')
  return {
    id: row.id,
    country: row.country,
    supplierVat: row.supplier_vat,
    customerVat: row.customer_vat,
    status: row.status,
    netAmount: row.net_amount,
    vatAmount: row.vat_amount,
    grossAmount: row.gross_amount,
    currency: row.currency,
    govId: row.gov_id,
    externalId: row.external_id,
  }
}

/** The connection as the API shows it, right after the event. */
function connectionData(events: readonly RecordedEvent<ConnectionEvent>[]): object {
  const row = project(connections, events)
  if (row === null) throw new Error('a connection without events')
  return {
    id: row.id,
    companyId: row.company_id,
    countryCode: row.country_code,
    status: row.status,
    tokenExpiresAt: row.token_expires_at,
    lastErrorMessage: row.last_error_message,
    createdAt: row.created_at,
  }
}

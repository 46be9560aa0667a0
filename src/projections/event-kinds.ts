import type { ConnectionEvent } from '../domain/connection.js'
import type { RecordedEvent } from '../domain/event.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { categoryPrefixes } from '../domain/streams.js'
import type { TEST_KIND } from '../domain/webhook.js'
import { INVOICE_EVENT_KINDS, invoiceEventKind } from './timeline.js'

/** Everything that a webhook can subscribe to: interface specification, "Events". */
export const EVENT_KINDS = [...INVOICE_EVENT_KINDS, 'connection.active', 'connection.expired'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** What a delivery can tell. */
export type DeliveryKind = EventKind | typeof TEST_KIND

const CONNECTION_KINDS: Partial<Record<ConnectionEvent['type'], EventKind>> = {
  ConnectionActivated: 'connection.active',
  ConnectionExpired: 'connection.expired',
}

/** An event that clients hear of, with what it is about. */
export type PublicEvent =
  | { readonly subject: 'invoice'; readonly kind: EventKind; readonly event: RecordedEvent<InvoiceEvent> }
  | { readonly subject: 'connection'; readonly kind: EventKind; readonly event: RecordedEvent<ConnectionEvent> }

/** null: the event stays inside. The stream's name says which aggregate's it is. */
export function publicEvent(event: RecordedEvent): PublicEvent | null {
  const isOf = (category: 'Invoice' | 'Connection'): boolean =>
    categoryPrefixes(category).some((prefix) => event.stream.startsWith(prefix))
  if (isOf('Invoice')) {
    const ofInvoice = event as RecordedEvent<InvoiceEvent>
    const kind = invoiceEventKind(ofInvoice)
    return kind && { subject: 'invoice', kind, event: ofInvoice }
  }
  if (isOf('Connection')) {
    const ofConnection = event as RecordedEvent<ConnectionEvent>
    const kind = CONNECTION_KINDS[ofConnection.type]
    return kind === undefined ? null : { subject: 'connection', kind, event: ofConnection }
  }
  return null
}

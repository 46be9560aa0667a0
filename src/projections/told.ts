import type { ConnectionEvent } from '../domain/connection.js'
import type { StreamEvent } from '../domain/event.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { type EventKind, WEBHOOK_KINDS } from '../domain/webhook-kinds.js'
import type { ConnectionRow } from './connections.js'
import type { InvoiceRow } from './invoices.js'
import { type ShownResponse, shownResponse } from './responses.js'
import { shownConnection, shownInvoice } from './shown.js'

/** What an event is about, as the API showed it right after the event. */
export type SubjectRow = InvoiceRow | ConnectionRow

/** A subject, with what only the event itself knows. */
export type ToldRow = SubjectRow & { readonly response?: ShownResponse }

/** What is told of this event, whose subject is now as this row. */
export function toldRow(row: SubjectRow, event: StreamEvent<InvoiceEvent | ConnectionEvent>): ToldRow {
  return event.type === 'InvoiceResponded' ? { ...row, response: shownResponse(event) } : row
}

/** The `data` of an event of this kind: the fields that the table of kinds names. */
export function toldOf(kind: EventKind, row: ToldRow): Readonly<Record<string, unknown>> {
  const { subject, shows } = WEBHOOK_KINDS[kind]
  // The kind says whose row it is.
  const shown: Readonly<Record<string, unknown>> =
    subject === 'invoice'
      ? { ...shownInvoice(row as InvoiceRow), response: row.response }
      : shownConnection(row as ConnectionRow)
  return Object.fromEntries(shows.map((field) => [field, shown[field]]))
}

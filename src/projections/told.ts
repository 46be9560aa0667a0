import { type EventKind, WEBHOOK_KINDS } from '../domain/webhook-kinds.js'
import type { ConnectionRow } from './connections.js'
import type { InvoiceRow } from './invoices.js'
import { shownConnection, shownInvoice } from './shown.js'

/** What an event is about, as the API showed it right after the event. */
export type SubjectRow = InvoiceRow | ConnectionRow

/** The `data` of an event of this kind: the fields that the table of kinds names. */
export function toldOf(kind: EventKind, row: SubjectRow): Readonly<Record<string, unknown>> {
  const { subject, shows } = WEBHOOK_KINDS[kind]
  // The kind says whose row it is.
  const shown: Readonly<Record<string, unknown>> =
    subject === 'invoice' ? shownInvoice(row as InvoiceRow) : shownConnection(row as ConnectionRow)
  return Object.fromEntries(shows.map((field) => [field, shown[field]]))
}

import type { RecordedEvent, StreamEvent } from '../domain/event.js'
import { type InvoiceStatus, statusAfter } from '../domain/invoice.js'
import { upcast } from '../eventstore/upcast.js'
import { project } from '../projections/engine/projection.js'
import { invoices } from '../projections/invoices.js'
import { shownInvoice } from '../domain/public-events/invoice-view.js'
import { documentsOf, type NamedDocument } from './documents-of.js'
import { actorInWords, sentenceOf } from './sentences.js'
import { isOf } from '../domain/event-of.js'

/** One event of an invoice's history, for people. */
export interface ReplayedEvent {
  /** ISO 8601, UTC, by the service's clock. */
  readonly at: string
  readonly stream: string
  readonly revision: number
  /** The event's name: `InvoiceAccepted`. */
  readonly type: string
  /** In English: what happened. Texts from other parties are quoted unchanged. */
  readonly sentence: string
  /** Who caused it, in words. */
  readonly by: string
  /** The invoice's status after it; null: the event is not the invoice's own. */
  readonly status: InvoiceStatus | null
  /** Whether this event changed the status. */
  readonly statusChanged: boolean
  readonly documents: readonly NamedDocument[]
  /** Binds the event to all previous events of its stream. */
  readonly hash: string
}

/** An invoice as the API showed it. */
type ShownInvoice = ReturnType<typeof shownInvoice>

/**
 * The history of one invoice: its own events with those of its deliveries, connection and company,
 * as `invoiceEvents` finds them, in the order of the store, each as a sentence. Pure.
 */
export function lifeOf(events: readonly RecordedEvent[]): readonly ReplayedEvent[] {
  let status: InvoiceStatus | null = null
  return inOrderOfStore(events).map((stored) => {
    const event = upcast(stored)
    const after = statusGivenBy(event)
    const statusChanged = after !== null && after !== status
    if (after !== null) status = after
    const { occurredAt, actor, hash } = stored.metadata
    return {
      at: occurredAt,
      stream: stored.stream,
      revision: stored.revision,
      type: event.type,
      sentence: sentenceOf(event),
      by: actorInWords(actor),
      status: after,
      statusChanged,
      documents: documentsOf(event),
      hash,
    }
  })
}

/**
 * The invoice as the API showed it at a given time: the same fold over the events up to then.
 * null: it did not exist yet. Pure.
 * @param events the invoice's own, from revision 0 on; events of other streams are ignored
 */
export function stateAt(events: readonly StreamEvent[], time: Date): ShownInvoice | null {
  const own = events.filter((event) => isOf('Invoice', event)).sort((a, b) => a.revision - b.revision)
  // Clocks of several processes differ a little: the order of the stream counts.
  const later = own.findIndex(({ metadata }) => new Date(metadata.occurredAt) > time)
  const until = later === -1 ? own : own.slice(0, later)
  // Upcasters read only type, data and version.
  const today = until.map((event) => upcast({ ...event, position: 0n }))
  const row = project(invoices, today)
  return row === null ? null : shownInvoice(row)
}

function inOrderOfStore(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return [...events].sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0))
}

function statusGivenBy(event: StreamEvent): InvoiceStatus | null {
  if (!isOf('Invoice', event)) return null
  try {
    return statusAfter(event)
  } catch {
    // An event of a newer version of the program: shown by its name, without a status.
    return null
  }
}

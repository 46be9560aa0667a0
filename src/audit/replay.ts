import type { RecordedEvent, StreamEvent } from '../domain/event.js'
import { type InvoiceEvent, type InvoiceStatus, statusAfter } from '../domain/invoice.js'
import { upcast } from '../eventstore/upcast.js'
import { project } from '../projections/engine/projection.js'
import { invoices } from '../projections/invoices.js'
import { shownInvoice } from '../domain/public-events/invoice-view.js'
import { categoryOf } from './categories.js'
import { documentsOf, type NamedDocument } from './documents-of.js'
import { actorInWords, sentenceOf } from './sentences.js'

/** One event of an invoice's life, as a person reads it. */
export interface ReplayedEvent {
  /** ISO 8601, UTC, by the service's clock. */
  readonly at: string
  readonly stream: string
  readonly revision: number
  /** The event's name: `InvoiceAccepted`. */
  readonly type: string
  /** In English: what happened. Texts of others stand in it as they came. */
  readonly sentence: string
  /** Who did it, in words. */
  readonly by: string
  /** The invoice's status from here on; null: the event is not the invoice's own. */
  readonly status: InvoiceStatus | null
  /** Whether this event gave it that status. */
  readonly statusChanged: boolean
  readonly documents: readonly NamedDocument[]
  /** Seals the event to all before it in its stream. */
  readonly hash: string
}

/** An invoice as the API showed it. */
export type ShownInvoice = ReturnType<typeof shownInvoice>

/**
 * The life of one invoice: its own events with those of its deliveries, connection and company,
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
 * The invoice as the API showed it at a moment: the same fold over the same events, with what had
 * happened by then. null: it did not exist yet. Pure.
 * @param events the invoice's own, from revision 0 on; those of other streams are passed over
 */
export function stateAt(events: readonly StreamEvent[], time: Date): ShownInvoice | null {
  const own = events.filter(({ stream }) => categoryOf(stream) === 'Invoice').sort((a, b) => a.revision - b.revision)
  // Clocks of several processes differ a little: the order of the stream is what happened.
  const later = own.findIndex(({ metadata }) => new Date(metadata.occurredAt) > time)
  const until = later === -1 ? own : own.slice(0, later)
  // Upcasters look at type, data and version alone.
  const today = until.map((event) => upcast({ ...event, position: 0n }))
  const row = project(invoices, today as readonly StreamEvent<InvoiceEvent>[])
  return row === null ? null : shownInvoice(row)
}

function inOrderOfStore(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return [...events].sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0))
}

function statusGivenBy(event: StreamEvent): InvoiceStatus | null {
  if (categoryOf(event.stream) !== 'Invoice') return null
  try {
    return statusAfter(event as StreamEvent<InvoiceEvent>)
  } catch {
    // An event of a later version of the program: told by its name, and gives no status here.
    return null
  }
}

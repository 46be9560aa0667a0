import { connectionIds } from '../commands/use-cases/current-connection.js'
import { deliveryIdOf } from '../commands/delivery.js'
import { ENVIRONMENTS, type RecordedEvent, type Scope, scopeOfEvent } from '../domain/event.js'
import { eventId, isId } from '../domain/ids.js'
import type { InvoiceCreated, InvoiceEvent } from '../domain/invoice.js'
import { streamName } from '../domain/streams.js'
import { invoiceEventKind } from '../domain/public-events/event-kinds.js'
import type { EventStore } from '../eventstore/port.js'
import { upcast } from '../eventstore/upcast.js'
import { isOf } from '../domain/event-of.js'
import { addAll } from '../domain/lists.js'

/** An invoice's stream, and the streams of its related records. */
export interface InvoiceStreams {
  readonly stream: string
  readonly scope: Scope
  readonly invoiceId: string
  readonly companyId: string
  /** The invoice's own events as stored, from revision 0 on. */
  readonly events: readonly RecordedEvent<InvoiceEvent>[]
  /** The streams of its deliveries. A delivery that was never scheduled has an empty one. */
  readonly deliveries: readonly string[]
  readonly company: string
}

/** The events of an invoice of any account, by its id; null: neither environment has it. */
export async function findInvoice(store: EventStore, invoiceId: string): Promise<InvoiceStreams | null> {
  if (!isId(invoiceId) || !invoiceId.startsWith('inv_')) return null
  for (const environment of ENVIRONMENTS) {
    const found = await readInvoice(store, streamName(environment, 'Invoice', invoiceId))
    if (found !== null) return found
  }
  return null
}

/**
 * The streams related to an invoice, derived from its own stream: the ids of deliveries are
 * derived from its events, so no read model is needed. null: the stream has no events.
 */
export async function readInvoice(store: EventStore, stream: string): Promise<InvoiceStreams | null> {
  const events = (await store.readStream(stream)).filter((event) => isOf('Invoice', event))
  const [first] = events
  if (first === undefined) return null
  const scope = scopeOfEvent(first)
  const { invoiceId, companyId } = creationIn(first)
  const published = events.filter((event) => invoiceEventKind(upcast(event)) !== null)
  return {
    stream,
    scope,
    invoiceId,
    companyId,
    events,
    deliveries: published.map(({ id }) => streamName(scope.environment, 'Delivery', deliveryIdOf(scope, eventId(id)))),
    company: streamName(scope.environment, 'Company', companyId),
  }
}

/** The data of a stream's first event, which was checked when it was written. */
function creationIn(first: RecordedEvent<InvoiceEvent>): InvoiceCreated['data'] {
  return (upcast(first) as RecordedEvent<InvoiceCreated>).data
}

/**
 * The streams of a company's connections to a country, deleted ones included, oldest first: each
 * id is derived from the previous one.
 */
export async function connectionStreams(
  store: EventStore,
  { scope, companyId, events }: InvoiceStreams,
): Promise<readonly { readonly stream: string; readonly events: readonly RecordedEvent[] }[]> {
  const [first] = events
  if (first === undefined) return []
  const nameOf = connectionIds(scope, companyId, creationIn(first).country)
  const found: { stream: string; events: readonly RecordedEvent[] }[] = []
  for (let predecessors = 0; predecessors < MOST_CONNECTIONS; predecessors += 1) {
    const { stream } = nameOf(predecessors)
    const connection = await store.readStream(stream)
    if (connection.length === 0) break
    found.push({ stream, events: connection })
  }
  return found
}

/** Connections of one company to one country that were deleted and created again. */
const MOST_CONNECTIONS = 1_000

/**
 * All events of an invoice's history, in any order: its own, those of its deliveries, and those of
 * its connections while it was in progress, with the events that define their state then.
 */
export async function invoiceEvents(store: EventStore, invoice: InvoiceStreams): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [...invoice.events]
  for (const stream of invoice.deliveries) addAll(all, await store.readStream(stream))
  const first = invoice.events[0]?.position ?? 0n
  const last = invoice.events.at(-1)?.position ?? 0n
  for (const { events } of await connectionStreams(store, invoice))
    for (const event of events) if (event.position > first && event.position < last) all.push(event)
  return all
}

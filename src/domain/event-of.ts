import type { CompanyEvent } from './company.js'
import type { ConnectionEvent } from './connection.js'
import type { DeliveryEvent } from './delivery.js'
import type { StreamsErased } from './erasure.js'
import type { StreamEvent } from './event.js'
import type { NumberSeriesEvent } from './number-series.js'
import type { InvoiceEvent } from './invoice.js'
import type { ReceivedEvent } from './received.js'
import { categoryPrefixes, ERASURE_PREFIX } from './streams.js'

/** The events in the streams of these categories. */
interface EventsOf {
  readonly Invoice: InvoiceEvent
  readonly Connection: ConnectionEvent
  readonly Company: CompanyEvent
  readonly Delivery: DeliveryEvent
  readonly Numbering: NumberSeriesEvent
  readonly Received: ReceivedEvent
}

const PREFIXES: { readonly [Category in keyof EventsOf]: readonly string[] } = {
  Invoice: categoryPrefixes('Invoice'),
  Connection: categoryPrefixes('Connection'),
  Company: categoryPrefixes('Company'),
  Delivery: categoryPrefixes('Delivery'),
  Numbering: categoryPrefixes('Numbering'),
  Received: categoryPrefixes('Received'),
}

/** Whether an event is of a category: the name of its stream determines the type of its data. */
export function isOf<Category extends keyof EventsOf, Event extends StreamEvent>(
  category: Category,
  event: Event,
): event is Event & StreamEvent<EventsOf[Category]> {
  return PREFIXES[category].some((prefix) => event.stream.startsWith(prefix))
}

/** Whether an event is the record of an erasure. */
export function isErasure<Event extends StreamEvent>(event: Event): event is Event & StreamEvent<StreamsErased> {
  return event.type === 'StreamsErased' && event.stream.startsWith(ERASURE_PREFIX)
}

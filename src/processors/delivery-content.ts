import type { ConnectionEvent } from '../domain/connection.js'
import type { RecordedEvent } from '../domain/event.js'
import { eventId } from '../domain/ids.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import type { ToldEvent } from '../domain/told-event.js'
import type { PublicEvent } from '../domain/webhook-kinds.js'
import { connections } from '../projections/connections.js'
import { invoices } from '../projections/invoices.js'
import { knownRow, project } from '../projections/engine/projection.js'
import { toldOf, toldRow } from '../projections/told.js'

/**
 * What an event tells. `stream`: the subject's events at least up to this one. It is computed from
 * stored events alone, so computing it again gives exactly the same.
 */
export function toldEvent({ subject, kind, event }: PublicEvent, stream: readonly RecordedEvent[]): ToldEvent {
  const upToEvent = stream.filter(({ revision }) => revision <= event.revision)
  // As it was right after the event. The stream's name says whose events they are.
  const row =
    subject === 'invoice'
      ? knownRow(project(invoices, upToEvent as readonly RecordedEvent<InvoiceEvent>[]))
      : knownRow(project(connections, upToEvent as readonly RecordedEvent<ConnectionEvent>[]))
  return {
    id: eventId(event.id),
    kind,
    createdAt: event.metadata.occurredAt,
    data: toldOf(kind, toldRow(row, event)),
    stream: event.stream,
    revision: event.revision,
  }
}

import type { Kysely } from 'kysely'
import { type Environment, type Scope, scopeOfEvent } from '../domain/event.js'
import { eventId } from '../domain/ids.js'
import { type InvoiceEvent, type InvoiceStatus, statusAfter } from '../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import { invoiceEventKind, type InvoiceEventKind } from '../domain/public-events/event-kinds.js'
import { timelineDetails } from '../domain/public-events/timeline.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'
import { inScope } from './in-scope.js'

/** A row of the read model of an invoice's timeline: one public event. */
export type TimelineRow = {
  readonly id: string
  readonly invoice_id: string
  readonly account: string
  readonly environment: Environment
  /** The stream's revision: the chronological order. */
  readonly revision: number
  readonly event: InvoiceEventKind
  readonly status: InvoiceStatus
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly created_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.timeline': TimelineRow
  }
}

/** The timeline of each invoice: a row for each event that clients receive. */
export const timeline: StreamProjection<TimelineRow, InvoiceEvent> = {
  name: 'timeline',
  version: 2,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'id',
  erasing: { column: 'invoice_id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    invoice_id text NOT NULL,
    account text NOT NULL,
    environment text NOT NULL,
    revision integer NOT NULL,
    event text NOT NULL,
    status text NOT NULL,
    metadata json,
    created_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (invoice_id, revision)'],
  key: (event) => (invoiceEventKind(event) ? eventId(event.id) : null),
  needsRow: () => false,
  evolve(_row, event) {
    const kind = invoiceEventKind(event)
    if (kind === null) return null
    return {
      id: eventId(event.id),
      invoice_id: idInStream(event.stream),
      ...scopeOfEvent(event),
      revision: event.revision,
      event: kind,
      status: statusAfter(event),
      metadata: timelineDetails(event),
      created_at: event.metadata.occurredAt,
    }
  },
}

/** The timeline of an invoice of this scope, oldest entry first; empty for an unknown invoice. */
export function listTimeline(db: Kysely<ReadModels>, scope: Scope, invoiceId: string): Promise<readonly TimelineRow[]> {
  return db
    .selectFrom('read.timeline')
    .selectAll()
    .where(inScope(scope))
    .where('invoice_id', '=', invoiceId)
    .orderBy('revision')
    .execute()
}

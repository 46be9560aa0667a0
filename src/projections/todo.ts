import { type Environment, type RecordedEvent, scopeOfEvent } from '../domain/event.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'

/**
 * An invoice that waits for the pipeline. Its stream holds its state; the work list holds its
 * worker, its due time and its number of tries.
 */
export type TodoRow = {
  /** The stream that waits. */
  readonly stream: string
  readonly invoice_id: string
  readonly account: string
  readonly environment: Environment
  /** Of the event since which it waits: a worker that has seen it needn't look again. */
  readonly position: string
  readonly due_at: string
  /** Reports of payments that are still to be sent to the government; 0 before its decision. */
  readonly open_reports: number
}

/** The events after which an invoice starts or stops to wait. */
const CHANGES: ReadonlySet<InvoiceEvent['type']> = new Set([
  'InvoiceCreated',
  'InvoiceRetried',
  'InvoiceAccepted',
  'InvoiceRejected',
  'InvoiceFailed',
  'PaymentReportRequested',
  'PaymentReported',
  'PaymentReportRefused',
])

/**
 * The to-do list of the pipeline: every invoice that is not accepted, rejected or in error, and
 * every accepted one with a payment to be reported. Other records of the pipeline change no row:
 * their writer is processing the invoice.
 */
export const todo: Projection<TodoRow, InvoiceEvent> = {
  name: 'todo',
  version: 4,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'stream',
  erasing: { column: 'stream', of: (stream) => stream },
  columns: `
    stream text PRIMARY KEY,
    invoice_id text NOT NULL,
    account text NOT NULL,
    environment text NOT NULL,
    position bigint NOT NULL,
    due_at timestamptz NOT NULL,
    open_reports integer NOT NULL`,
  indexes: ['CREATE INDEX ON $table (position)'],
  key: (event) => (CHANGES.has(event.type) ? event.stream : null),
  needsRow: ({ type }) => type.startsWith('PaymentReport'),
  evolve(row, event) {
    const before = row?.open_reports ?? 0
    switch (event.type) {
      case 'InvoiceCreated':
      case 'InvoiceRetried':
        return waiting(event, 0)
      case 'PaymentReportRequested':
        return waiting(event, before + 1)
      case 'PaymentReported':
      case 'PaymentReportRefused':
        return row && before > 1 ? { ...row, open_reports: before - 1 } : null
      default:
        return null
    }
  },
}

function waiting(event: RecordedEvent<InvoiceEvent>, openReports: number): TodoRow {
  return {
    stream: event.stream,
    invoice_id: idInStream(event.stream),
    ...scopeOfEvent(event),
    position: event.position.toString(),
    due_at: event.metadata.occurredAt,
    open_reports: openReports,
  }
}

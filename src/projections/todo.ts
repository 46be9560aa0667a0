import { type Environment, scopeOfEvent } from '../domain/event.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { categoryPrefixes } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'

/**
 * An invoice that waits for the pipeline. Where it stands says its stream; who works on it, when
 * it is looked at again, and how often it was tried, says the work list.
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
}

/** The events with which an invoice begins to wait, and those with which it ends to. */
const CHANGES: ReadonlySet<InvoiceEvent['type']> = new Set([
  'InvoiceCreated',
  'InvoiceRetried',
  'InvoiceAccepted',
  'InvoiceRejected',
  'InvoiceFailed',
])

/**
 * The to-do list of the pipeline: every invoice that is not accepted, rejected or in error. What
 * the pipeline itself records on the way changes no row: whoever did that has the invoice in hand.
 */
export const todo: Projection<TodoRow, InvoiceEvent> = {
  name: 'todo',
  version: 3,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'stream',
  columns: `
    stream text PRIMARY KEY,
    invoice_id text NOT NULL,
    account text NOT NULL,
    environment text NOT NULL,
    position bigint NOT NULL,
    due_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (position)'],
  key: (event) => (CHANGES.has(event.type) ? event.stream : null),
  needsRow: () => false,
  evolve(_row, event) {
    if (event.type !== 'InvoiceCreated' && event.type !== 'InvoiceRetried') return null
    return {
      stream: event.stream,
      invoice_id: event.stream.slice(event.stream.indexOf('-') + 1),
      ...scopeOfEvent(event),
      position: event.position.toString(),
      due_at: event.metadata.occurredAt,
    }
  },
}

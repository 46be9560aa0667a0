import { type Environment, scopeOfEvent } from '../domain/event.js'
import { type InvoiceEvent, type InvoiceStatus, statusAfter } from '../domain/invoice.js'
import { categoryPrefixes } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'

/**
 * An invoice that waits for the pipeline. Who works on it, and how often it was tried, stands in
 * the work list, not here.
 */
export type TodoRow = {
  /** The stream that waits. */
  readonly stream: string
  readonly invoice_id: string
  readonly account: string
  readonly environment: Environment
  readonly step: InvoiceStatus
  /** Of the event that made this row: a worker that has seen it needn't look again. */
  readonly position: string
  readonly due_at: string
}

/** The to-do list of the pipeline: every invoice that is not accepted, rejected or in error. */
export const todo: Projection<TodoRow, InvoiceEvent> = {
  name: 'todo',
  version: 2,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'stream',
  columns: `
    stream text PRIMARY KEY,
    invoice_id text NOT NULL,
    account text NOT NULL,
    environment text NOT NULL,
    step text NOT NULL,
    position bigint NOT NULL,
    due_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (position)'],
  key: (event) => event.stream,
  needsRow: () => false,
  evolve(_row, event) {
    const step = statusAfter(event)
    if (DECIDED.includes(step)) return null
    return {
      stream: event.stream,
      invoice_id: event.stream.slice(event.stream.indexOf('-') + 1),
      ...scopeOfEvent(event),
      step,
      position: event.position.toString(),
      due_at: event.type === 'SubmissionDeferred' ? event.data.nextTryAt : event.metadata.occurredAt,
    }
  },
}

const DECIDED: readonly InvoiceStatus[] = ['accepted', 'rejected', 'error']

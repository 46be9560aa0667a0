import { type Environment, scopeOfEvent } from '../domain/event.js'
import type { ReceivedEvent } from '../domain/received.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { categoryPrefixes } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'

/** A received invoice whose answers are still to be brought to its sender. */
export type AnswersRow = {
  /** The stream that waits. */
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  /** Whose government or network brings the newest answer. */
  readonly country: CountryCode
  /** Answers that have not ended. */
  readonly open: number
  /** Of the event since which it waits. */
  readonly position: string
  readonly due_at: string
}

/**
 * The to-do list of answering: every received invoice with an answer that is neither confirmed nor
 * failed.
 */
export const answers: Projection<AnswersRow, ReceivedEvent> = {
  name: 'answers',
  version: 1,
  streamPrefixes: categoryPrefixes('Received'),
  keyColumn: 'stream',
  erasing: { column: 'stream', of: (stream) => stream },
  columns: `
    stream text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    country text NOT NULL,
    open integer NOT NULL,
    position bigint NOT NULL,
    due_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (position)'],
  needsRow: () => true,
  key: (event) => (CHANGES.has(event.type) ? event.stream : null),
  evolve(row, event) {
    const open = row?.open ?? 0
    if (event.type !== 'ResponseRequested') return row && open > 1 ? { ...row, open: open - 1 } : null
    return {
      stream: event.stream,
      ...scopeOfEvent(event),
      country: event.data.country,
      open: open + 1,
      position: event.position.toString(),
      due_at: event.metadata.occurredAt,
    }
  },
}

/** The events after which a received invoice starts or stops to wait. */
const CHANGES: ReadonlySet<ReceivedEvent['type']> = new Set([
  'ResponseRequested',
  'ResponseConfirmed',
  'ResponseFailed',
])

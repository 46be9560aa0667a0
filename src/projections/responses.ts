import type { Kysely } from 'kysely'
import { type Environment, type Scope, scopeOfEvent } from '../domain/event.js'
import { eventId } from '../domain/ids.js'
import { documentKindOf } from '../domain/public-events/response.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import { categoryPrefixes, idInStream } from '../domain/streams.js'
import type { Projection } from './engine/projection.js'
import { inScope } from './in-scope.js'
import { type ListPlace, nextOldest } from './list-place.js'
import type { ReadModels } from './read-models.js'

/** A row of the read model of buyers' responses. */
export type ResponseRow = {
  /** `evt_…` */
  readonly id: string
  readonly invoice_id: string
  readonly account: string
  readonly environment: Environment
  /** When the response was made; `created_at`: when it was recorded. */
  readonly said_at: string
  readonly code: string
  readonly label: string
  readonly reason: string | null
  /** The name of the message among the invoice's documents. */
  readonly document: string
  readonly created_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.responses': ResponseRow
  }
}

/** The responses of buyers, or of platforms on their behalf, to each invoice. */
export const responses: Projection<ResponseRow, InvoiceEvent> = {
  name: 'responses',
  version: 1,
  streamPrefixes: categoryPrefixes('Invoice'),
  keyColumn: 'id',
  erasing: { column: 'invoice_id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    invoice_id text NOT NULL,
    account text NOT NULL,
    environment text NOT NULL,
    said_at timestamptz NOT NULL,
    code text NOT NULL,
    label text NOT NULL,
    reason text,
    document text NOT NULL,
    created_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (invoice_id, created_at, id)'],
  key: (event) => (event.type === 'InvoiceResponded' ? eventId(event.id) : null),
  needsRow: () => false,
  evolve(_row, event) {
    if (event.type !== 'InvoiceResponded') return null
    const { at, code, label, reason, number } = event.data
    return {
      id: eventId(event.id),
      invoice_id: idInStream(event.stream),
      ...scopeOfEvent(event),
      said_at: at,
      code,
      label,
      reason,
      document: documentKindOf(number),
      created_at: event.metadata.occurredAt,
    }
  },
}

/** The next responses to an invoice of this scope, in the order in which they were recorded. */
export function listResponses(
  db: Kysely<ReadModels>,
  scope: Scope,
  invoiceId: string,
  after: ListPlace | null,
  limit: number,
): Promise<readonly ResponseRow[]> {
  const rows = db.selectFrom('read.responses').selectAll().where(inScope(scope)).where('invoice_id', '=', invoiceId)
  return nextOldest(rows, after, limit)
}

import type { CompanyEvent } from '../domain/company.js'
import { type Environment, scopeOfEvent } from '../domain/event.js'
import type { InvoiceEvent } from '../domain/invoice.js'
import type { ReceivedEvent } from '../domain/received.js'
import { documentsNamed, UNLISTED } from '../domain/named-documents.js'
import { categoryPrefixes } from '../domain/streams.js'
import type { StreamProjection } from './engine/projection.js'

/** The documents of one invoice, sent or received, or of one company. */
type DocumentUsesRow = {
  /** The stream that names them. */
  readonly stream: string
  readonly account: string
  readonly environment: Environment
  /** SHA-256, hex, each once; with `UNLISTED` if there may be others. */
  readonly documents: readonly string[]
}

declare module './read-models.js' {
  interface ReadModels {
    'read.document_uses': DocumentUsesRow
  }
}

/**
 * The documents that each invoice names, and the logos that each company names. Equal documents
 * are stored once, so one may only be erased with the last stream that names it.
 */
export const documentUses: StreamProjection<DocumentUsesRow, InvoiceEvent | ReceivedEvent | CompanyEvent> = {
  name: 'document_uses',
  version: 3,
  streamPrefixes: [...categoryPrefixes('Invoice'), ...categoryPrefixes('Received'), ...categoryPrefixes('Company')],
  keyColumn: 'stream',
  erasing: { column: 'stream', of: (stream) => stream },
  columns: `
    stream text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    documents text[] NOT NULL`,
  indexes: [
    'CREATE INDEX ON $table USING gin (documents)',
    `CREATE INDEX ON $table (account, environment) WHERE documents @> '{${UNLISTED}}'`,
  ],
  key: (event) => (documentsNamed(event).length > 0 ? event.stream : null),
  evolve(row, event) {
    return {
      stream: event.stream,
      ...scopeOfEvent(event),
      documents: [...new Set([...(row?.documents ?? []), ...documentsNamed(event)])],
    }
  },
}

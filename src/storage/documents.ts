import type { DocumentReference } from '../domain/document-reference.js'
import type { Scope } from '../domain/event.js'

/** Content-addressed store for XML, receipts, attachments and oversized invoices. Every call is scoped: a foreign hash finds nothing. */
export interface DocumentStore {
  /** Durable when it returns. Idempotent. */
  put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference>
  /** null: not there, or another scope's. The content is checked against its hash; a mismatch throws. */
  get(scope: Scope, sha256: string): Promise<Uint8Array | null>
  /** Deletes for good (retention). Idempotent. */
  erase(scope: Scope, sha256: string): Promise<void>
}

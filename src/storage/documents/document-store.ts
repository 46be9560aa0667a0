import type { DocumentReference } from '../../domain/document-reference.js'
import type { Scope } from '../../domain/event.js'

/**
 * Content-addressed store for XML, receipts, attachments and oversized invoices. Every call is
 * scoped: a foreign hash finds nothing.
 */
export interface DocumentStore {
  /** Durable when it returns. Idempotent. */
  put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference>
  /**
   * null: not stored, or in another scope. The content is checked against its hash; a mismatch
   * throws.
   */
  get(scope: Scope, sha256: string): Promise<Uint8Array | null>
  /** Deletes permanently (retention). Idempotent. */
  erase(scope: Scope, sha256: string): Promise<void>
}

/**
 * A document store with a cache for the duration of one piece of work. Content under a hash never
 * changes.
 */
export class RememberedDocuments implements DocumentStore {
  readonly #store: DocumentStore
  readonly #known = new Map<string, Uint8Array>()

  constructor(store: DocumentStore) {
    this.#store = store
  }

  async put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference> {
    const reference = await this.#store.put(scope, bytes, mediaType)
    this.#known.set(nameOf(scope, reference.sha256), bytes)
    return reference
  }

  async get(scope: Scope, sha256: string): Promise<Uint8Array | null> {
    const known = this.#known.get(nameOf(scope, sha256))
    if (known !== undefined) return known
    const bytes = await this.#store.get(scope, sha256)
    if (bytes !== null) this.#known.set(nameOf(scope, sha256), bytes)
    return bytes
  }

  async erase(scope: Scope, sha256: string): Promise<void> {
    await this.#store.erase(scope, sha256)
    this.#known.delete(nameOf(scope, sha256))
  }
}

function nameOf({ account, environment }: Scope, sha256: string): string {
  return `${account} ${environment} ${sha256}`
}

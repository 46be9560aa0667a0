/**
 * Where the bytes of documents are kept that the database no longer holds. A key is used for one
 * upload and never again, so an object never changes.
 */
export interface ObjectStore {
  /** What operators see of it, without credentials: `s3://invoices/clearway`. */
  readonly name: string
  /**
   * Durable when it returns. The store checks the bytes against their SHA-256 (hex) on arrival.
   * Throws `ObjectStoreUnavailable`.
   */
  put(key: string, bytes: Uint8Array, mediaType: string, sha256: string): Promise<void>
  /**
   * At most `size` bytes, which are the document's; an object that is longer throws
   * `ObjectTooLong`. null: there is none under this key. Throws `ObjectStoreUnavailable`.
   */
  get(key: string, size: number): Promise<Uint8Array | null>
  /** Idempotent. Throws `ObjectStoreUnavailable`. */
  delete(key: string): Promise<void>
  close(): void
}

/** The object store did not do what was asked; another try may succeed. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable'
}

/** An object has more bytes than its document: it was replaced. */
export class ObjectTooLong extends Error {
  override readonly name = 'ObjectTooLong'
}

import { createHash } from 'node:crypto'
import type { DocumentReference } from '../../../src/domain/document-reference.js'
import type { Scope } from '../../../src/domain/event.js'
import type { DocumentStore } from '../../../src/storage/documents/document-store.js'

/** A document store that lasts as long as its test. */
export class MemoryDocuments implements DocumentStore {
  readonly #documents = new Map<string, Uint8Array>()

  put(scope: Scope, bytes: Uint8Array, mediaType: string): Promise<DocumentReference> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#documents.set(keyOf(scope, sha256), bytes)
    return Promise.resolve({ sha256, size: bytes.length, mediaType })
  }

  get(scope: Scope, sha256: string): Promise<Uint8Array | null> {
    return Promise.resolve(this.#documents.get(keyOf(scope, sha256)) ?? null)
  }

  erase(scope: Scope, sha256: string): Promise<void> {
    this.#documents.delete(keyOf(scope, sha256))
    return Promise.resolve()
  }
}

function keyOf(scope: Scope, sha256: string): string {
  return `${scope.account} ${scope.environment} ${sha256}`
}

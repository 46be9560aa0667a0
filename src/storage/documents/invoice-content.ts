import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import type { InvoiceContent } from '../../domain/invoice.js'
import { yieldForLargeWork } from '../../domain/large-work.js'
import type { DocumentStore } from './document-store.js'

/** A document that an event names is not in the store. */
export class MissingDocument extends Error {
  override readonly name = 'MissingDocument'
}

/**
 * The invoice as accepted, from the event or the document store; of a document in XML what was
 * read of it. Every reader uses this function. Throws `MissingDocument`.
 */
export async function resolveContent(
  documents: DocumentStore,
  scope: Scope,
  content: InvoiceContent,
): Promise<InvoiceRequest> {
  const request = content.kind === 'xml' ? content.read : content
  if (request.kind === 'inline') return request.invoice
  const bytes = await resolveDocument(documents, scope, request.document.sha256)
  await yieldForLargeWork(bytes.length)
  // The service wrote it itself from an InvoiceRequest, and the store has checked it against its
  // hash.
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as InvoiceRequest
}

/**
 * The bytes of a document by its SHA-256 (hex). Throws `MissingDocument` where the document store
 * does not have it.
 */
export async function resolveDocument(documents: DocumentStore, scope: Scope, sha256: string): Promise<Uint8Array> {
  const bytes = await documents.get(scope, sha256)
  if (bytes === null) throw new MissingDocument(`document ${sha256} is not in the document store`)
  return bytes
}

import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import type { InvoiceContent } from '../../domain/invoice.js'
import { yieldForLargeWork } from '../../domain/large-work.js'
import type { DocumentStore } from './document-store.js'

/** The store lacks a document that an event names. */
class MissingDocument extends Error {
  override readonly name = 'MissingDocument'
}

/**
 * The accepted invoice, from the event or the document store; for an XML document, the values read
 * from it. Every reader uses this function. Throws `MissingDocument`.
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
  // The service wrote it from an InvoiceRequest, and the store has checked its hash.
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as InvoiceRequest
}

/**
 * The bytes of a document by its SHA-256 (hex). Throws `MissingDocument` if the document store
 * lacks it.
 */
export async function resolveDocument(documents: DocumentStore, scope: Scope, sha256: string): Promise<Uint8Array> {
  const bytes = await documents.get(scope, sha256)
  if (bytes === null) throw new MissingDocument(`document ${sha256} is not in the document store`)
  return bytes
}

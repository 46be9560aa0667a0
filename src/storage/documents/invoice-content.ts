import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { sized, type SizedInvoice } from '../../domain/request/sized-invoice.js'
import type { Scope } from '../../domain/event.js'
import type { InvoiceContent } from '../../domain/invoice.js'
import { turnFor } from '../../domain/large-work.js'
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
  const stored = await storedContent(documents, scope, content)
  return stored instanceof Uint8Array ? parsedContent(scope, stored) : stored
}

/** The same with its JSON, for those who judge it. Throws `MissingDocument`. */
export async function resolveSized(
  documents: DocumentStore,
  scope: Scope,
  content: InvoiceContent,
): Promise<SizedInvoice> {
  const stored = await storedContent(documents, scope, content)
  return stored instanceof Uint8Array ? { invoice: await parsedContent(scope, stored), json: stored } : sized(stored)
}

/**
 * The accepted invoice as it is stored: itself if it is in the event, else its JSON. Throws
 * `MissingDocument`.
 */
export async function storedContent(
  documents: DocumentStore,
  scope: Scope,
  content: InvoiceContent,
): Promise<InvoiceRequest | Uint8Array> {
  const request = content.kind === 'xml' ? content.read : content
  if (request.kind === 'inline') return request.invoice
  return resolveDocument(documents, scope, request.document.sha256)
}

async function parsedContent({ account }: Scope, json: Uint8Array): Promise<InvoiceRequest> {
  await turnFor(account, json.length)
  // The service wrote it from an InvoiceRequest, and the store has checked its hash.
  return JSON.parse(Buffer.from(json).toString('utf8')) as InvoiceRequest
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

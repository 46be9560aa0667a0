import { loadOwned } from '../../commands/owned.js'
import type { DocumentReference } from '../../domain/document-reference.js'
import type { Scope } from '../../domain/event.js'
import { type InvoiceReceived, received } from '../../domain/received.js'
import type { ReceivedFinding, StatedAmounts } from '../../documents/receiving/reading.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { resolveDocument } from '../../storage/documents/invoice-content.js'
import type { AppDeps } from '../deps.js'
import { notFound } from '../errors.js'

/** A document of a received invoice, and the name that fetches it. */
interface ReceivedDocument {
  readonly kind: string
  readonly filename: string | null
  readonly document: DocumentReference
}

/** What was read of a received document, as it is stored. */
export interface StoredReading {
  readonly invoice: Record<string, unknown> | null
  readonly losses: string[]
  readonly findings: ReceivedFinding[]
  /** Absent: an earlier version of the program stored it; null: nothing could be read. */
  readonly stated?: StatedAmounts | null
}

/** The facts of a received invoice from its stream. Throws a 404 for an unknown one. */
export async function storedReceived(
  { store }: Pick<AppDeps, 'store'>,
  scope: Scope,
  id: string,
): Promise<{ readonly facts: InvoiceReceived['data'] }> {
  const owned = await loadOwned(store, scope, received, 'Received', id)
  if (owned === null || owned.loaded.state.status === 'none') throw notFound('received invoice')
  return { facts: owned.loaded.state.facts }
}

/** What was read and found; nothing, where the document could not be read. */
export async function readingOf(
  documents: DocumentStore,
  scope: Scope,
  { reading }: Pick<InvoiceReceived['data'], 'reading'>,
): Promise<StoredReading> {
  if (reading === null) return { invoice: null, losses: [], findings: [] }
  const bytes = await resolveDocument(documents, scope, reading.sha256)
  // The service wrote this JSON itself.
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredReading
}

/** Everything of a received invoice that can be downloaded as it came. */
export function documentsOfReceived(facts: InvoiceReceived['data']): readonly ReceivedDocument[] {
  return [{ kind: 'xml', filename: null, document: facts.document }, ...facts.files]
}

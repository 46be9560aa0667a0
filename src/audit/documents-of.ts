import type { DocumentReference } from '../domain/document-reference.js'
import type { StreamEvent } from '../domain/event.js'

/** A document that an event names, and what it is. */
export interface NamedDocument extends DocumentReference {
  /** Where the event's `data` names it: `document`, `receipt`, `content.document`. */
  readonly at: string
  /** Of an attachment: as the sender calls it. */
  readonly fileName?: string
}

const SHA256 = /^[0-9a-f]{64}$/
const DEEPEST = 32

/**
 * The documents that an event names, wherever in its `data` they stand, also in events of kinds
 * that this program does not know. Of what the caller has sent as the invoice only the attachments
 * are looked at: the rest is his own text, whatever it looks like.
 */
export function documentsOf(event: Pick<StreamEvent, 'data'>): readonly NamedDocument[] {
  const found: NamedDocument[] = []
  collectFrom(event.data, '', 0, found)
  return found
}

/**
 * The attachments of an invoice as accepted: of one that lies in the document store, too, where no
 * event names them. `at`: where it stands.
 */
export function attachmentsOf(invoice: unknown, at: string): readonly NamedDocument[] {
  const { attachments } = Object(invoice) as { readonly attachments?: unknown }
  if (!Array.isArray(attachments)) return []
  return attachments.flatMap((attachment: unknown, index) => {
    const { sha256, size, mimeType, filename } = Object(attachment) as Readonly<Record<string, unknown>>
    const reference = { sha256, size, mediaType: mimeType }
    if (!isReference(reference)) return []
    const named = { ...reference, at: `${at}.attachments[${index}]` }
    return [typeof filename === 'string' ? { ...named, fileName: filename } : named]
  })
}

/**
 * Of an event with which an invoice came in: where the invoice as accepted lies in the document
 * store, because it was too large for the event; null: it does not.
 */
export function storedInvoiceOf({ type, data }: Pick<StreamEvent, 'type' | 'data'>): NamedDocument | null {
  if (type !== 'InvoiceCreated') return null
  return documentsOf({ data }).find(({ at }) => at === 'content.document' || at === 'content.read.document') ?? null
}

function collectFrom(value: unknown, at: string, depth: number, found: NamedDocument[]): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (isReference(value)) {
    found.push({ sha256: value.sha256, size: value.size, mediaType: value.mediaType, at })
    return
  }
  for (const [name, part] of Object.entries(value)) {
    const path = at === '' ? name : `${at}.${name}`
    if (name === 'invoice') found.push(...attachmentsOf(part, path))
    else collectFrom(part, path, depth + 1, found)
  }
}

function isReference(value: object): value is DocumentReference {
  const { sha256, size, mediaType } = value as Partial<Record<keyof DocumentReference, unknown>>
  return (
    typeof sha256 === 'string' &&
    SHA256.test(sha256) &&
    typeof size === 'number' &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    typeof mediaType === 'string'
  )
}

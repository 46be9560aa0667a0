import type { DocumentReference } from '../domain/document-reference.js'
import type { StreamEvent } from '../domain/event.js'
import { fieldsOf, itemsOf } from '../domain/json.js'
import { addAll } from '../domain/lists.js'

/** A document that an event names. */
export interface NamedDocument extends DocumentReference {
  /** The field of the event's `data` that names it: `document`, `receipt`, `content.document`. */
  readonly at: string
  /** For an attachment: the sender's file name. */
  readonly fileName?: string
}

const SHA256 = /^[0-9a-f]{64}$/
const DEEPEST = 32

/**
 * The documents that an event names anywhere in its `data`, even in events of unknown types. In
 * the caller's invoice only the attachments count: the rest is the caller's own text, which may
 * look like a reference.
 */
export function documentsOf(event: Pick<StreamEvent, 'data'>): readonly NamedDocument[] {
  const found: NamedDocument[] = []
  collectFrom(event.data, '', 0, found)
  return found
}

/**
 * The attachments of an accepted invoice, including an invoice in the document store, where no
 * event names them. `at`: the invoice's path.
 */
export function attachmentsOf(invoice: unknown, at: string): readonly NamedDocument[] {
  return itemsOf(fieldsOf(invoice)['attachments']).flatMap((attachment, index) => {
    const { sha256, size, mimeType, filename } = fieldsOf(attachment)
    const reference = { sha256, size, mediaType: mimeType }
    if (!isReference(reference)) return []
    const named = { ...reference, at: `${at}.attachments[${index}]` }
    return [typeof filename === 'string' ? { ...named, fileName: filename } : named]
  })
}

/**
 * For an event that received an invoice: the reference of the accepted invoice in the document
 * store, if it was too large for the event; null: it was not.
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
    if (name === 'invoice') addAll(found, attachmentsOf(part, path))
    else collectFrom(part, path, depth + 1, found)
  }
}

function isReference(value: object): value is DocumentReference {
  const { sha256, size, mediaType } = fieldsOf(value)
  return (
    typeof sha256 === 'string' &&
    SHA256.test(sha256) &&
    typeof size === 'number' &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    typeof mediaType === 'string'
  )
}

import { hash } from 'node:crypto'
import { referenceIn } from './json.js'

/**
 * Where a document is in KSeF: a session, and in it the reference of the invoice, or, until that
 * is known, the SHA-256 of the document. In a batch it is known once KSeF has unpacked it.
 */
type UploadLocation = InvoicePlace | HashPlace

/** Of an invoice with a reference from KSeF. */
export interface InvoicePlace {
  readonly session: string
  readonly invoice: string
}

/** Of a document whose reference is not known. */
export interface HashPlace {
  readonly session: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly isInBatch: boolean
}

const HASH = /^([#@])([0-9a-f]{64})$/

/**
 * As events and the ledger store it: `<session>/<invoice>`, `<session>/#<sha256>`, or of a batch
 * session `<session>/@<sha256>`.
 */
export function uploadIdOf(place: UploadLocation): string {
  if ('invoice' in place) return `${place.session}/${place.invoice}`
  return `${place.session}/${place.isInBatch ? '@' : '#'}${place.sha256}`
}

/** The upload id of a document in a batch session. */
export function placeInBatch(session: string, { xml }: { readonly xml: Uint8Array }): string {
  return uploadIdOf({ session, sha256: hash('sha256', xml), isInBatch: true })
}

/** null: not one of our upload ids. */
export function placeOf(uploadId: string): UploadLocation | null {
  const [first, second = '', ...more] = uploadId.split('/')
  const session = referenceIn(first)
  if (session === null || more.length > 0) return null
  const [, mark, sha256] = HASH.exec(second) ?? []
  if (sha256 !== undefined) return { session, sha256, isInBatch: mark === '@' }
  const invoice = referenceIn(second)
  return invoice === null ? null : { session, invoice }
}

/** Whether a document was sent again: finding it in its batch does not count. */
export function isSentAgain(first: string, last: string): boolean {
  const [from, to] = [placeOf(first), placeOf(last)]
  const isFoundInBatch = from !== null && 'isInBatch' in from && from.isInBatch && from.session === to?.session
  return first !== last && !isFoundInBatch
}

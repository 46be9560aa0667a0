import type { Scope } from '../../domain/event.js'
import type { Letterhead } from '../../domain/letterhead.js'
import type { DocumentStore } from './document-store.js'
import { resolveDocument } from './invoice-content.js'

/** A letterhead with the bytes of its logo. */
interface WholeLetterhead extends Omit<Letterhead, 'logo'> {
  readonly logo?: { readonly bytes: Uint8Array; readonly mediaType: string }
}

/**
 * The letterhead of an invoice with the bytes of its logo, for its page; without one, nothing.
 * Throws `MissingDocument` if the document store lacks the logo.
 */
export async function wholeLetterhead(
  documents: DocumentStore,
  scope: Scope,
  letterhead: Letterhead | undefined,
): Promise<{ readonly letterhead?: WholeLetterhead }> {
  if (letterhead === undefined) return {}
  const { logo, accentColor } = letterhead
  return {
    letterhead: {
      ...(accentColor !== undefined && { accentColor }),
      ...(logo !== undefined && {
        logo: { bytes: await resolveDocument(documents, scope, logo.sha256), mediaType: logo.mediaType },
      }),
    },
  }
}

import type { Portal } from '../../country.js'
import { chorusIn, platformIn } from '../credentials.js'
import { CHORUS_DOCUMENTS } from '../documents.js'
import { isByChorusPro, isPublic } from '../parties.js'

/**
 * Chorus Pro. Without a word of the caller, the credentials of the connection decide for a
 * customer of the public sector: only a platform may be there, which forwards the invoice.
 */
export const CHORUS_PORTAL: Portal = {
  documents: CHORUS_DOCUMENTS,
  isFor: isByChorusPro,
  // The mark of a document only states its form.
  isOpen: ({ customer }, form) => isPublic(customer) && (form === 'document' || customer.chorusPro === undefined),
  decided(invoice, credentials) {
    const chorusPro = chorusIn(credentials) !== null || platformIn(credentials) === null
    return { ...invoice, customer: { ...invoice.customer, chorusPro } }
  },
}

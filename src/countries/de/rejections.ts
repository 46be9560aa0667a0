import { rejections } from '../peppol/rejection.js'
import { rejectionCatalogue } from '../peppol/rejections.js'
import { XRECHNUNG_CATALOGUE } from './documents.js'

/**
 * What authorities answer: the validator of KoSIT, and the platforms that receive for federal and
 * state authorities.
 */
const NATIONAL = rejections([
  [
    'KOSIT-REJECT',
    'Es wird empfohlen das Dokument zurückzuweisen.',
    /empfohlen,? das Dokument zurückzuweisen/i,
    'The validator of the German receivers (KoSIT) recommends to refuse the document.',
    'Check the invoice with POST /v1/invoices/validate and correct what it reports, then submit a new invoice.',
  ],
  [
    'KOSIT-ACCEPT',
    'Es wird empfohlen das Dokument anzunehmen und weiter zu verarbeiten.',
    /empfohlen,? das Dokument anzunehmen/i,
    'The validator of the German receivers (KoSIT) recommends to accept the document.',
    'Nothing to do.',
  ],
  [
    'PORTAL-LEITWEG',
    'Die Leitweg-ID ist unbekannt oder nicht aktiv',
    /Leitweg-ID (?:\S+ )?ist (?:unbekannt|nicht aktiv)/i,
    'The platform does not know the Leitweg-ID, or it is no longer in use.',
    'Ask the authority for its current Leitweg-ID, give it as customer.leitwegId, and submit a new invoice.',
  ],
  [
    'PORTAL-SIZE',
    'Gesamtgröße der E-Rechnung mit Anlagen größer als 20 MB',
    /Gesamtgröße der E-Rechnung/i,
    'The invoice with its attachments is larger than the platform takes.',
    'Leave attachments out or make them smaller, and submit a new invoice.',
  ],
  [
    'PORTAL-ATTACH',
    'Anlagen nur PDF, PNG, JPG, JPEG, CSV, XLSX, ODS',
    /Anlagen nur PDF/i,
    'An attachment is of a kind that the platform does not take.',
    'Give attachments as PDF, PNG, JPEG, CSV, XLSX or ODS, and submit a new invoice.',
  ],
  [
    'PORTAL-DUP-FILENAME',
    'Der Name der beigefügten Anlage darf nicht identisch sein mit einer eingebetteten Anlage',
    /Name der beigefügten Anlage darf nicht identisch sein/i,
    'Two attachments have the same file name.',
    'Give every attachment a filename of its own, and submit a new invoice.',
  ],
  [
    'PORTAL-REGISTRATION',
    'Registrierung nicht abgeschlossen',
    /Registrierung nicht abgeschlossen/i,
    'The registration of the sender at the platform is not finished.',
    'Finish the registration at the platform of the authority, then submit the invoice again.',
  ],
])

/** Germany's catalogue of refusals: its own, those of the Peppol network, and broken rules. */
export const DE_REJECTIONS = rejectionCatalogue(NATIONAL, XRECHNUNG_CATALOGUE)

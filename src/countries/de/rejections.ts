import { peppolRejections } from '../peppol/rejections.js'
import { OFFICIAL } from '../rejections/official-texts.js'
import { rejectionTable } from '../rejections/table.js'
import { XRECHNUNG_CATALOGUE, XRECHNUNG_DOCUMENTS } from './documents.js'

/**
 * Responses of authorities: the validator of KoSIT, and the platforms that receive for federal and
 * state authorities. Of the platforms' texts only the meaning is known, not the wording.
 */
const NATIONAL = rejectionTable(`
PORTAL-LEITWEG | Die Leitweg-ID ist unbekannt oder nicht aktiv || Leitweg-ID…unbekannt || Leitweg-ID…nicht aktiv || unbekannte Leitweg-ID | The Leitweg-ID is unknown to the platform, or no longer in use. | Ask the authority for its current Leitweg-ID, send it as customer.leitwegId, and submit a new invoice.
PORTAL-SIZE | Gesamtgröße der E-Rechnung mit Anlagen größer als {limit=20} MB || Gesamtgröße der E-Rechnung | The invoice with its attachments is larger than the platform accepts ({limit:about 20} MB). | Remove entries of attachments or make attachments[].content smaller, and submit a new invoice.
PORTAL-ATTACH | Anlagen nur PDF, PNG, JPG, JPEG, CSV, XLSX, ODS || Anlagen nur PDF || Dateityp der Anlage | The platform does not accept the file type of an attachment. | Send attachments[] as PDF, PNG, JPEG, CSV, XLSX or ODS with the matching attachments[].mimeType, and submit a new invoice.
PORTAL-DUP-FILENAME | Der Name der beigefügten Anlage darf nicht identisch sein mit einer eingebetteten Anlage || Name der beigefügten Anlage darf nicht identisch sein | Two attachments of the invoice have the same file name. | Give every attachment a unique attachments[].filename, and submit a new invoice.
PORTAL-REGISTRATION | Registrierung nicht abgeschlossen | The registration of the sender at the platform is not complete. | The supplier has to complete the registration at the platform of the authority. The invoice needs no change. {Unchanged}.
`)

const VALIDATOR = rejectionTable(
  `
KOSIT-REJECT | Es wird empfohlen das Dokument zurückzuweisen. || empfohlen, das Dokument zurückzuweisen || Dokument zurückzuweisen | The validator of the German receivers (KoSIT) recommends rejecting the document; its report names the rules. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], then submit a new invoice.
KOSIT-ACCEPT | Es wird empfohlen das Dokument anzunehmen und weiter zu verarbeiten. || empfohlen, das Dokument anzunehmen || Dokument anzunehmen | The validator of the German receivers (KoSIT) recommends accepting the document. | Do nothing: the document is valid.
`,
  { isGeneral: true },
)

/** Germany's catalogue of rejections: its own, those of the Peppol network, and broken rules. */
export const DE_REJECTIONS = peppolRejections({
  national: () => [...NATIONAL(), ...VALIDATOR()],
  catalogue: XRECHNUNG_CATALOGUE,
  sets: () => [XRECHNUNG_DOCUMENTS.rules('ubl', ''), XRECHNUNG_DOCUMENTS.rules('cii', '')],
  texts: [OFFICIAL.xrechnung, OFFICIAL.peppol, OFFICIAL.en16931],
})

import { peppolRejections } from '../peppol/rejections.js'
import { OFFICIAL } from '../rejections/official-texts.js'
import { rejectionsIn } from '../rejections/table.js'
import { XRECHNUNG_CATALOGUE, XRECHNUNG_DOCUMENTS } from './documents.js'

/**
 * What authorities answer: the validator of KoSIT, and the platforms that receive for federal and
 * state authorities. Only the sense of the platforms' texts is known, not their wording.
 */
const NATIONAL = rejectionsIn(`
PORTAL-LEITWEG | Die Leitweg-ID ist unbekannt oder nicht aktiv || Leitweg-ID…unbekannt || Leitweg-ID…nicht aktiv || unbekannte Leitweg-ID | The platform does not know the Leitweg-ID, or it is no longer in use. | Ask the authority for its current Leitweg-ID, give it as customer.leitwegId, and submit a new invoice.
PORTAL-SIZE | Gesamtgröße der E-Rechnung mit Anlagen größer als {limit=20} MB || Gesamtgröße der E-Rechnung | The invoice with its attachments is larger than the platform takes ({limit:about 20} MB). | Remove entries of attachments or make attachments[].content smaller, and submit a new invoice.
PORTAL-ATTACH | Anlagen nur PDF, PNG, JPG, JPEG, CSV, XLSX, ODS || Anlagen nur PDF || Dateityp der Anlage | An attachment is of a kind that the platform does not take. | Give attachments[] as PDF, PNG, JPEG, CSV, XLSX or ODS with the attachments[].mimeType that belongs to it, and submit a new invoice.
PORTAL-DUP-FILENAME | Der Name der beigefügten Anlage darf nicht identisch sein mit einer eingebetteten Anlage || Name der beigefügten Anlage darf nicht identisch sein | Two attachments of the invoice have the same file name. | Give every attachment an attachments[].filename of its own, and submit a new invoice.
PORTAL-REGISTRATION | Registrierung nicht abgeschlossen | The registration of the sender at the platform is not finished. | Whoever is responsible at the supplier has to finish the registration at the platform of the authority. The invoice needs no change. {Unchanged}.
`)

const VALIDATOR = rejectionsIn(
  `
KOSIT-REJECT | Es wird empfohlen das Dokument zurückzuweisen. || empfohlen, das Dokument zurückzuweisen || Dokument zurückzuweisen | The validator of the German receivers (KoSIT) recommends to refuse the document; its report names the rules. | Check the invoice with POST /v1/invoices/validate, correct what it reports of supplier, customer and lines[], then submit a new invoice.
KOSIT-ACCEPT | Es wird empfohlen das Dokument anzunehmen und weiter zu verarbeiten. || empfohlen, das Dokument anzunehmen || Dokument anzunehmen | The validator of the German receivers (KoSIT) recommends to accept the document. | Do nothing: the document is sound.
`,
  { isGeneral: true },
)

/** Germany's catalogue of refusals: its own, those of the Peppol network, and broken rules. */
export const DE_REJECTIONS = peppolRejections({
  national: [...NATIONAL, ...VALIDATOR],
  catalogue: XRECHNUNG_CATALOGUE,
  sets: () => [XRECHNUNG_DOCUMENTS.rules('ubl', ''), XRECHNUNG_DOCUMENTS.rules('cii', '')],
  texts: [OFFICIAL.xrechnung, OFFICIAL.peppol, OFFICIAL.en16931],
})

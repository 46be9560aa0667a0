import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { LedgerEntry } from '../simulation/ledger.js'
import { magicValuesOf } from '../simulation/magic-values.js'
import { quotedInvoice, type QuotedElements } from '../simulation/quoted-invoice.js'
import { type Acceptance, type SimulatedGovernment, simulatorOf } from '../simulation/simulated-government.js'
import type { GovernmentDocument, Submission } from '../gateway/gateway.js'
import { nameOfFile, sdiFileName } from './file-name.js'
import {
  deliveryReceipt,
  isToAdministration,
  type NotifiedFile,
  outcomeNotice,
  rejectionNotice,
  type SdiError,
  termNotice,
  undeliveredReceipt,
} from './notifications.js'
import { recipientCode } from './parties.js'
import { ITALIAN_REJECTIONS } from './rejections.js'

/** IdentificativoSdI is a number of at most twelve digits, of which eleven are in use. */
const FIRST_ID = 15_000_000_000n
/** Outcomes of the catalogue that are not rejections. */
const TAKEN: ReadonlySet<string> = new Set(['RC', 'MC', 'AT', 'DT', 'NE-EC01'])
const REFUSED = 'NE-EC02'
/** SdI's code for schema errors, which have no codes of their own. */
const SCHEMA_FAULT = '00200'

const FATTURAPA_ELEMENTS: QuotedElements = {
  namespace: 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2',
  rootElement: 'DatiGeneraliDocumento',
  numberElement: 'Numero',
  dateElement: 'Data',
  currencyElement: 'Divisa',
  typeElement: 'TipoDocumento',
  supplierNumberElement: 'IdCodice',
  lineElement: 'NumeroLinea',
  descriptionElement: 'Descrizione',
  quantityElement: 'Quantita',
  priceElement: 'PrezzoUnitario',
  amountElement: 'PrezzoTotale',
}

/** The simulator of SdI for an own channel. Its notifications are not signed. */
const SDI: SimulatedGovernment = {
  country: 'IT',
  fileName: async (submission, numbers) => nameOfFile(await sdiFileName(submission, numbers), submission.xml),
  govEndpoint: (_, file) => `https://testservizi.fatturapa.it/ricevi_file?NomeFile=${file ?? ''}`,
  uploadId: (ledgerId) => String(FIRST_ID + BigInt(ledgerId)),
  ledgerId(uploadId) {
    if (!/^\d{1,18}$/.test(uploadId)) return null
    const number = BigInt(uploadId) - FIRST_ID
    return number > 0n ? String(number) : null
  },
  offeredCodes: ['00200', '00305', '00311', '00404', 'EC02'],
  rejectionText(code, quoted) {
    const known = code.toUpperCase() === 'EC02' ? REFUSED : code
    return TAKEN.has(known) ? null : ITALIAN_REJECTIONS.rejectionText(known, quoted)
  },
  quoted: ({ submission }) => ({
    ...quotedInvoice(submission, FATTURAPA_ELEMENTS),
    supplierNumber: submission.invoice.supplier.vatNumber.replace(/^IT/, ''),
  }),
  // 00404: for one supplier, year (under art. 73 day) and number; credit notes are counted
  // separately.
  uniqueNumber: ({ number, issueDate, invoiceType, it }) =>
    `${number} ${it?.art73 === true ? issueDate : issueDate.slice(0, 4)}${invoiceType === 'credit_note' ? ' TD04' : ''}`,
  duplicateText: () => SDI.rejectionText('00404') ?? '00404',
  unknownUploadText: (uploadId) => `IdentificativoSdI ${uploadId} sconosciuto`,
  accepted(entry, submission, file) {
    const notified = notifiedFile(entry, submission.invoice, file)
    return { govId: notified.id, ...acceptance(notified, entry, submission) }
  },
  rejection(entry, { invoice }, errorMessage, file) {
    const notified = notifiedFile(entry, invoice, file)
    const isRefusal = /\bEC02\b/.test(errorMessage) && isToAdministration(notified)
    return xml(
      isRefusal
        ? outcomeNotice(notified, 'EC02', invoice, errorMessage)
        : rejectionNotice(notified, [errorIn(errorMessage)]),
    )
  },
}

/** The simulated SdI of the test environment. */
export const sdiSimulator = simulatorOf(SDI)

/**
 * SdI's notification of an issued invoice. An administration accepts it; with a slow decision
 * (`SIM-SLOW`) it does not respond until the deadline. SdI can't deliver to a customer without
 * recipient code or certified mailbox, or to one abroad.
 */
function acceptance(
  file: NotifiedFile,
  { receivedAt }: LedgerEntry,
  { invoice }: Submission,
): Pick<Acceptance, 'govMessage' | 'receipt'> {
  if (isToAdministration(file)) {
    if (magicValuesOf(invoice).slowSeconds > 0)
      return { govMessage: 'Notifica di decorrenza termini', receipt: xml(termNotice(file)) }
    return { govMessage: 'Notifica di esito: EC01 (accettazione)', receipt: xml(outcomeNotice(file, 'EC01', invoice)) }
  }
  const { code } = file.recipient
  const isReached = code !== 'XXXXXXX' && (code !== '0000000' || invoice.customer.pec !== undefined)
  return isReached
    ? { govMessage: 'Ricevuta di consegna', receipt: xml(deliveryReceipt(file, receivedAt)) }
    : { govMessage: 'Ricevuta di impossibilità di recapito', receipt: xml(undeliveredReceipt(file)) }
}

function notifiedFile(entry: LedgerEntry, invoice: InvoiceRequest, file: string | null): NotifiedFile {
  const { uploadId, receivedAt, sha256 } = entry
  return {
    id: SDI.uploadId(uploadId),
    fileName: file ?? '',
    messageId: SDI.uploadId(uploadId),
    receivedAt,
    sha256,
    recipient: { code: recipientCode(invoice), name: invoice.customer.name },
  }
}

/** An entry of the list of errors from its raw text, `<Codice>: <Descrizione>`. */
function errorIn(rawText: string): SdiError {
  const [, code = SCHEMA_FAULT, description = rawText] = /^(\d{5}): (.*)$/s.exec(rawText) ?? []
  return { code, description }
}

function xml(text: string): GovernmentDocument {
  return { bytes: new TextEncoder().encode(text), mediaType: 'application/xml' }
}

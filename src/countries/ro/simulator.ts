import type { Submission } from '../gateway/gateway.js'
import { todayIn } from '../../domain/calendar.js'
import { digestOf } from '../simulation/digest.js'
import type { LedgerEntry } from '../simulation/ledger.js'
import { elementsOf, quotedInvoice } from '../simulation/quoted-invoice.js'
import { type SimulatedGovernment, simulatorOf } from '../simulation/simulated-government.js'
import { ROMANIAN_REJECTIONS } from './rejections.js'

/**
 * ANAF's upload indices have ten digits and began their present range at five thousand million.
 */
const FIRST_INDEX = 5_000_000_000n
/** Downloads have numbers in another range. */
const FIRST_DOWNLOAD = 3_000_000_000n

/** The stand-in for ANAF's RO e-Factura. */
const ANAF: SimulatedGovernment = {
  country: 'RO',
  govEndpoint({ invoice }) {
    const standard = invoice.invoiceType === 'credit_note' ? 'CN' : 'UBL'
    return `https://api.anaf.ro/test/FCTEL/rest/upload?standard=${standard}&cif=${digits(invoice.supplier.vatNumber)}`
  },
  uploadId: (ledgerId) => String(FIRST_INDEX + BigInt(ledgerId)),
  ledgerId(uploadId) {
    if (!/^\d{1,18}$/.test(uploadId)) return null
    const number = BigInt(uploadId) - FIRST_INDEX
    return number > 0n ? String(number) : null
  },
  offeredCodes: ['CUI', 'SCHEMA', 'DUPLICATE', 'CERTIFICATE', 'CAEN', 'ADDRESS', 'VAT-RATE'],
  rejectionText: (code, quoted) => ROMANIAN_REJECTIONS.rejectionText(code, quoted),
  quoted({ entry, submission, original }) {
    const { invoice } = submission
    return {
      ...quotedInvoice(submission, elementsOf(invoice)),
      supplierNumber: digits(invoice.supplier.vatNumber),
      customerNumber: digits(invoice.customer.vatNumber),
      upload: ANAF.uploadId(entry.uploadId),
      download: downloadId(entry),
      earlierUpload: original === null ? earlierIndex(entry) : ANAF.uploadId(original.uploadId),
      earlierDate: original === null ? invoice.issueDate : todayIn('Europe/Bucharest', original.receivedAt),
    }
  },
  duplicateText: () => 'Factura duplicata',
  unknownUploadText: (uploadId) => `Nu exista factura cu id_incarcare= ${uploadId}`,
  accepted(entry, { invoice }) {
    const index = ANAF.uploadId(entry.uploadId)
    return {
      govId: index,
      govMessage:
        `Factura cu id_incarcare=${index} emisa de cif_emitent=${digits(invoice.supplier.vatNumber)} ` +
        `pentru cif_beneficiar=${digits(invoice.customer.vatNumber)}`,
      receipt: document(
        `<header xmlns="mfp:anaf:dgti:efactura:stareMesajFactura:v1" stare="ok" id_descarcare="${downloadId(entry)}"/>`,
      ),
    }
  },
  rejection(entry: LedgerEntry, { invoice }: Submission, errorMessage) {
    // The namespace really says "Factuta".
    return document(
      `<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="${ANAF.uploadId(entry.uploadId)}" ` +
        `Cif_emitent="${digits(invoice.supplier.vatNumber)}">\n  <Error errorMessage="${attribute(errorMessage)}"/>\n</header>`,
    )
  },
}

/** The simulated ANAF of the test environment. */
export const anafSimulator = simulatorOf(ANAF)

/** The index of an invented upload, derived from the number, below the present range. */
function earlierIndex({ supplierVat, number }: LedgerEntry): string {
  return String(FIRST_INDEX - 1n - (digestOf(`${supplierVat} ${number}`) % 1_000_000_000n))
}

function downloadId(entry: LedgerEntry): string {
  return String(FIRST_DOWNLOAD + BigInt(entry.uploadId))
}

/** ANAF's `cif`: the number without the country prefix. */
function digits(vatNumber: string): string {
  return vatNumber.replace(/^RO/, '')
}

function document(xml: string): { bytes: Uint8Array; mediaType: string } {
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}\n`
  return { bytes: new TextEncoder().encode(text), mediaType: 'application/xml' }
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

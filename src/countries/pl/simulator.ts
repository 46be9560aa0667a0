import { hash } from 'node:crypto'
import { todayIn } from '../../domain/calendar.js'
import type { InvoicingMode } from '../../domain/invoice.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { digestOf } from '../simulation/digest.js'
import type { LedgerEntry } from '../simulation/ledger.js'
import { quotedInvoice, type QuotedElements } from '../simulation/quoted-invoice.js'
import { type SimulatedGovernment, simulatorOf } from '../simulation/simulated-government.js'
import type { GovernmentDocument } from '../gateway/gateway.js'
import { unsignedCertificateUrl } from './certificate-link.js'
import { checked, hex, ksefNumber } from './ksef-number.js'
import { modeOf, offlineIssue } from './offline.js'
import { POLISH_REJECTIONS } from './rejections.js'
import { kindOfInvoice } from './model.js'
import { ksefModeOf, upo } from './upo.js'

/** The day on which KSeF became mandatory: references depend only on the ledger's number. */
const REFERENCE_DAY = '20260201'
/** Between the kind and the number of a reference. */
const REFERENCE_SERIES = 'C1EA57A700'

/** Serial number of the issuer's certificate of the type Offline. */
const SIMULATED_CERTIFICATE = '01C1EA57A7000001'

/** How many numbers a series of references has. */
const SERIES_LENGTH = 1n << 40n

const NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/'
/** In the form of the .NET validator: children by name, faulty ones with their namespace. */
const FA_ELEMENTS: QuotedElements = {
  namespace: NAMESPACE,
  rootElement: 'Fa',
  numberElement: 'P_2',
  dateElement: 'P_1',
  currencyElement: `${NAMESPACE}:KodWaluty`,
  typeElement: `${NAMESPACE}:RodzajFaktury`,
  supplierNumberElement: `${NAMESPACE}:NIP`,
  lineElement: `${NAMESPACE}:NrWierszaFa`,
  descriptionElement: `${NAMESPACE}:P_7`,
  quantityElement: `${NAMESPACE}:P_8B`,
  priceElement: `${NAMESPACE}:P_9A`,
  amountElement: `${NAMESPACE}:P_11`,
}

/**
 * A reference number of KSeF: SO of a session, EE of an invoice in it, EC of a token, AU of an
 * authentication.
 */
function reference(kind: 'SO' | 'EE' | 'EC' | 'AU', ledgerId: string): string {
  return checked(`${REFERENCE_DAY}-${kind}-${REFERENCE_SERIES}-${hex(BigInt(ledgerId), 10)}`)
}

/** The stand-in for KSeF 2.0, with one session for each invoice. */
const KSEF: SimulatedGovernment = {
  country: 'PL',
  govEndpoint: () => 'https://api-test.ksef.mf.gov.pl/v2/sessions/online',
  // A request for the status needs both.
  uploadId: (ledgerId) => `${reference('SO', ledgerId)}/${reference('EE', ledgerId)}`,
  ledgerId(uploadId) {
    const [, digits] = /^\d{8}-SO-[0-9A-F]{10}-([0-9A-F]{10})-[0-9A-F]{2}\//.exec(uploadId) ?? []
    const ledgerId = digits === undefined ? '0' : String(BigInt(`0x${digits}`))
    return ledgerId !== '0' && KSEF.uploadId(ledgerId) === uploadId ? ledgerId : null
  },
  offeredCodes: ['INV-410', 'INV-415', 'INV-430', 'INV-440', 'INV-450'],
  // A number without a prefix is the status of an invoice.
  rejectionText: (code, quoted) => POLISH_REJECTIONS.rejectionText(/^\d{3}$/.test(code) ? `INV-${code}` : code, quoted),
  quoted({ entry, submission, original }) {
    const { invoice, xml } = submission
    const earlier = original?.uploadId ?? String(digestOf(`${entry.supplierVat} ${entry.number}`) % SERIES_LENGTH)
    return {
      ...quotedInvoice(submission, FA_ELEMENTS),
      supplierNumber: nipOf(entry),
      customerNumber: invoice.customer.vatNumber.replace(/^PL/, ''),
      session: reference('SO', entry.uploadId),
      authentication: reference('AU', entry.uploadId),
      size: String(xml.length),
      encryptedSize: String(encryptedSize(xml.length)),
      earlierNumber:
        original === null ? ksefNumber(nipOf(entry), invoice.issueDate, BigInt(earlier)) : numberOf(original),
      earlierSession: reference('SO', earlier),
    }
  },
  // Within ten years, and with the NIP of the seller.
  uniqueNumber: (invoice) => `${kindOfInvoice(invoice)} ${invoice.number}`,
  duplicateText(_, original) {
    if (original === null) return '440: Duplikat faktury'
    return (
      `440: Duplikat faktury; Duplikat faktury. Faktura o numerze KSeF: ${numberOf(original)} została już prawidłowo ` +
      `przesłana do systemu w sesji: ${reference('SO', original.uploadId)}`
    )
  },
  unknownUploadText: (uploadId) =>
    `21173: Brak sesji o wskazanym numerze referencyjnym.; Sesja o numerze referencyjnym ${uploadId} nie została znaleziona.`,
  accepted(entry, { scope: { environment }, invoice }) {
    const govId = numberOf(entry)
    const invoicingMode = modeOfEntry(entry, invoice)
    const [contextNip, sellerNip] = nipsOf(invoice)
    const certified = { environment, contextNip, sellerNip, documentSha256: entry.sha256 }
    return {
      govId,
      govMessage: `200: Sukces; ${govId}`,
      invoicingMode,
      ...(invoicingMode === 'offline' && { certificateUrl: simulatedCertificateUrl(certified) }),
      receipt: {
        bytes: new TextEncoder().encode(
          upo({
            session: reference('SO', entry.uploadId),
            token: reference('EC', entry.uploadId),
            contextNip,
            sellerNip,
            ksefNumber: govId,
            number: invoice.number,
            issueDate: invoice.issueDate,
            sentAt: entry.receivedAt,
            acceptedAt: entry.receivedAt,
            sha256: entry.sha256,
            invoicingMode,
          }),
        ),
        mediaType: 'application/xml',
      },
    }
  },
  issueOffline({ scope: { environment }, invoice, xml }) {
    const [contextNip, sellerNip] = nipsOf(invoice)
    const url = simulatedCertificateUrl({ environment, contextNip, sellerNip, documentSha256: hash('sha256', xml) })
    return { kind: 'issued', offline: offlineIssue(invoice, url) }
  },
  rejection: (entry, { invoice }, errorMessage) => statusDocument(entry, invoice, errorMessage),
}

/** The simulated KSeF of the test environment. */
export const ksefSimulator = simulatorOf(KSEF)

/** Bytes of a document under AES-CBC with the padding of PKCS#7. */
function encryptedSize(size: number): number {
  return (Math.floor(size / 16) + 1) * 16
}

function nipOf({ supplierVat }: LedgerEntry): string {
  return supplierVat.replace(/^PL/, '')
}

/** Who signs in, and the seller: the customer sends a self-billed invoice. */
function nipsOf({ supplier, customer, selfBilled }: InvoiceRequest): readonly [context: string, seller: string] {
  const [seller, buyer] = [supplier, customer].map(({ vatNumber }) => vatNumber.replace(/^PL/, ''))
  return [(selfBilled === true ? buyer : seller) ?? '', seller ?? '']
}

/** Offline if it was issued so, or on an earlier day. */
function modeOfEntry(entry: LedgerEntry, { offline, issueDate }: InvoiceRequest): InvoicingMode {
  return offline === undefined ? modeOf(issueDate, dayOf(entry)) : 'offline'
}

/** It is issued at once, so the day of the upload is that of the number. */
function numberOf(entry: LedgerEntry): string {
  return ksefNumber(nipOf(entry), dayOf(entry), BigInt(entry.uploadId))
}

/** The day in Warsaw on which it was received. */
function dayOf({ receivedAt }: LedgerEntry): string {
  return todayIn('Europe/Warsaw', receivedAt)
}

/** KOD II of a certificate that does not exist: a digest is in the place of its signature. */
function simulatedCertificateUrl(certified: Parameters<typeof unsignedCertificateUrl>[0]): string {
  const path = unsignedCertificateUrl(certified, SIMULATED_CERTIFICATE)
  return `https://${path}/${hash('sha512', path, 'base64url')}`
}

/** The answer of `GET /sessions/{ref}/invoices/{ref}` for an invoice that was not accepted. */
function statusDocument(entry: LedgerEntry, invoice: InvoiceRequest, errorMessage: string): GovernmentDocument {
  const [, code = '450', description = errorMessage, details] = /^(\d+): ([^;]+)(?:; (.*))?$/s.exec(errorMessage) ?? []
  const [original] = /\d{10}-\d{8}-[0-9A-F]{12}-[0-9A-F]{2}/.exec(errorMessage) ?? []
  const [session] = /\d{8}-SO-[0-9A-F]{10}-[0-9A-F]{10}-[0-9A-F]{2}/.exec(errorMessage) ?? []
  const answer = {
    ordinalNumber: 1,
    invoiceNumber: invoice.number,
    referenceNumber: reference('EE', entry.uploadId),
    invoiceHash: Buffer.from(entry.sha256, 'hex').toString('base64'),
    invoicingDate: entry.receivedAt.toISOString(),
    invoicingMode: ksefModeOf(modeOfEntry(entry, invoice)),
    status: {
      code: Number(code),
      description,
      ...(details !== undefined && { details: [details] }),
      ...(code === '440' &&
        original && { extensions: { originalSessionReferenceNumber: session, originalKsefNumber: original } }),
    },
  }
  return { bytes: new TextEncoder().encode(`${JSON.stringify(answer, null, 2)}\n`), mediaType: 'application/json' }
}

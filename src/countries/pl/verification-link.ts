import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { PrintContext, VerificationCode } from '../printed.js'

/** The address that verifies an invoice, by environment (CIRFMF/ksef-docs, kody-qr.md). */
export const QR_HOSTS = { test: 'qr-test.ksef.mf.gov.pl', production: 'qr.ksef.mf.gov.pl' } as const

/** The label of the first code of an offline invoice without a number, and of the second code. */
const [OFFLINE, CERTIFICATE] = ['OFFLINE', 'CERTYFIKAT']

/**
 * The QR codes of KSeF. KOD I leads from the page to the invoice: NIP of the seller, date of issue
 * as DD-MM-YYYY, SHA-256 of the XML in Base64URL. Its label is the KSeF number; before there is
 * one, that it is missing: an invoice that is under way is not an offline invoice. KOD II proves
 * the issuer of an offline invoice. None before the XML is made.
 */
export function verificationCodes(
  { supplier, issueDate }: Pick<InvoiceRequest, 'supplier' | 'issueDate'>,
  { language, environment, documentSha256, governmentNumber, invoicingMode, certificateUrl }: PrintContext,
): readonly VerificationCode[] {
  if (environment === null || documentSha256 === null) return []
  const nip = supplier.vatNumber.replace(/^PL/, '')
  const date = issueDate.split('-').reverse().join('-')
  // It was issued, and has both codes, before KSeF has it.
  const isIssued = invoicingMode === 'offline' && certificateUrl !== undefined
  const unnumbered = isIssued ? OFFLINE : language === 'pl' ? 'numer KSeF jeszcze nienadany' : 'no KSeF number yet'
  return [
    {
      url: `https://${QR_HOSTS[environment]}/invoice/${nip}/${date}/${base64UrlOf(documentSha256)}`,
      caption: governmentNumber ?? unnumbered,
    },
    ...(certificateUrl === undefined ? [] : [{ url: certificateUrl, caption: CERTIFICATE }]),
  ]
}

/** A hexadecimal hash in Base64URL. */
export function base64UrlOf(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('base64url')
}

import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { PrintContext, VerificationCode } from '../printed.js'

/** The address that verifies an invoice, by environment (CIRFMF/ksef-docs, kody-qr.md). */
const HOSTS = { test: 'qr-test.ksef.mf.gov.pl', production: 'qr.ksef.mf.gov.pl' } as const

/**
 * KOD I, the QR code that leads from the page to the invoice in KSeF: NIP of the seller, date of
 * issue as DD-MM-YYYY, SHA-256 of the XML in Base64URL. Its label is the KSeF number, or OFFLINE
 * before there is one. null before the XML is made.
 */
export function verificationCode(
  { supplier, issueDate }: Pick<InvoiceRequest, 'supplier' | 'issueDate'>,
  { environment, documentSha256, governmentNumber }: PrintContext,
): VerificationCode | null {
  if (environment === null || documentSha256 === null) return null
  const nip = supplier.vatNumber.replace(/^PL/, '')
  const date = issueDate.split('-').reverse().join('-')
  const hash = Buffer.from(documentSha256, 'hex').toString('base64url')
  return {
    url: `https://${HOSTS[environment]}/invoice/${nip}/${date}/${hash}`,
    caption: governmentNumber ?? 'OFFLINE',
  }
}

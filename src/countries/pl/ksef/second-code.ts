import { hash } from 'node:crypto'
import type { OfflineSubmission } from '../../gateway/gateway.js'
import { expiryFault, readSigner, UnusableSigner } from '../../signing/signer.js'
import { certificateUrl } from '../certificate-link.js'
import { nipOf, type Taxpayer } from './credentials.js'

/** The second code of an offline invoice, or what is wrong with the certificate. */
type SecondCode = { readonly url: string } | { readonly fault: string }

/**
 * Signs the second code with the company's certificate of the type Offline; undefined: it has
 * none.
 */
export function secondCode(
  { scope, invoice, xml }: Pick<OfflineSubmission, 'scope' | 'invoice' | 'xml'>,
  { nip, offline }: Taxpayer,
  now: Date,
): SecondCode | undefined {
  if (offline === undefined) return undefined
  try {
    const signer = readSigner(offline)
    const fault = expiryFault(signer, now)
    if (fault !== null) return { fault }
    const url = certificateUrl(
      {
        environment: scope.environment,
        contextNip: nip,
        sellerNip: nipOf(invoice.supplier.vatNumber),
        documentSha256: hash('sha256', xml),
      },
      signer,
    )
    return { url }
  } catch (error) {
    if (!(error instanceof UnusableSigner)) throw error
    return { fault: error.message }
  }
}

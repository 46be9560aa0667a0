import { constants, sign } from 'node:crypto'
import type { Environment } from '../../domain/event.js'
import type { Signer } from '../signing/signer.js'
import { base64UrlOf, QR_HOSTS } from './verification-link.js'

/** What the second code of an offline invoice proves. */
interface Certified {
  readonly environment: Environment
  /** Ten digits: who signed in to KSeF. */
  readonly contextNip: string
  readonly sellerNip: string
  /** SHA-256 (hex) of the XML. */
  readonly documentSha256: string
}

/** Length of the salt that KSeF requires. */
const SALT = 32

/**
 * KOD II, the address that proves who issued an offline invoice, without its signature
 * (CIRFMF/ksef-docs, kody-qr.md).
 * @param serialNumber of the issuer's KSeF certificate, hexadecimal
 */
export function unsignedCertificateUrl(
  { environment, contextNip, sellerNip, documentSha256 }: Certified,
  serialNumber: string,
): string {
  const hash = base64UrlOf(documentSha256)
  return `${QR_HOSTS[environment]}/certificate/Nip/${contextNip}/${sellerNip}/${serialNumber}/${hash}`
}

/** KOD II, signed with the KSeF certificate of the type Offline: RSASSA-PSS, or ECDSA in P1363. */
export function certificateUrl(certified: Certified, { certificate, privateKey }: Signer): string {
  const path = unsignedCertificateUrl(certified, certificate.serialNumber)
  const signature = sign(
    'sha256',
    Buffer.from(path),
    privateKey.asymmetricKeyType === 'rsa'
      ? { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT }
      : { key: privateKey, dsaEncoding: 'ieee-p1363' },
  )
  return `https://${path}/${signature.toString('base64url')}`
}

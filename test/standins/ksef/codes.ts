import { constants, verify, X509Certificate } from 'node:crypto'

/** What the page behind a second code says of it. */
type CodeVerdict = 'confirmed' | 'malformed' | 'unknown certificate' | 'another context' | 'wrong signature'

/** KOD II: host, context, seller, serial number, hash of the document, signature. */
const FORM =
  /^https:\/\/((qr(?:-test)?\.ksef\.mf\.gov\.pl)\/certificate\/Nip\/(\d{10})\/\d{10}\/([0-9A-F]+)\/[\w-]{43})\/([\w-]+)$/

/** Certificates of the type Offline, and the page that checks the second codes they sign. */
export class OfflineCodes {
  readonly #certificates = new Map<string, { readonly nip: string; readonly certificate: X509Certificate }>()

  /** The certificate, in PEM, was issued to this taxpayer. */
  issued(nip: string, pem: string): void {
    const certificate = new X509Certificate(pem)
    this.#certificates.set(certificate.serialNumber, { nip, certificate })
  }

  /** As KSeF checks an address: by the certificate of its serial number. */
  verdictOn(url: string): CodeVerdict {
    const [, signed = '', , context = '', serial = '', signature = ''] = FORM.exec(url) ?? []
    if (signed === '') return 'malformed'
    const known = this.#certificates.get(serial)
    if (known === undefined) return 'unknown certificate'
    if (known.nip !== context) return 'another context'
    const { publicKey } = known.certificate
    const key =
      publicKey.asymmetricKeyType === 'rsa'
        ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
        : ({ key: publicKey, dsaEncoding: 'ieee-p1363' } as const)
    return verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64url'))
      ? 'confirmed'
      : 'wrong signature'
  }
}

import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g
const LONGEST_CHAIN = 5

/** The certificates in a PEM file. @throws if one of them can't be read */
export function certificatesIn(pem: string): readonly X509Certificate[] {
  return (pem.match(PEM) ?? []).map((each) => new X509Certificate(each))
}

/**
 * Why a chain of certificates from outside (the signer's first) does not lead to an authority;
 * null: it does, and each of its certificates is valid at the moment. Revocation is not queried.
 */
export function distrust(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  at: Date,
): string | null {
  let [current] = chain
  for (let length = 0; current !== undefined && length < LONGEST_CHAIN; length += 1) {
    const certificate = current
    if (at < new Date(certificate.validFrom) || at > new Date(certificate.validTo))
      return `a certificate is not valid on ${at.toISOString().slice(0, 10)}`
    if (authorities.some((each) => each.raw.equals(certificate.raw) || issued(each, certificate))) return null
    current = chain.find((each) => each !== certificate && each.ca && issued(each, certificate))
  }
  return 'no authority of the file issued its certificate'
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

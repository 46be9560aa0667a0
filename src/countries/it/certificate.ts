import { Type } from '@sinclair/typebox'
import type { Credentials } from '../../domain/connection.js'
import { readSigner, type SignerMaterial, UnusableSigner } from '../signing/signer.js'
import type { CredentialFault } from '../connection-setup.js'

const part = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

/** A client certificate with its key, in either of the two forms that authorities issue. */
export const CERTIFICATE = Type.Object(
  {
    certificate: part(
      50_000,
      'Client certificate in PEM, followed by its chain; or send pkcs12',
      '-----BEGIN CERTIFICATE-----\n…',
    ),
    privateKey: part(20_000, 'Its private key in PEM', '-----BEGIN PRIVATE KEY-----\n…'),
    pkcs12: part(100_000, 'Instead of both: a PKCS#12 file (.p12, .pfx) in Base64', 'MIIKpAIBAzCC…'),
    passphrase: part(500, 'Passphrase of the private key or the PKCS#12 file, if it has one', 'correct horse'),
  },
  { additionalProperties: false },
)

/** The fields of a submitted certificate with its key. */
export interface CertificateFields {
  readonly certificate: string
  readonly privateKey: string
  readonly passphrase: string
}

const OF_CHANNEL: CertificateFields = {
  certificate: 'certificate',
  privateKey: 'privateKey',
  passphrase: 'passphrase',
}
const OF_PKCS12: CertificateFields = { certificate: 'pkcs12', privateKey: 'pkcs12', passphrase: 'pkcs12' }

/**
 * Checks that certificate and key can be read, match and are valid now; otherwise no submission
 * with them can succeed.
 */
export function certificateFaults(given: Credentials, now: Date): readonly CredentialFault[] {
  const { certificate, privateKey, pkcs12, passphrase } = given
  if (pkcs12 !== undefined) {
    return certificate !== undefined || privateKey !== undefined
      ? [{ path: 'pkcs12', message: "can't be sent together with certificate and privateKey; send one or the other" }]
      : keyFaults({ pkcs12, passphrase }, OF_PKCS12, now)
  }
  if (certificate === undefined && privateKey === undefined) {
    return [{ path: 'certificate', message: 'is required; send it with privateKey, or pkcs12' }]
  }
  if (certificate === undefined) return [{ path: 'certificate', message: 'is required with privateKey' }]
  if (privateKey === undefined) return [{ path: 'privateKey', message: 'is required with certificate' }]
  return keyFaults({ certificate, privateKey, passphrase }, OF_CHANNEL, now)
}

/** The error in a certificate or its key, at the submitted field. */
export function keyFaults(material: SignerMaterial, fields: CertificateFields, now: Date): readonly CredentialFault[] {
  try {
    const { validTo } = readSigner(material).certificate
    // A certificate that is not valid yet is accepted.
    if (new Date(validTo) > now) return []
    return [{ path: fields.certificate, message: `expired on ${new Date(validTo).toISOString()}; send a valid one` }]
  } catch (error) {
    if (!(error instanceof UnusableSigner)) throw error
    const { part: faulty, fault } = error
    if (faulty === 'pkcs12') return [{ path: fields.certificate, message: fault }]
    const path = fields[faulty]
    // For a PKCS#12 file, the message names the faulty part.
    return [{ path, message: path === 'pkcs12' ? `is invalid: its ${faulty} ${fault}` : fault }]
  }
}

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { CredentialFault } from '../connection-setup.js'
import type { Credentials } from '../../domain/connection.js'

const part = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

/**
 * A client certificate with its key, in either of the two forms in which authorities hand it out.
 */
export const CERTIFICATE = Type.Object(
  {
    certificate: part(
      50_000,
      'Client certificate in PEM, the chain after it; or give pkcs12',
      '-----BEGIN CERTIFICATE-----\n…',
    ),
    privateKey: part(20_000, 'Its private key in PEM', '-----BEGIN PRIVATE KEY-----\n…'),
    pkcs12: part(100_000, 'Instead of both: a PKCS#12 file (.p12, .pfx) in Base64', 'MIIKpAIBAzCC…'),
    passphrase: part(500, 'Passphrase of the private key or the PKCS#12 file, where it has one', 'correct horse'),
  },
  { additionalProperties: false },
)

/**
 * Whether certificate and key can be read, belong together and are valid now; else no submission
 * could ever succeed with them.
 */
export function certificateFaults(given: Credentials, now: Date): readonly CredentialFault[] {
  const { certificate, privateKey, pkcs12 } = given
  if (pkcs12 !== undefined) {
    return certificate !== undefined || privateKey !== undefined
      ? [{ path: 'pkcs12', message: "can't be sent together with certificate and privateKey; send one or the other" }]
      : pkcs12Faults(pkcs12, given.passphrase)
  }
  if (certificate === undefined && privateKey === undefined) {
    return [{ path: 'certificate', message: 'is required; send it with privateKey, or pkcs12' }]
  }
  if (certificate === undefined) return [{ path: 'certificate', message: 'is required beside privateKey' }]
  if (privateKey === undefined) return [{ path: 'privateKey', message: 'is required beside certificate' }]
  return pemFaults(certificate, privateKey, given.passphrase, now)
}

function pemFaults(
  certificate: string,
  privateKey: string,
  passphrase: string | undefined,
  now: Date,
): readonly CredentialFault[] {
  const read = attempt(() => new X509Certificate(certificate))
  const key = attempt((): KeyObject => createPrivateKey({ key: privateKey, passphrase: passphrase ?? '' }))
  const found: CredentialFault[] = []
  if (read === null) {
    found.push({
      path: 'certificate',
      message: 'must be a certificate in PEM, beginning with -----BEGIN CERTIFICATE-----',
    })
  } else if (new Date(read.validTo) <= now) {
    found.push({ path: 'certificate', message: `expired on ${new Date(read.validTo).toISOString()}; send a valid one` })
  }
  if (key === null) {
    found.push({ path: 'privateKey', message: 'must be a private key in PEM, with its passphrase where it has one' })
  } else if (read !== null && !read.checkPrivateKey(key)) {
    found.push({ path: 'privateKey', message: 'does not belong to the certificate' })
  }
  return found
}

/** The TLS library opens it as it will at the submission; it does not tell what is inside. */
function pkcs12Faults(pkcs12: string, passphrase: string | undefined): readonly CredentialFault[] {
  const pfx = Buffer.from(pkcs12, 'base64')
  // Loaded here, since no judge of documents needs it.
  const { createSecureContext } = process.getBuiltinModule('node:tls')
  const context = attempt(() => createSecureContext({ pfx, ...(passphrase !== undefined && { passphrase }) }))
  if (context !== null) return []
  return [{ path: 'pkcs12', message: 'must be a PKCS#12 file in Base64 that opens with the passphrase' }]
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

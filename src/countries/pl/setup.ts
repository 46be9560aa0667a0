import { Type } from '@sinclair/typebox'
import type { Credentials } from '../../domain/connection.js'
import { readSigner, type SignerMaterial, expiryFault, UnusableSigner } from '../signing/signer.js'
import { type CredentialFault, type CredentialsSetup, HAND_OVER } from '../connection-setup.js'

const token = '20260331-EC-1A2B3C4D5E-6F7A8B9C0D-1E|nip-5260250274|4f9c2b7de01a'

const part = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description, examples: [example] }))

/** KSeF: the taxpayer consents by creating a token, or signs in with a certificate. */
export const POLISH_SETUP: CredentialsSetup = {
  kind: 'credentials',
  instructions: [
    'Sign in to KSeF (https://ksef.mf.gov.pl) as the company, or as a person whom it has authorised.',
    'Apply for a KSeF certificate for authentication, or create a KSeF token (possible until the end of 2026); either needs the permission to issue invoices.',
    `Send the token, or the certificate with its private key, with ${HAND_OVER}.`,
  ],
  schema: Type.Object(
    {
      token: part(500, 'KSeF token with the permission to issue invoices, as KSeF shows it', token),
      certificate: part(
        50_000,
        'Instead: KSeF certificate or qualified certificate in PEM, followed by its chain',
        '-----BEGIN CERTIFICATE-----\n…',
      ),
      privateKey: part(20_000, 'Its private key in PEM, RSA or ECDSA', '-----BEGIN ENCRYPTED PRIVATE KEY-----\n…'),
      pkcs12: part(100_000, 'Instead of both: a PKCS#12 file (.p12, .pfx) in Base64', 'MIIKpAIBAzCC…'),
      passphrase: part(500, 'Passphrase of the private key or the PKCS#12 file, if it has one', 'correct horse'),
      offlineCertificate: part(
        50_000,
        'Besides: the KSeF certificate of the type Offline in PEM, which signs the second verification code of offline invoices',
        '-----BEGIN CERTIFICATE-----\n…',
      ),
      offlineKey: part(20_000, 'Its private key in PEM, RSA or ECDSA', '-----BEGIN ENCRYPTED PRIVATE KEY-----\n…'),
      offlinePassphrase: part(500, 'Passphrase of offlineKey, if it has one', 'correct horse'),
    },
    { additionalProperties: false },
  ),
  examples: [{ name: 'ksefToken', summary: 'a KSeF token', value: { token } }],
  faults: (given, { now }) => [...signInFaults(given, now), ...offlineFaults(given, now)],
}

function signInFaults(given: Credentials, now: Date): readonly CredentialFault[] {
  const { token: ksefToken, certificate, privateKey, pkcs12, passphrase } = given
  const isSigning = certificate !== undefined || privateKey !== undefined || pkcs12 !== undefined
  if (ksefToken !== undefined) {
    if (isSigning || passphrase !== undefined)
      return [fault('token', "can't be sent together with a certificate; send one or the other")]
    return /\s/.test(ksefToken) ? [fault('token', 'must not contain white space')] : []
  }
  if (!isSigning) return [fault('token', 'is required; or send certificate with privateKey, or pkcs12')]
  if (pkcs12 !== undefined) {
    if (certificate !== undefined || privateKey !== undefined)
      return [fault('pkcs12', "can't be sent together with certificate and privateKey; send one or the other")]
    return signerFaults({ pkcs12, passphrase }, 'pkcs12', now)
  }
  if (certificate === undefined) return [fault('certificate', 'is required with privateKey')]
  if (privateKey === undefined) return [fault('privateKey', 'is required with certificate')]
  return signerFaults({ certificate, privateKey, passphrase }, 'certificate', now)
}

/** Whether it can sign the second code of offline invoices; a company need not have one. */
function offlineFaults(given: Credentials, now: Date): readonly CredentialFault[] {
  const { offlineCertificate: certificate, offlineKey: privateKey, offlinePassphrase: passphrase } = given
  if (certificate === undefined && privateKey === undefined) {
    if (passphrase === undefined) return []
    return [fault('offlinePassphrase', 'requires offlineCertificate and offlineKey')]
  }
  if (certificate === undefined) return [fault('offlineCertificate', 'is required with offlineKey')]
  if (privateKey === undefined) return [fault('offlineKey', 'is required with offlineCertificate')]
  return signerFaults({ certificate, privateKey, passphrase }, 'certificate', now).map(({ path, message }) =>
    fault(OFFLINE_FIELDS[path] ?? path, message),
  )
}

const OFFLINE_FIELDS: Readonly<Record<string, string>> = {
  certificate: 'offlineCertificate',
  privateKey: 'offlineKey',
  passphrase: 'offlinePassphrase',
}

/** Whether it can sign now. `whole`: the field in which the certificate is. */
function signerFaults(material: SignerMaterial, whole: string, now: Date): readonly CredentialFault[] {
  try {
    const expired = expiryFault(readSigner(material), now)
    return expired === null ? [] : [fault(whole, expired)]
  } catch (error) {
    if (error instanceof UnusableSigner) return [fault(error.part, error.fault)]
    throw error
  }
}

function fault(path: string, message: string): CredentialFault {
  return { path, message }
}

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { openPkcs12 } from './pkcs12.js'

/** The signer: a certificate with its private key. */
export interface Signer {
  readonly certificate: X509Certificate
  readonly privateKey: KeyObject
  /** The other certificates of the file, in order. */
  readonly chain: readonly X509Certificate[]
}

/** In the forms that authorities issue and customers send. */
export type SignerMaterial =
  | {
      /** PEM, with the chain after or before it. */
      readonly certificate: string
      /** PEM: PKCS#8, PKCS#1 or SEC 1, encrypted or not. */
      readonly privateKey: string
      readonly passphrase?: string | undefined
    }
  | {
      /** A PKCS#12 file (.p12, .pfx) in Base64, or its bytes. */
      readonly pkcs12: string | Uint8Array
      readonly passphrase?: string | undefined
    }

/** Why the given credentials can't sign. Contains no secret. */
export class UnusableSigner extends Error {
  override readonly name = 'UnusableSigner'

  constructor(
    /** The part to change. */
    readonly part: 'certificate' | 'privateKey' | 'passphrase' | 'pkcs12',
    /** Completes the sentence "`part` …". */
    readonly fault: string,
  ) {
    super(`${part} ${fault}`)
  }
}

const WEAKEST_RSA = 2048
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1']
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * Reads certificate and key. From a chain it uses the certificate that belongs to the key. Whether
 * it is valid now is a separate question: `expiryFault`.
 * @throws UnusableSigner if they can't be read, don't belong together, or governments don't accept
 *   the key: they accept RSA of 2048 bits or more and ECDSA on P-256, P-384 and P-521
 */
export function readSigner(material: SignerMaterial): Signer {
  return 'pkcs12' in material ? ofPkcs12(material.pkcs12, material.passphrase) : ofPem(material)
}

/** The fault of a signer at a moment; null: none. */
export function expiryFault({ certificate }: Signer, now: Date): string | null {
  const from = new Date(certificate.validFrom)
  const to = new Date(certificate.validTo)
  if (now < from) return `is not valid before ${from.toISOString()}; send one that is valid now`
  return now > to ? `expired on ${to.toISOString()}; send a valid one` : null
}

function ofPem(material: Extract<SignerMaterial, { certificate: string }>): Signer {
  const certificates = (material.certificate.match(PEM_CERTIFICATE) ?? []).map((pem) =>
    attempt(() => new X509Certificate(pem)),
  )
  if (certificates.length === 0 || certificates.includes(null))
    throw new UnusableSigner('certificate', 'must be a certificate in PEM, beginning with -----BEGIN CERTIFICATE-----')
  const isEncrypted = /-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(material.privateKey)
  if (isEncrypted && material.passphrase === undefined)
    throw new UnusableSigner('passphrase', 'is required: the private key is encrypted')
  const privateKey = attempt(() =>
    createPrivateKey({ key: material.privateKey, passphrase: material.passphrase ?? '' }),
  )
  if (privateKey === null) {
    throw isEncrypted
      ? new UnusableSigner('passphrase', 'does not open the private key')
      : new UnusableSigner('privateKey', 'must be a private key in PEM, with its passphrase if it has one')
  }
  return together(certificates, privateKey, 'privateKey')
}

function ofPkcs12(file: string | Uint8Array, passphrase: string | undefined): Signer {
  const opened = openPkcs12(typeof file === 'string' ? Buffer.from(file, 'base64') : file, passphrase ?? '')
  if (opened.kind === 'fault') throw new UnusableSigner(opened.part, opened.fault)
  const certificates = opened.certificates.map((der) => attempt(() => new X509Certificate(der)))
  for (const der of opened.privateKeys) {
    const key = attempt(() => createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }))
    if (key !== null && certificates.some((one) => one?.checkPrivateKey(key) === true)) {
      return together(certificates, key, 'pkcs12')
    }
  }
  throw new UnusableSigner('pkcs12', 'must contain a private key together with its certificate')
}

function together(
  certificates: readonly (X509Certificate | null)[],
  privateKey: KeyObject,
  part: 'privateKey' | 'pkcs12',
): Signer {
  const certificate = certificates.find((one) => one?.checkPrivateKey(privateKey) === true)
  if (certificate === undefined || certificate === null) {
    throw new UnusableSigner('privateKey', 'does not belong to the certificate')
  }
  const fault = keyFault(privateKey)
  if (fault !== null) throw new UnusableSigner(part, fault)
  const chain = certificates.filter((one): one is X509Certificate => one !== null && one !== certificate)
  return { certificate, privateKey, chain }
}

function keyFault({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType === 'rsa') {
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    return bits < WEAKEST_RSA ? `is an RSA key of ${bits} bits; governments accept ${WEAKEST_RSA} or more` : null
  }
  if (asymmetricKeyType === 'ec') {
    const curve = asymmetricKeyDetails?.namedCurve
    return CURVES.includes(curve) ? null : `is on the curve ${curve ?? '?'}; governments accept P-256, P-384 and P-521`
  }
  return `is a key of type ${asymmetricKeyType ?? '?'}; governments accept RSA and ECDSA`
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
